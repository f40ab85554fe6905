import Glibc

/// Writes a result to the file at `path`, replacing one that is there; `-` is standard output.
func writeFile(_ text: String, to path: String) throws(Failure) {
    let name = path == "-" ? "standard output" : path
    let descriptor =
        path == "-"
        ? dup(STDOUT_FILENO) : open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Failure(writing: name, code: errno) }
    var text = text
    let failed = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: descriptor) }
    // Some file systems tell only now that the disk is full.
    let closed = close(descriptor) == 0 ? 0 : errno
    guard failed == 0, closed == 0 else {
        throw Failure(writing: name, code: failed != 0 ? failed : closed)
    }
}

/// Writes all of `bytes`; gives 0 or the error's number.
func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> CInt {
    var rest = bytes
    while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
    }
    return 0
}

extension Failure {
    /// A C call that could not write `name`.
    init(writing name: String, code: CInt) {
        let status: Status =
            switch code {
            case ENOENT, ENOTDIR: .missingFile
            case EACCES, EPERM, EROFS: .permission
            default: .inputOutput
            }
        self.init(status, "cannot write \(name): \(String(cString: strerror(code)))")
    }
}
