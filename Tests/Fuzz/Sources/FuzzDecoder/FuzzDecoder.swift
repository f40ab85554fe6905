import Decoding
import Geometry
import Glibc

/// The files that hold the input, one of them as SVG.
private let paths = ["png", "svg"].map { "/tmp/lenticule-fuzz-\(getpid()).\($0)" }

/// Draws the input as lenticule does, in a decoder process: that one may die, this one never.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDecoder(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let bytes, count > 0 else { return 0 }
    let path = paths[bytes[0] == UInt8(ascii: "<") ? 1 : 0]
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    write(file, bytes, count)
    close(file)
    defer { unlink(path) }
    let pages = PictureFile.pages([0, 1].map { PictureFile.Page(path: path, index: $0) })
    _ = try? pages[0].size()
    for page in pages { _ = try? page.bitmap(PixelSize(width: 13, height: 9), fit: .cover) }
    return 0
}
