import ArgumentParser
import Card
import Display
import Glibc
import MotionLog
import Picture
import Sensor

/// The command line.
@main
struct Lenticule: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lenticule",
        abstract: "A lenticular card that your device's motion tilts.",
        subcommands: [
            AnglesCommand.self,
            RecordCommand.self,
            SimulateCommand.self,
            DevicesCommand.self,
            ShowCommand.self,
            ReplayCommand.self,
            RenderCommand.self,
            NewCommand.self,
            CheckCommand.self,
        ],
        defaultSubcommand: ShowCommand.self)

    /// Runs the command; a failure becomes one line on standard error and its exit status.
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
            try flushOutput()
        } catch {
            if let failure = Failure(any: error) { end(failure) }
            exit(withError: error)
        }
    }
}

/// Sends off what was printed: a full disk must not look like success.
private func flushOutput() throws(Failure) {
    guard fflush(nil) != 0 else { return }
    throw Failure(
        .inputOutput, "cannot write standard output: \(String(cString: strerror(errno)))")
}

extension Failure {
    /// The failure that an error of any part of the program is; nil for the parser's own.
    fileprivate init?(any error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as IIOError: self.init(error)
        case let error as MotionLogError: self.init(error)
        case let error as PictureError: self.init(error)
        case let error as CardError: self.init(error)
        case let error as DisplayError: self.init(.unavailable, error.description)
        default: return nil
        }
    }
}

/// Says why the program ends, and ends it.
private func end(_ failure: Failure) -> Never {
    writeToStandardError("lenticule: \(failure)\n")
    Glibc.exit(failure.status.rawValue)
}
