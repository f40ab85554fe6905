import ArgumentParser

/// The option of every command that reads the configuration in force.
struct ConfigOption: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp(
            "A configuration file; it is read after the system's and the user's.", valueName: "file"
        ),
        completion: .file())
    var path: String?

    /// The file, if it is given, which may not be an output.
    var inputFiles: [String] { [path].compactMap { $0 } }
}

/// The option of every command whose result must not depend on the machine.
struct SoleConfigOption: ParsableArguments {
    @Option(
        name: .customLong("config"),
        help: ArgumentHelp("A configuration file; no other one is read.", valueName: "file"),
        completion: .file())
    var path: String?

    /// The file, if it is given, which may not be an output.
    var inputFiles: [String] { [path].compactMap { $0 } }
}
