import FoundationEssentials
import Glibc
import Logging
import TOML

extension Config {
    /// A configuration's file, and whether it must be there.
    struct File: Equatable {
        let path: String
        let isRequired: Bool
    }

    /// Where configurations are looked for; each goes before what the ones above it say.
    static func files(
        explicit: String?, environment: [String: String], system: String = "/etc"
    ) -> [File] {
        let home = environment["HOME"].map { "\($0)/.config" }
        let user = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
        let found = [system, user].compactMap { $0 }.map { "\($0)/lenticule/config.toml" }
        return found.map { File(path: $0, isRequired: false) }
            + [explicit].compactMap { $0 }.map { File(path: $0, isRequired: true) }
    }

    /// The configuration in force for this user; `explicit` goes before all other files.
    static func inForce(explicit: String?) throws(Failure) -> Config {
        try load(files(explicit: explicit, environment: ProcessInfo.processInfo.environment))
    }

    /// The configuration of a command whose result depends on its arguments alone.
    static func alone(_ explicit: String?) throws(Failure) -> Config {
        try load([explicit].compactMap { $0 }.map { File(path: $0, isRequired: true) })
    }

    /// The configuration that files make: the built-in defaults, then each file that is there.
    ///
    /// `warn` gets a line for each key that is not known or has another name now.
    static func load(
        _ files: [File], warn: (String) -> Void = { logger.warning("\($0)") }
    ) throws(Failure) -> Config {
        var config = Config()
        for file in files {
            guard let remarks = try config.read(file) else { continue }
            for remark in remarks.unknown + remarks.renamed { warn("\(remark)") }
        }
        return config
    }

    /// Takes over what a file says; nil where it need not be there and is not.
    mutating func read(_ file: File) throws(Failure) -> ConfigKeys.Remarks? {
        do {
            return try ConfigKeys().read(try TOMLTable(file: file.path), into: &self)
        } catch {
            let error = error as? TOMLError ?? TOMLError(TOMLPlace(file: file.path), "\(error)")
            if error.reason == .missing && !file.isRequired { return nil }
            throw Failure(error)
        }
    }
}

extension Failure {
    /// A configuration that cannot be used.
    init(_ error: TOMLError) {
        let status: Status =
            switch error.reason {
            case .missing: .missingFile
            case .unreadable: .permission
            case .malformed: .configuration
            }
        self.init(status, error.description)
    }
}
