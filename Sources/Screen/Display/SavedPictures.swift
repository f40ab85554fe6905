import Glibc
internal import Platform
internal import SystemPackage

/// The folder for saved pictures: the working directory, or the user's Pictures folder where that
/// cannot be written or is a root.
func folderForPictures() throws(FileError) -> String {
    if let here = realPath("."), here != "/", access(here, W_OK) == 0 { return here }
    let folder = picturesFolder(environmentVariable) ?? "."
    do throws(Errno) {
        try result { mkdir(folder, 0o777) }
    } catch {
        guard error == .fileExists else { throw FileError("make the folder", folder, error) }
    }
    return folder
}

/// The Pictures folder as xdg-user-dirs has it: XDG_PICTURES_DIR, of the environment or of
/// user-dirs.dirs, else `Pictures` in the home folder. Nil without a home folder.
func picturesFolder(_ environment: (String) -> String?) -> String? {
    func folder(_ name: String) -> String? {
        environment(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    if let given = folder("XDG_PICTURES_DIR") { return given }
    guard let home = folder("HOME") else { return nil }
    let settings = folder("XDG_CONFIG_HOME") ?? "\(home)/.config"
    let lines = readText("\(settings)/user-dirs.dirs")?.split(separator: "\n") ?? []
    let key = "XDG_PICTURES_DIR="
    let value = lines.last { $0.hasPrefix(key) }?.dropFirst(key.utf8.count)
    return value.flatMap { path(String($0), home: home) } ?? "\(home)/Pictures"
}

/// The path of a quoted value of user-dirs.dirs: `"$HOME/..."` or an absolute one.
private func path(_ value: String, home: String) -> String? {
    guard value.count > 2, value.first == "\"", value.last == "\"" else { return nil }
    let inner = String(value.dropFirst().dropLast())
    if inner.hasPrefix("/") { return inner }
    return inner.hasPrefix("$HOME/") ? home + inner.dropFirst("$HOME".utf8.count) : nil
}
