import Compositor
import Display
import Geometry
import Glibc
import Picture
import PictureFormats

private let names = ["back", "middle", "front"]
private let size = PixelSize(width: 1280, height: 720)

/// Draws a card's three SVG layers at 1280x720, as PNG and as the bare pixels, for all programs alike.
func writeLayers(of card: String, into folder: String) throws {
    for name in names {
        let bitmap = try OpenPicture(path: "\(card)/\(name).svg").bitmap(size)
        try bitmap.writePNG(to: "\(folder)/\(name).png")
        let file = fopen("\(folder)/\(name).argb", "w")
        fwrite(bitmap.start, 4, bitmap.pixels.count, file)
        fclose(file)
    }
}

/// Prints milliseconds of wall and of processor time a frame, composited and presented back to back.
///
/// `motion` is `card`, the default card swept over all of its states, or `three`, in which none of
/// the three layers covers another.
func measureFrames(of folder: String, renderer: String, motion: String, count: Int) throws {
    let screen = try WindowScreen(
        title: "bench", size: Size(size), fullscreen: true,
        renderer: RendererChoice(rawValue: renderer) ?? .auto)
    precondition(screen.size == size, "the window is \(screen.size)")
    let bitmaps = try names.map {
        try OpenPicture(path: "\(folder)/\($0).png").bitmap(size)
    }
    let opacities = motion == "card" ? cardOpacities : threeOpacities
    func show(_ range: Range<Int>) throws {
        for index in range {
            var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
            for (bitmap, opacity) in zip(bitmaps, opacities(index)) where opacity > 0 {
                frame.add(bitmap, opacity: opacity)
            }
            try screen.present(frame, hud: [])
            _ = try screen.events(timeout: 0)
        }
    }
    try show(0..<60)
    let start = Moment()
    try show(60..<60 + count)
    start.printPassed(per: count, unit: 1e-3)
    precondition(screen.renderer == renderer, "\(renderer) failed")
}

/// From backward over flat to forward and back, every 240 frames.
private func cardOpacities(_ index: Int) -> [Double] {
    let place = Double((index + 60) % 240) / 60
    let part = place < 2 ? place - 1 : 3 - place
    return part < 0 ? [1, 1 + part, 0] : [1, 1, part]
}

/// Two layers that fade over an opaque one; no two frames that follow are the same.
private func threeOpacities(_ index: Int) -> [Double] {
    let part = Double(index % 120) / 120
    return [1, 0.2 + 0.7 * part, 0.9 - 0.7 * part]
}
