import Glibc
public import SystemPackage

/// A lock on a folder, which one program at a time holds; deinit releases it.
///
/// It is flock(2) of the folder itself, so that no file is left behind.
public struct FolderLock: ~Copyable {
    private let folder: OpenFile

    /// Waits up to ten seconds until no other program holds the lock of the folder at `path`.
    /// Throws `.wouldBlock` if one still holds it then.
    public init(_ path: String) throws(Errno) {
        let folder = try OpenFile(path, O_RDONLY | O_DIRECTORY)
        let end = monotonicNow() + 10_000_000_000
        while flock(folder.descriptor, LOCK_EX | LOCK_NB) != 0 {
            let error = Errno.last
            guard error == .wouldBlock || error == .interrupted, monotonicNow() < end else {
                throw error
            }
            usleep(useconds_t(leastPause / 1000))
        }
        self.folder = folder
    }
}
