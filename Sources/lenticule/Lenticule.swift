import ArgumentParser
import Glibc
import Sensor

/// The command line.
@main
struct Lenticule: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lenticule",
        abstract: "A lenticular card that your device's motion tilts.",
        subcommands: [
            AnglesCommand.self,
            PlotCommand.self,
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
        } catch let failure as Failure {
            end(failure)
        } catch let error as IIOError {
            end(Failure(error))
        } catch {
            exit(withError: error)
        }
    }
}

/// Says why the program ends, and ends it.
private func end(_ failure: Failure) -> Never {
    writeToStandardError("lenticule: \(failure)\n")
    Glibc.exit(failure.status.rawValue)
}
