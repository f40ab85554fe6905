import CProcess
import Glibc
import Platform

/// Landlock, with which a process gives up its access to files: landlock(7).
enum Landlock {
    /// Forbids access to files, except reading in these folders and in `libraryPaths`. Returns the
    /// kernel's version of Landlock; 0 if nothing is forbidden.
    static func confine(to folders: [String]) -> Int {
        let version = process_landlock_version()
        guard version > 0 else { return 0 }
        let ruleset = process_landlock_ruleset(version)
        guard ruleset >= 0 else { return 0 }
        defer { close(ruleset) }
        for path in libraryPaths + folders {
            guard let file = try? OpenFile(path, pathOnly) else { continue }
            let isFolder = FileKind(path) == .folder
            process_landlock_allow_reading(ruleset, file.descriptor, isFolder ? 1 : 0)
        }
        return process_landlock_restrict(ruleset) == 0 ? Int(version) : 0
    }

    /// The paths of libraries and their modules, and of fonts with their configuration and caches.
    private static var libraryPaths: [String] {
        let home = environmentVariable("HOME") ?? "/nonexistent"
        let system = [
            "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig",
        ]
        let user = [
            "\(home)/.fonts", "\(home)/.fonts.conf", "\(home)/.fontconfig",
            "\(environmentVariable("XDG_DATA_HOME") ?? "\(home)/.local/share")/fonts",
            "\(environmentVariable("XDG_CONFIG_HOME") ?? "\(home)/.config")/fontconfig",
            "\(environmentVariable("XDG_CACHE_HOME") ?? "\(home)/.cache")/fontconfig",
        ]
        let shared =
            environmentVariable("XDG_DATA_DIRS")?.split(separator: ":").map { "\($0)/fonts" } ?? []
        let named = ["FONTCONFIG_FILE", "FONTCONFIG_PATH"].compactMap(environmentVariable)
        return system + user + shared + named
    }
}
