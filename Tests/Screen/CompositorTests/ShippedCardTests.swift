import Geometry
import Picture
import TestSupport
import Testing

@testable import Compositor

/// The shipped cards, from both compositors.
@Suite(.serialized) @MainActor struct ShippedCardTests {
    @Test func `there are examples`() { #expect(ShippedCard.paths.count >= 20) }

    /// After some tilts were prepared, others compile nothing. Tilts that come again give OpenGL no
    /// pictures either.
    @Test(arguments: ShippedCard.paths)
    func `a card is the same from both at twenty tilts, without delays in OpenGL`(
        path: String
    ) throws {
        var card = try ShippedCard(path)
        var (cpu, looks) = (CPUCompositor(), Set<[UInt32]>())
        try OffscreenContext.use { gl in
            for step in [0, 3, 6, 10, 13, 16, 19] { try gl.prepare(card.frame(step)) }
            let programs = gl.compiledPrograms
            #expect(programs > 0)
            for step in 0..<20 {
                let frame = card.frame(step)
                let drawn = cpu.bitmap(frame)
                let comparison = Comparison(try gl.bitmap(frame), drawn, of: frame)
                #expect(comparison.mean <= 0.5 && comparison.strays <= 0.005, "step \(step)")
                looks.insert(Array(drawn.pixels))
            }
            #expect(gl.compiledPrograms == programs)
            let pictures = gl.uploadedPictureBytes
            for step in 0..<20 { try gl.draw(card.frame(step)) }
            // A path that is drawn anew is a new picture.
            #expect(gl.uploadedPictureBytes == pictures || card.drivesPaths)
            #expect(gl.compiledPrograms == programs)
            #expect(gl.counts.drawnByProcessor.isEmpty)
        }
        #expect(card.hasNoFailures && looks.count > 5)
    }
}
