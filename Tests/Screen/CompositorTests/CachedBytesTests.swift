import Geometry
import Picture
import Testing

@testable import Compositor

/// What compositors keep beside the bitmaps of frames is counted.
@Suite struct CachedBytesTests {
    private static let size = PixelSize(width: 64, height: 64)
    private let bitmap = Bitmap(PixelSize(width: 256, height: 256)) {
        $0.update(repeating: ~0, count: 65536)
    }

    /// A bitmap at a quarter of its size, in a blurred group or alone.
    private func frame(isBlurred: Bool) -> Frame {
        var frame = Frame(size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size))
        let box = Frame.Box(toScreen: .identity, size: Size(Self.size))
        if isBlurred {
            frame.add(Frame.Layer(.group(count: 1, Frame.Filter(blur: 2)), box: box))
        }
        frame.add(Frame.Layer(.bitmap(bitmap), box: box, opacity: 0.5))
        return frame
    }

    /// The bytes of the mips of 128 x 128 and of 64 x 64.
    private static let mips = 4 * (16384 + 4096)

    @Test func `the processor keeps smaller copies and bitmaps of effects`() {
        var compositor = CPUCompositor()
        #expect(compositor.cachedBytes == 0)
        _ = compositor.bitmap(frame(isBlurred: false))
        #expect(compositor.cachedBytes == Self.mips)
        _ = compositor.bitmap(frame(isBlurred: true))
        #expect(compositor.cachedBytes >= Self.mips + 4 * 4096)
        _ = compositor.bitmap(Frame(size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size)))
        #expect(compositor.cachedBytes == 0)
    }

    @Test @MainActor func `OpenGL keeps textures, too`() throws {
        try OffscreenContext.use { compositor in
            try compositor.draw(frame(isBlurred: false))
            #expect(compositor.cachedBytes == Self.mips + 4 * 4096)
            try compositor.draw(
                Frame(size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size)))
            #expect(compositor.cachedBytes == 0)
        }
    }
}
