import ArgumentParser
import Glibc
import Platform
import SystemPackage

@main
struct Lenticule: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lenticule",
        abstract: "A lenticular card that your device's motion tilts.",
        version: programVersion,
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
            ExportCommand.self,
            PrintCommand.self,
            ViewCommand.self,
            InspectCommand.self,
            NewCommand.self,
            CheckCommand.self,
        ],
        defaultSubcommand: ShowCommand.self)

    /// Runs the command; a failure becomes one line on standard error and its exit status.
    static func main() {
        StandardFiles.open()
        StandardError.begin()
        MemoryReserve.begin()
        if let obstacle = StartLimits.obstacle {
            printMessage(obstacle)
            Glibc.exit(Failure.Status.inputOutput.rawValue)
        }
        Ending.begin()
        // Exceeding the file size limit is an error like a full disk, not a signal.
        signal(SIGXFSZ, SIG_IGN)
        // A closed pipe ends the program, also if the parent ignores the signal.
        signal(SIGPIPE, SIG_DFL)
        var command: (any ParsableCommand)?
        do {
            try checkEncoding()
            try checkNoneEmpty(CommandLine.arguments.dropFirst())
            if CommandLine.arguments.dropFirst() == ["--version"] {
                VersionReport.print()
                return try flushOutput()
            }
            var parsed = try parseAsRoot()
            command = parsed
            defer { releaseLines() }
            try parsed.run()
            try flushOutput()
        } catch {
            guard let failure = Failure(from: error) else { exit(withUsage: error) }
            let show = command as? ShowCommand
            failure.endProgram(inWindow: show?.errorsInWindow == true)
        }
    }
}

extension Failure {
    /// Says what failed, and with `inWindow` shows it until the viewer closes the window. The journal
    /// has the message first: a window may end with its display.
    func endProgram(inWindow: Bool = false) -> Never {
        printMessage(description)
        if inWindow { MessageWindow.show(description) }
        fflush(nil)
        // Without what libraries do at exit: after the end of a display server Mesa's threads may still
        // draw with what is freed there.
        quick_exit(status.rawValue)
    }
}

extension Lenticule {
    /// Throws for an argument without characters, as of a variable of a script that is not set: no
    /// path, name or number is empty.
    private static func checkNoneEmpty(_ arguments: ArraySlice<String>) throws(Failure) {
        // Shells ask for completions with empty words.
        if arguments.first?.hasPrefix("---") == true { return }
        for (argument, before) in zip(arguments, CommandLine.arguments) {
            if argument.hasPrefix("--"), argument.hasSuffix("=") {
                throw Failure(.usage, "\(argument) is followed by nothing; give a value")
            }
            guard argument.isEmpty else { continue }
            throw Failure(
                .usage,
                before.hasPrefix("-") && before != "-"
                    ? "the value of \(before) is empty" : "an argument is empty")
        }
    }

    /// Ends with the message of the command line parser. A message of an error is escaped, because
    /// it contains the arguments.
    private static func exit(withUsage error: any Error) -> Never {
        guard !exitCode(for: error).isSuccess else { exit(withError: error) }
        writeToStandardError(printableLines(fullMessage(for: error)) + "\n")
        Glibc.exit(exitCode(for: error).rawValue)
    }
}

/// Throws for an argument that is not UTF-8, because Swift's string of it names another file; and
/// for a folder that the environment names so.
private func checkEncoding() throws(Failure) {
    for index in 1..<max(1, Int(CommandLine.argc)) {
        guard let argument = CommandLine.unsafeArgv[index],
            String(validatingCString: argument) == nil
        else { continue }
        throw Failure(
            .missingFile,
            "cannot use \(String(cString: argument)): its name is not UTF-8; rename it")
    }
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_RUNTIME_DIR"] {
        guard let folder = getenv(name), String(validatingCString: folder) == nil else { continue }
        throw Failure(
            .missingFile,
            "cannot use \(name), \(String(cString: folder)): the folder's name is not UTF-8; rename it"
        )
    }
}

/// Flushes standard output: a full disk must not look like success.
private func flushOutput() throws(Failure) {
    guard fflush(nil) != 0 else { return }
    throw Failure(
        .inputOutput, "cannot write standard output: \(Errno.last)")
}
