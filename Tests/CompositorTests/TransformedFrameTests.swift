import Geometry
import Picture
import Testing

@testable import Compositor

/// Frames of turned, stretched, clipped and grouped layers, from both compositors.
@Suite(.serialized) @MainActor struct TransformedFrameTests {
    @Test(.timeLimit(.minutes(10)))
    func `two hundred random frames are the same from both`() throws {
        var noise = Noise(seed: 4711)
        var (cpu, counted, looks) = (CPUCompositor(), 0, Set<[UInt32]>())
        try OffscreenContext.use { gl in
            for number in 0..<200 {
                let frame = noise.transformedFrame()
                let drawn = cpu.bitmap(frame)
                let comparison = Comparison(try gl.bitmap(frame), drawn, of: frame)
                #expect(comparison.mean <= 0.5, "frame \(number)")
                #expect(comparison.strays <= 0.005, "frame \(number)")
                // Beyond what is promised: an edge, too, is the same.
                #expect(comparison.largest <= 6, "frame \(number)")
                counted += comparison.pixelsAwayFromEdges
                looks.insert(drawn.pixels)
            }
        }
        // The frames are not all empty, and not all edges.
        #expect(counted > 1_000_000 && looks.count > 190)
    }

    @Test(.timeLimit(.minutes(10)))
    func `two hundred random frames in perspective are the same from both`() throws {
        var noise = Noise(seed: 1701)
        var (cpu, counted, looks) = (CPUCompositor(), 0, Set<[UInt32]>())
        try OffscreenContext.use { gl in
            for number in 0..<200 {
                let frame = noise.transformedFrame(inSpace: true)
                let drawn = cpu.bitmap(frame)
                let comparison = Comparison(try gl.bitmap(frame), drawn, of: frame)
                #expect(comparison.mean <= 0.5, "frame \(number)")
                #expect(comparison.strays <= 0.005, "frame \(number)")
                counted += comparison.pixelsAwayFromEdges
                looks.insert(drawn.pixels)
            }
        }
        #expect(counted > 700_000 && looks.count > 180)
    }

    @Test(.timeLimit(.minutes(10)))
    func `two hundred random frames with blend modes and masks are the same from both`() throws {
        var noise = Noise(seed: 8086)
        var (cpu, counted, looks) = (CPUCompositor(), 0, Set<[UInt32]>())
        try OffscreenContext.use { gl in
            for number in 0..<200 {
                let frame = noise.transformedFrame(
                    inSpace: number % 2 == 1, effects: number % 3 == 0, blends: true)
                let drawn = cpu.bitmap(frame)
                let comparison = Comparison(
                    try gl.bitmap(frame), drawn, of: frame, tolerance: 4)
                #expect(comparison.mean <= 0.5, "frame \(number)")
                #expect(comparison.strays <= 0.01, "frame \(number)")
                counted += comparison.pixelsAwayFromEdges
                looks.insert(drawn.pixels)
            }
        }
        #expect(counted > 700_000 && looks.count > 180)
    }

    @Test(.timeLimit(.minutes(10)))
    func `two hundred random frames with blurs, shadows and plates are the same from both`() throws
    {
        var noise = Noise(seed: 68000)
        var (cpu, counted, looks) = (CPUCompositor(), 0, Set<[UInt32]>())
        try OffscreenContext.use { gl in
            for number in 0..<200 {
                let frame = noise.transformedFrame(
                    inSpace: number % 2 == 1, blends: number % 3 == 0, filters: true)
                let drawn = cpu.bitmap(frame)
                let comparison = Comparison(
                    try gl.bitmap(frame), drawn, of: frame, tolerance: 4)
                #expect(comparison.mean <= 0.5, "frame \(number)")
                #expect(comparison.strays <= 0.01, "frame \(number)")
                counted += comparison.pixelsAwayFromEdges
                looks.insert(drawn.pixels)
            }
        }
        #expect(counted > 700_000 && looks.count > 180)
    }

    @Test(.timeLimit(.minutes(10)))
    func `two hundred random frames with effects are the same from both`() throws {
        var noise = Noise(seed: 6502)
        var (cpu, counted, looks) = (CPUCompositor(), 0, Set<[UInt32]>())
        try OffscreenContext.use { gl in
            for number in 0..<200 {
                let frame = noise.transformedFrame(inSpace: number % 2 == 1, effects: true)
                let drawn = cpu.bitmap(frame)
                // Gains above 1 enlarge differences.
                let comparison = Comparison(
                    try gl.bitmap(frame), drawn, of: frame, tolerance: 4)
                #expect(comparison.mean <= 0.5, "frame \(number)")
                #expect(comparison.strays <= 0.01, "frame \(number)")
                counted += comparison.pixelsAwayFromEdges
                looks.insert(drawn.pixels)
            }
        }
        #expect(counted > 700_000 && looks.count > 180)
    }
}
