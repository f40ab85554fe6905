import Geometry
import Glibc
import Picture
import PictureFormats
import Platform

/// A file without a name that holds the input; each run writes it anew.
private let inputFile = fileno(tmpfile())

/// Draws the input as a picture, by its bytes or as SVG, in this process, which lenticule never does;
/// what comes out does not matter.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPicture(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    ftruncate(inputFile, 0)
    guard let bytes, pwrite(inputFile, bytes, count, 0) == count else { return 0 }
    let path = bytes[0] == UInt8(ascii: "<") ? "/nowhere/input.svg" : "/nowhere/input"
    let file = OpenFile(dup(inputFile))
    // Headers may promise much: those pictures take memory and time, not courage.
    if let header = RasterHeader(file), header.area > 1e6 { return 0 }
    guard let picture = try? OpenPicture(file, path: path),
        picture.size.width * picture.size.height < 1e6
    else { return 0 }
    // Pages of an animation, forwards and back.
    for page in [0, 1, 3, 0] where (try? picture.go(to: page)) != nil {
        _ = try? picture.bitmap(PixelSize(width: 13, height: 9), fit: .cover)
    }
    return 0
}
