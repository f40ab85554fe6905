import ArgumentParser
import Glibc

/// The command line.
@main
struct Lenticule: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lenticule",
        abstract: "A lenticular card that your device's motion tilts.",
        version: "0.1.0",
        subcommands: [
            AnglesCommand.self,
            PlotCommand.self,
            RecordCommand.self,
            ServeCommand.self,
            SimulateCommand.self,
            DevicesCommand.self,
            CalibrateCommand.self,
            DoctorCommand.self,
            ShowCommand.self,
            ReplayCommand.self,
            RenderCommand.self,
            NewCommand.self,
            CheckCommand.self,
        ],
        defaultSubcommand: ShowCommand.self)

    /// Runs the command; a failure becomes one line on standard error and its exit status.
    static func main() {
        // A reader that has enough ends the program, also where the parent ignores the signal.
        signal(SIGPIPE, SIG_DFL)
        do {
            var command = try parseAsRoot()
            defer { releaseLines() }
            try command.run()
            try flushOutput()
        } catch {
            guard let failure = Failure(from: error) else { exit(withError: error) }
            writeToStandardError("lenticule: \(failure)\n")
            Glibc.exit(failure.status.rawValue)
        }
    }
}

/// Sends off what was printed: a full disk must not look like success.
private func flushOutput() throws(Failure) {
    guard fflush(nil) != 0 else { return }
    throw Failure(
        .inputOutput, "cannot write standard output: \(String(cString: strerror(errno)))")
}
