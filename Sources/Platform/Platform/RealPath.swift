import Glibc

/// The path without links, `.` and `..`, the same for all paths of a file; nil if there is none.
public func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
}

/// Whether the file at `path`, with links followed, lies outside all of these folders, and is none of them. False if
/// the file does not exist, or none of the folders does.
public func isOutside(_ folders: [String], _ path: String) -> Bool {
    let homes = folders.compactMap(realPath)
    guard let target = realPath(path), !homes.isEmpty else { return false }
    return !homes.contains { target == $0 || target.hasPrefix($0 == "/" ? $0 : $0 + "/") }
}
