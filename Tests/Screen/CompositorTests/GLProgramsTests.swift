import Geometry
import Paint
import Testing

@testable import Compositor

/// The number of shaders that OpenGL keeps is bounded.
@Suite struct GLProgramsTests {
    private static let size = PixelSize(width: 8, height: 8)
    /// More gradients than shaders are kept, each of which needs a shader of its own.
    private static let gradients: [Gradient] = (2...28).flatMap { count in
        let stops = (0..<count).map { number in
            let share = Double(number) / Double(count - 1)
            return Gradient.Stop(share, Colour(red: share, green: 0.5, blue: 0.2, alpha: 1))
        }
        let (start, middle) = (Point(x: 0, y: 0), Point(x: 0.5, y: 0.5))
        return [
            Gradient(.linear(from: start, to: Point(x: 1, y: 1)), stops),
            Gradient(.radial(centre: middle, from: 0, to: 1), stops),
            Gradient(.angular(centre: middle, from: 0, to: 360), stops),
        ]
    }

    private func frame(_ gradients: ArraySlice<Gradient>) -> Frame {
        var frame = Frame(size: Self.size, card: PixelRect(x: 0, y: 0, size: Self.size))
        for gradient in gradients {
            let box = Frame.Box(toScreen: .identity, size: Size(Self.size))
            frame.add(Frame.Layer(.gradient(gradient), box: box, opacity: 0.5))
        }
        return frame
    }

    @Test @MainActor func `shaders that frames no longer use are dropped beyond a number`() throws {
        let (gradients, most) = (Self.gradients, mostPrograms)
        try #require(gradients.count > most + 10)
        try OffscreenContext.use { openGL in
            for index in gradients.indices {
                try openGL.draw(frame(gradients[index...index]))
                #expect(openGL.painter.programCount <= most + 1)
            }
            for _ in 0..<2 {
                try openGL.draw(frame(gradients[...]))
                #expect(openGL.painter.programCount >= gradients.count)
            }
            for _ in 0..<2 { try openGL.draw(frame(gradients[..<1])) }
            #expect(openGL.painter.programCount <= most)
        }
    }
}
