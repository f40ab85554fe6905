import ArgumentParser
import FoundationEssentials

/// The option of the commands that read the configuration in force; only `devices` reads it without
/// an option. `view` has it too, and with -o reads only the given file.
struct ConfigOption: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "A configuration file; it is read after the system's and the user's.", valueName: "file"
        ),
        completion: .file())
    var path: String?

    /// The files of the configuration in force.
    var files: [Config.File] {
        Config.files(explicit: path, environment: ProcessInfo.processInfo.environment)
    }

    /// Their paths, none of which may be an output.
    var inputFiles: [String] { files.map(\.path) }
}

/// The option of the commands that read no other configuration file, because their result must not
/// depend on the machine. `view` has `ConfigOption` instead.
struct SoleConfigOption: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp("A configuration file; no other one is read.", valueName: "file"),
        completion: .file())
    var path: String?

    /// The file, if it is given, which may not be an output.
    var inputFiles: [String] { [path].compactMap { $0 } }
}
