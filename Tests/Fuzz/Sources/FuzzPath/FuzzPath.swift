import Geometry
import Paint
import Picture

/// Reads the input as path data, and draws the path filled, stroked and trimmed. The first byte decides
/// the trim, the second one the stroke.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPath(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let bytes, count > 2 else { return 0 }
    let input = UnsafeBufferPointer(start: bytes, count: count)
    let text = String(decoding: input.dropFirst(2), as: UTF8.self)
    guard let path = try? Path(data: text) else { return 0 }
    let share = Double(input[0]) / 128
    let trim = PathTrim(
        start: 1 - share, end: share, offset: 3 * share - 2, isSimultaneous: input[0] % 2 == 0)
    let measured = MeasuredPath(path, tolerance: 0.1)
    let seen = measured.trimmed(trim)
    let length = MeasuredPath(seen, tolerance: 0.1).length
    precondition(measured.length.isFinite && length <= measured.length * 1.01 + 1)
    if let bounds = path.bounds { precondition(bounds.width >= 0 && bounds.height >= 0) }
    let style = StrokeStyle(
        width: Double(input[1] % 32), cap: .round, join: .round,
        dash: input[1] % 3 == 0 ? [Double(input[1]) + 1] : [])
    let size = PixelSize(width: 31, height: 17)
    _ = Bitmap.coverage(of: path, .evenodd, .identity, size)
    _ = Bitmap.coverage(of: seen, style, .identity, size)
    return 0
}
