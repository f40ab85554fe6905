import Animation
import Geometry
import Motion
import Paint
import Testing

@testable import Scene

/// The parts of a text: which there are, when they begin, and how they look.
@Suite struct TextPartsTests {
    /// A layout of lines of words of letters, 10 points each; spaces belong to the word before.
    private static func laidOut(_ spans: [String]) -> TextContent.LaidOut {
        let text = TextDescription(spans.map { TextDescription.Span($0) })
        var layout = TextLayout(
            size: Size(width: 100, height: 20),
            paintedRect: Rect(x: 0, y: 0, width: 100, height: 20))
        var (line, word, x, byte) = (0, 0, 0.0, 0)
        for (span, piece) in spans.enumerated() {
            for letter in piece {
                let rect = Rect(x: x, y: Double(line) * 20, width: 10, height: 20)
                layout.clusters.append(
                    TextLayout.Cluster(
                        rect: rect, paintedRect: rect, line: line, word: word, span: span,
                        bytes: byte..<byte + 1, hasGlyphs: true))
                (x, byte) = (x + 10, byte + 1)
                if letter == " " { word += 1 }
                if letter == "\n" { (line, word, x) = (line + 1, word + 1, 0) }
            }
        }
        return TextContent.LaidOut(text, layout)
    }

    private static func content(_ spans: [String], _ parts: TextParts...) -> TextContent {
        let text = laidOut(spans)
        return TextContent(text.text, brushes: [.colour(.white)], parts: parts).with(text)
    }

    private static let still = [TextParts.Number(.opacity, constant: 1, drivers: [])]

    @Test func `the delays are those of the design`() {
        for (count, expected) in [(1, 0.5), (2, 0.25), (3, 0.166667), (5, 0.1), (14, 0.035714)] {
            let delay = TextParts.Delay.within(total: 0.9, element: 0.4)
            #expect(abs(delay.seconds(count) - expected) < 1e-6)
        }
        #expect(TextParts.Delay.within(total: 0.1, element: 0.4).seconds(2) == 0)
        #expect(TextParts.Delay.constant(0.03).seconds(9) == 0.03)
    }

    @Test func `each unit has its clusters`() {
        let spans = ["ab c", "d\ne"]
        func clusters(_ unit: TextParts.Unit) -> [[Int]] {
            Self.content(spans, TextParts(unit, numbers: Self.still)).units.map(\.clusters)
        }
        #expect(clusters(.cluster) == (0..<7).map { [$0] })
        #expect(clusters(.word) == [[0, 1, 2], [3, 4, 5], [6]])
        #expect(clusters(.line) == [[0, 1, 2, 3, 4, 5], [6]])
        #expect(clusters(.span) == [[0, 1, 2, 3], [4, 5, 6]])
    }

    @Test func `parts of some spans leave the others as they are`() {
        let content = Self.content(
            ["ab", "cd", "ef"], TextParts(.cluster, of: [1], numbers: Self.still),
            TextParts(.span, of: [1, 2], numbers: Self.still))
        #expect(content.units.map(\.clusters) == [[2], [3], [4, 5], [0, 1]])
        #expect(content.units.map(\.parts) == [0, 0, 1, nil])
        #expect(content.parameterKinds.dropFirst(4).count == 3)
    }

    @Test func `the orders`() {
        func places(_ order: TextParts.Order) -> [Int] { order.places(5, seed: 7) }
        #expect(places(.forward) == [0, 1, 2, 3, 4])
        #expect(places(.backward) == [4, 3, 2, 1, 0])
        #expect(places(.centre) == [3, 1, 0, 2, 4])
        #expect(places(.edges) == [0, 2, 4, 3, 1])
        #expect(places(.random).sorted() == [0, 1, 2, 3, 4])
        #expect(
            TextParts.Order.random.places(50, seed: 1) != TextParts.Order.random.places(50, seed: 2)
        )
    }

    private static func scene(_ content: TextContent) -> Scene {
        Scene(
            size: Size(width: 100, height: 100), layers: [Scene.Layer(content)],
            drivers: content.partDrivers(ofLayer: 0))
    }

    private static func appearances(
        _ scene: Scene, at time: Double, _ inputs: [Input] = []
    ) throws -> [UnitAppearance] {
        var state = SceneState(of: scene)
        for input in inputs { state.advance(by: input, in: scene) }
        let snapshot = scene.evaluate(state, at: time)
        let content = try #require(scene.layers[0].content as? TextContent)
            .with(snapshot.contentParameters(ofLayer: 0))
        return content.units.map { content.appearance(of: $0) }
    }

    /// The emphasised words of the design: opacity, blur and a spring for each cluster.
    private static func emphasised(height: Double, descent: Double) throws -> TextParts {
        let element = 0.4
        let opacity = try Track(
            [.jump(to: 0), .linear(to: 1, duration: element / 1.4, curve: .easeIn)])
        let blur = try Track(
            [.jump(to: height / 16), .linear(to: 0, duration: element, curve: .easeOut)])
        let offset = try Track(
            [
                .jump(to: -descent),
                .spring(to: 0, duration: element, spring: Spring(duration: 0.35, bounce: 0.55)),
                .jump(to: 0),
            ])
        func number(_ property: Property, _ track: Track) -> TextParts.Number {
            TextParts.Number(
                property, constant: property.identity,
                drivers: [.run(.shown, track, timelineDuration: element, repeats: false)])
        }
        return TextParts(
            .cluster, delay: .within(total: 0.9, element: element),
            numbers: [number(.opacity, opacity), number(.blur, blur), number(.offsetY, offset)])
    }

    @Test func `each cluster has the values of the design`() throws {
        let scene = Self.scene(
            Self.content(["abcde"], try Self.emphasised(height: 32, descent: 8)))
        let rows = [
            (0.0, 0.0, 1.0, -1.0), (0.05, 0.0487, 0.8014, -0.7062), (0.1, 0.1702, 0.6219, -0.2101),
            (0.2, 0.5548, 0.3154, 0.2048), (0.3, 1, 0.0935, 0.0359),
        ]
        for unit in 0..<5 {
            for (local, opacity, blur, offset) in rows {
                let found = try Self.appearances(scene, at: Double(unit) * 0.1 + local)[unit]
                #expect(abs(found.opacity - opacity) < 0.0006)
                #expect(abs(found.blur / 2 - blur) < 0.0006)
                #expect(abs(found.offset.y / 8 - offset) < 0.0006)
            }
            // Just before its end, and from there on.
            let last = try Self.appearances(scene, at: Double(unit) * 0.1 + 0.4 - 1e-9)[unit]
            #expect(abs(last.offset.y / 8 + 0.0417) < 0.0006)
            let end = try Self.appearances(scene, at: Double(unit) * 0.1 + 0.4)[unit]
            #expect(end == UnitAppearance())
        }
        let waiting = try Self.appearances(scene, at: 0.05)[4]
        #expect(waiting.opacity == 0 && waiting.offset.y == -8)
    }

    @Test func `a scene rests when its last part has ended`() throws {
        let scene = Self.scene(
            Self.content(["abcde"], try Self.emphasised(height: 32, descent: 8)))
        let state = SceneState(of: scene)
        #expect(scene.evaluate(state, at: 0.79).unchangedUntil <= 0.8)
        #expect(scene.evaluate(state, at: 0.81).unchangedUntil == .infinity)
    }

    @Test func `what follows a signal is spread over the parts`() throws {
        let keys = try Keys(from: 0, to: 40, values: [0, 1])
        let parts = TextParts(
            .cluster, order: .backward, spread: 0.5,
            numbers: [
                .init(
                    .opacity, constant: 1, drivers: [.follow(.tilt, Conversion(), keys, .atOnce)])
            ])
        let scene = Self.scene(Self.content(["abc"], parts))
        for (tilt, expected) in [
            (0.0, [0.0, 0, 0]), (10, [0, 0, 0.5]), (20, [0, 0.5, 1]), (30, [0.5, 1, 1]),
            (40, [1, 1, 1]),
        ] {
            let input = Input(.tilts(Tilts(tilt, about: .horizontal)), at: 0)
            let found = try Self.appearances(scene, at: 0, [input]).map(\.opacity)
            #expect(found == expected, "\(tilt)")
        }
    }

    @Test func `a signal without keys is spread, too`() throws {
        let parts = TextParts(
            .cluster, spread: 0.5,
            numbers: [
                .init(
                    .opacity, constant: 1, drivers: [.follow(.front, Conversion(), nil, .atOnce)])
            ])
        let scene = Self.scene(Self.content(["ab"], parts))
        let input = Input(.tilts(Tilts(10, about: .horizontal)), at: 0)
        let front = try Self.appearances(scene, at: 0, [input])
        #expect(front[0].opacity > 2 * front[1].opacity)
    }

    @Test func `steps of parts begin one after the other, whatever moves before`() throws {
        let number = TextParts.Number(
            .offsetX, constant: 0,
            drivers: [.steps(.tap, [0, 10], .curve(.linear, duration: 1))])
        let parts = TextParts(.cluster, delay: .constant(0.5), numbers: [number])
        let scene = Self.scene(Self.content(["ab"], parts))
        let taps = [0, 0.2].map { Input(.tap(Point(x: 50, y: 50)), at: $0) }
        func second(_ time: Double) throws -> Double {
            try Self.appearances(scene, at: time, taps)[1].offset.x
        }
        #expect(try second(0.4) == 0)
        #expect(abs(try second(0.6) - 1) < 1e-9)
        #expect(abs(try second(0.7) - 2) < 1e-9)
        #expect(try second(1.2) < 1.5)
    }

    @Test func `too many parts stay whole`() {
        let content = Self.content(
            [String(repeating: "a", count: 1001)], TextParts(.cluster, numbers: Self.still))
        #expect(content.units.isEmpty && content.parameters.count == 4)
        let most = Self.content(
            [String(repeating: "a", count: 1000), "b"],
            TextParts(.cluster, of: [0], numbers: Self.still))
        #expect(most.units.count == 1001 && most.units.last?.parts == nil)
    }
}
