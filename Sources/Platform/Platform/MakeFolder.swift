public import Glibc
import SystemPackage

/// Makes the folder at `path` with this mode, and those above it that are missing.
public func makeFolder(_ path: String, mode: mode_t) throws(FileError) {
    guard FileKind(path) == .missing else { return }
    try makeFolder(path.pathFolder, mode: mode)
    // Independent of the umask.
    if mkdir(path, mode) == 0, chmod(path, mode) == 0 { return }
    // Another program may have made it meanwhile.
    guard Errno.last == .fileExists else { throw FileError("make the folder", path, .last) }
}
