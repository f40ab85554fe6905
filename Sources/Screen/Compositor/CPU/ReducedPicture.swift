internal import Geometry
internal import Picture
internal import Platform

/// The pixels of a frame that is drawn smaller than the screen, and then enlarged.
struct ReducedPicture {
    let size: PixelSize
    /// Whether a frame was drawn.
    private(set) var isDrawn = false
    private let pixels: OwnedBuffer<UInt32>
    private var list = DrawList()
    private var derived = DerivedContents()
    private var painter = BandPainter()

    init(_ size: PixelSize) {
        self.size = size
        pixels = OwnedBuffer(count: size.area) { $0.initialize(repeating: 0, count: size.area) }
    }

    var byteCount: Int { 4 * size.area }

    /// What a frame is drawn into; nothing else reads or writes it meanwhile.
    var target: PixelTarget { PixelTarget(UnsafeMutablePointer(mutating: pixels.start), size) }

    /// Writes the pixels, enlarged by linear interpolation, into a target.
    mutating func enlarge(into target: PixelTarget, _ counts: inout DrawCounts) {
        isDrawn = true
        let whole = PixelRect(x: 0, y: 0, size: target.size)
        var frame = Frame(size: target.size, card: whole)
        frame.add(
            Frame.Layer(.bitmap(Bitmap(size, pixels, isOpaque: true)), box: Frame.Box(whole)))
        list.prepare(frame, &derived)
        painter.draw(list, whole, into: target)
        counts.add(painter.takeTimes())
    }
}
