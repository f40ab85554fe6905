import Glibc
import Picture
import Platform
import SystemPackage

/// A stream of the C library over an open file, for libraries that read from one.
struct FileStream: ~Copyable {
    let file: UnsafeMutablePointer<FILE>

    /// The stream has a descriptor of its own, which shares its position with `file`.
    init(_ file: borrowing OpenFile, path: String) throws(PictureError) {
        do throws(Errno) {
            let copy = try result { fcntl(file.descriptor, F_DUPFD_CLOEXEC, 0) }
            guard let stream = fdopen(copy, "r") else {
                close(copy)
                throw .last
            }
            self.file = stream
        } catch {
            throw PictureError(FileError("read", path, error))
        }
    }

    deinit { fclose(file) }

    func rewind() { Glibc.rewind(file) }
}
