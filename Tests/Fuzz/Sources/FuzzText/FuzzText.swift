import Geometry
import Paint
import Picture
import PictureFormats

/// Reads the input as the text of a request, lays it out and draws it; or, after a first byte of 0, as the
/// layout that a decoder process answers.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzText(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let bytes, count > 1, count < 4000 else { return 0 }
    let input = UnsafeBufferPointer(start: bytes, count: count)
    if input[0] == 0 {
        let text = TextDescription([TextDescription.Span("fuzz"), TextDescription.Span(" text")])
        let encoded = String(decoding: input.dropFirst(), as: UTF8.self)
        guard let layout = TextLayout(encoded: encoded, of: text) else { return 0 }
        precondition(layout.clusters.allSatisfy { layout.lines.indices.contains($0.line) })
        precondition(TextLayout(encoded: layout.encoded, of: text) == layout)
        return 0
    }
    guard let drawn = DrawnText(encoded: String(decoding: input, as: UTF8.self)),
        drawn.text.fontFiles.isEmpty, let laidOut = try? LaidOutText(drawn.text)
    else { return 0 }
    let layout = laidOut.measured()
    precondition(layout.size.width >= 0 && layout.paintedRect.width >= 0)
    precondition(TextLayout(encoded: layout.encoded, of: drawn.text) != nil)
    let size = PixelSize(width: 40, height: 24)
    var pixels = [UInt32](repeating: 0, count: size.area)
    pixels.withUnsafeMutableBufferPointer { pixels in
        for part in layout.parts(of: drawn.text) {
            _ = laidOut.draw(
                part, clusters: drawn.clusters, into: pixels.baseAddress!, size, .identity)
        }
    }
    return 0
}
