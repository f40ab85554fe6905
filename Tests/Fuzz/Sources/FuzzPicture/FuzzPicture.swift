import Glibc
import Picture

/// A file without a name that holds the input; each run writes it anew.
private let inputFile = fileno(tmpfile())

/// The same file under a name that ends as SVG's do.
private let document: String = {
    let path = "/tmp/lenticule-fuzz-\(getpid()).svg"
    symlink("/proc/self/fd/\(inputFile)", path)
    atexit { unlink("/tmp/lenticule-fuzz-\(getpid()).svg") }
    return path
}()

/// Draws the input as a picture, by its bytes or as SVG; what comes out does not matter.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPicture(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    ftruncate(inputFile, 0)
    guard let bytes, pwrite(inputFile, bytes, count, 0) == count else { return 0 }
    let isText = bytes[0] == UInt8(ascii: "<")
    let file = PictureFile(path: isText ? document : "/proc/self/fd/\(inputFile)")
    // Headers may promise much: those pictures take memory and time, not courage.
    guard let size = try? file.size(), size.width * size.height < 1e6 else { return 0 }
    _ = try? file.bitmap(width: 13, height: 9, fit: .cover)
    return 0
}
