import FoundationEssentials
import Glibc
import Logging
import Platform
import TOML

extension Config {
    /// A configuration file, and whether it must exist.
    struct File: Equatable {
        let path: String
        let isRequired: Bool
    }

    /// The paths of configuration files; a later file overrides earlier ones.
    static func files(
        explicit: String?, environment: [String: String], system: String = "/etc"
    ) -> [File] {
        let home = environment["HOME"].map { "\($0)/.config" }
        let user = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        let found = [system, user].compactMap { $0 }.map { "\($0)/lenticule/config.toml" }
        return found.map { File(path: $0, isRequired: false) }
            + [explicit].compactMap { $0 }.map { File(path: $0, isRequired: true) }
    }

    /// The effective configuration of this user; `explicit` overrides all other files.
    static func inForce(
        explicit: String?, warn: (String) -> Void = { logger.warning("\($0)") }
    ) throws(Failure) -> Config {
        try load(
            files(explicit: explicit, environment: ProcessInfo.processInfo.environment), warn: warn)
    }

    /// The configuration of the file at `path`, or the built-in defaults without one: for a command
    /// whose result depends only on its arguments.
    static func fromFile(_ path: String?) throws(Failure) -> Config {
        try load([path].compactMap { $0 }.map { File(path: $0, isRequired: true) })
    }

    /// The configuration of files: the built-in defaults, then each existing file.
    ///
    /// `warn` receives a line for each unknown key.
    static func load(
        _ files: [File], warn: (String) -> Void = { logger.warning("\($0)") }
    ) throws(Failure) -> Config {
        var config = Config()
        for file in files {
            for key in try config.read(file) ?? [] { warn("\(key)") }
        }
        return config
    }

    /// Reads a file; gives the errors of unknown keys, nil if it is optional and does not exist.
    mutating func read(_ file: File) throws(Failure) -> [TOMLError]? {
        do {
            return try read(try TOMLTable(file: file.path))
        } catch {
            let error = error as? TOMLError ?? TOMLError(TOMLLocation(file: file.path), "\(error)")
            if error.kind == .missing && !file.isRequired { return nil }
            throw Failure(error)
        }
    }
}
