import CGLES
import Foundation
import Geometry
import Motion
import Picture
import Plan
import Scene
import Testing

@testable import Compositor

/// Layers by kind (o opaque, t translucent), lowest first.
private let stacks = ["", "o", "t", "oo", "ot", "to", "ooo", "ott", "ttt", "oototo", "ottottotto"]

@Suite struct CPUCompositorTests {
    @Test(arguments: stacks)
    func `the processor draws source-over within 1 of 255`(kinds: String) {
        var noise = Noise(seed: UInt64(kinds.count))
        for _ in 0..<20 {
            let frame = noise.frame(kinds)
            #expect(Formula.largestError(of: onProcessor(frame), frame) <= 1)
        }
    }

    @Test(arguments: [0, 1, 0.5, 1.0 / 60, 59.9 / 60, 0.25])
    func `a crossfade is exact to the rounding`(opacity: Double) {
        var noise = Noise(seed: 7)
        let frame = noise.frame("oo", opacities: [1, opacity])
        #expect(Formula.largestError(of: onProcessor(frame), frame) <= 1)
    }

    @Test func `white over white stays white at every opacity`() {
        let white = Bitmap(width: 4, height: 1, pixels: [UInt32](repeating: .max, count: 4))
        for step in 0...255 {
            var frame = Frame(
                size: white.size, card: PixelRect(x: 0, y: 0, size: white.size))
            frame.add(white, opacity: 1)
            frame.add(white, opacity: Double(step) / 255)
            #expect(onProcessor(frame).pixels == white.pixels)
        }
    }

    @Test func `a colour above its alpha saturates`() {
        let white = Bitmap(width: 4, height: 1, pixels: [UInt32](repeating: .max, count: 4))
        let wrong = Bitmap(
            width: 4, height: 1, pixels: [0x80FF_81FF, 0x00FF_FFFF, 0xFEFF_FFFF, 0x0001_0101])
        var frame = Frame(size: white.size, card: PixelRect(x: 0, y: 0, size: white.size))
        frame.add(white, opacity: 1)
        frame.add(wrong, opacity: 1)
        #expect(onProcessor(frame).pixels == white.pixels)
    }

    @Test(arguments: [(5, 3), (4, 4), (3, 3)])
    func `a layer of another size than the card's is refused`(width: Int, height: Int) async {
        await #expect(processExitsWith: .failure) { [width, height] in
            let pixels = [UInt32](repeating: 0, count: width * height)
            var frame = Frame(
                size: PixelSize(width: 6, height: 6),
                card: PixelRect(x: 1, y: 1, width: 4, height: 3))
            frame.add(Bitmap(width: width, height: height, pixels: pixels), opacity: 1)
        }
    }

    @Test func `words lie over the card where they were put`() {
        var noise = Noise(seed: 3)
        var frame = noise.frame("o", opacities: [1])
        let red = Bitmap(width: 4, height: 2, pixels: [UInt32](repeating: 0xFFFF_0000, count: 8))
        frame.overlays = [Frame.Overlay(red, x: 1, y: 1)]
        let drawn = onProcessor(frame)
        #expect(drawn[1, 1] == 0xFFFF_0000 && drawn[4, 2] == 0xFFFF_0000)
        #expect(drawn[0, 1] == 0xFF00_0000 && drawn[5, 2] == frame.layers[0].bitmap?[2, 0])
    }
}

@Suite struct VisibleLayersTests {
    private func visible(_ kinds: String, _ opacities: [Double]) -> Int {
        var noise = Noise(seed: 1)
        return noise.frame(kinds, opacities: opacities).visibleLayers.count
    }

    @Test func `layers that change no pixel are not drawn`() {
        #expect(visible("ooo", [1, 1, 0]) == 1)
        #expect(visible("ooo", [1, 1, 0.5]) == 2)
        #expect(visible("ooo", [1, 0, 0]) == 1)
        #expect(visible("oto", [1, 1, 0]) == 2)
        #expect(visible("ooo", [1, 1, 1]) == 1)
        #expect(visible("ttt", [1, 1, 1]) == 3)
        #expect(visible("oo", [.nan, 1e-9]) == 0)
    }
}

@Suite(.serialized) @MainActor struct GLCompositorTests {
    @Test func `a program that OpenGL refuses is deleted`() throws {
        try OffscreenContext.use { _ in
            // Its name is the next one that is given.
            let free = glCreateProgram()
            glDeleteProgram(free)
            #expect(throws: GLError.self) { try GLProgram(vertex: "?", fragment: "?").finish() }
            #expect(glIsProgram(free) == GLboolean(GL_FALSE))
        }
    }
    @Test(arguments: stacks)
    func `OpenGL draws source-over within 1 of 255`(kinds: String) throws {
        try OffscreenContext.use { compositor in
            var noise = Noise(seed: UInt64(kinds.count))
            for _ in 0..<5 {
                let frame = noise.frame(kinds)
                let drawn = try compositor.bitmap(frame)
                // Past eight layers a second pass rounds the first one's result.
                let tolerance = kinds.count > 8 ? 2.0 : 1
                #expect(Formula.largestError(of: drawn, frame) <= tolerance)
            }
        }
    }

    @Test(.timeLimit(.minutes(15)))
    func `fifty random cards at 61 tilts are the same from both, within 1 of 255`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        var noise = Noise(seed: 50)
        var (cpu, largest, looks) = (CPUCompositor(), 0, Set<[UInt32]>())
        for _ in 0..<50 {
            let (scene, pictures) = try noise.card(in: folder)
            var planner = FramePlanner(scene, files: pictures, assets: Assets())
            planner.resize(
                to: PixelSize(width: 4 + noise.below(60), height: 1 + noise.below(60)))
            try OffscreenContext.use { gl in
                for tilt in -30...30 {
                    let tilts = Tilts(Double(2 * tilt), about: .horizontal)
                    let snapshot = scene.evaluate(SceneState(of: scene), at: 0, expecting: tilts)
                    let frame = planner.frame(of: snapshot)
                    let drawn = cpu.bitmap(frame)
                    largest = max(largest, Self.difference(try gl.bitmap(frame), drawn))
                    looks.insert(Array(drawn.pixels))
                }
            }
            try #require(planner.failures.isEmpty)
        }
        #expect(largest <= 1 && looks.count > 1000)
    }

    /// The largest difference of a component.
    private static func difference(_ one: Bitmap, _ other: Bitmap) -> Int {
        func components(_ bitmap: Bitmap) -> [Int] {
            bitmap.pixels.flatMap { pixel in [16, 8, 0].map { Int(pixel >> UInt32($0) & 255) } }
        }
        return zip(components(one), components(other)).map { abs($0 - $1) }.max() ?? 0
    }

    @Test func `both compositors draw words alike`() throws {
        var noise = Noise(seed: 11)
        var frame = noise.frame("oo")
        frame.overlays = [Frame.Overlay(noise.bitmap(8, 3, isOpaque: false), x: 2, y: 1)]
        var gl = onProcessor(frame)
        let cpu = gl
        try OffscreenContext.use { compositor in
            gl = try compositor.bitmap(frame)
        }
        #expect(Self.difference(gl, cpu) <= 1)
    }
}
