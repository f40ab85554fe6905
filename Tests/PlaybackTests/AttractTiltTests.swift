import Display
import Motion
import MotionLog
import Scene
import Testing

@testable import Playback

/// A card that sways after nobody has moved it for ten seconds.
struct AttractTiltTests {
    /// Gives the tilts that a test sets.
    private final class SetTilt: TiltFeed {
        var tilts: Tilts?
        private(set) var pointers = 0

        func inputs(until time: Double) -> [Input] {
            defer { tilts = nil }
            return tilts.map { [Input(.tilts($0), at: time)] } ?? []
        }
        func expected(at time: Double) -> Tilts? { nil }
        func isMoving(at time: Double) -> Bool { false }
        func select(_ axis: TiltAxis, baseDegrees: Double, following signals: Set<Signal>) {}
        func recenter() -> Bool { true }
        func pointer(_ place: (x: Double, y: Double)?, at time: Double) { pointers += 1 }
        let hint = "Tilt"
        func helpValues(at time: Double) -> [(name: String, value: String)] { [] }
        func age(at time: Double) -> Double? { nil }
        let hasEnded = false
        let failure: (any Error)? = nil
    }

    private let inner = SetTilt()

    private func feed(_ figure: Orbit, axis: TiltAxis = .vertical) -> AttractTilt {
        AttractTilt(inner, after: 10, like: PlayedOrbit(figure), axis: axis)
    }

    /// The tilts after each hundredth of a second in this time.
    private func tilts(_ feed: AttractTilt, _ seconds: ClosedRange<Double>) -> [Tilts] {
        stride(from: seconds.lowerBound, through: seconds.upperBound, by: 0.01).flatMap { time in
            feed.inputs(until: time).compactMap { input in
                if case .tilts(let tilts) = input.event { tilts } else { nil }
            }
        }
    }

    @Test func `it rests for ten seconds, then sways without a jump to both sides`() throws {
        let feed = feed(Orbit(degrees: 60, axis: .vertical))
        #expect(tilts(feed, 0...9.99).isEmpty && !feed.isMoving(at: 9.99))
        #expect(feed.nextMovement(after: 9.99) == 10)
        let sway = tilts(feed, 10...30)
        #expect(feed.isMoving(at: 30))
        let angles = sway.map(\.card)
        #expect(abs(angles.max()! - 60) < 0.1 && abs(angles.min()! + 60) < 0.1)
        #expect(sway.allSatisfy { $0.card == $0.aboutVertical && $0.aboutHorizontal == 0 })
        // 60 degrees in a round of eight seconds: at most 0.47 degrees in a hundredth of a second.
        #expect(zip(angles, angles.dropFirst()).allSatisfy { abs($1 - $0) < 0.5 })
        #expect(abs(try #require(angles.first)) < 0.01)
    }

    @Test func `a scene sways about both axes, around the pose in which it rests`() {
        let feed = feed(Orbit(degrees: 20), axis: .horizontal)
        inner.tilts = Tilts(card: 5, aboutVertical: -8, aboutHorizontal: 5)
        let sway = tilts(feed, 0...40)
        #expect(abs(sway.map(\.aboutVertical).max()! - 12) < 0.1)
        #expect(abs(sway.map(\.aboutHorizontal).max()! - 15) < 0.1)
        #expect(sway.allSatisfy { $0.card == $0.aboutHorizontal })
    }

    @Test func `who moves the card has it within a second, and it rests anew`() throws {
        let feed = feed(Orbit(degrees: 60, axis: .vertical))
        inner.tilts = Tilts(0, about: .vertical)
        _ = tilts(feed, 0...12)
        inner.tilts = Tilts(3, about: .vertical)
        let fading = tilts(feed, 12.01...13)
        #expect(try #require(fading.last).card == 3)
        #expect(zip(fading, fading.dropFirst()).allSatisfy { abs($1.card - $0.card) < 3 })
        let next = try #require(feed.nextMovement(after: 13))
        #expect(!feed.isMoving(at: 13) && abs(next - 22.01) < 1e-9)
    }

    @Test func `a pointer that moves counts, one that lies there does not, noise does not`() {
        let feed = feed(Orbit(degrees: 60, axis: .vertical))
        inner.tilts = Tilts(0, about: .vertical)
        _ = tilts(feed, 0...1)
        feed.pointer((0.5, 0), at: 2)
        feed.pointer((0.5, 0), at: 3)
        inner.tilts = Tilts(0.4, about: .vertical)
        _ = tilts(feed, 3...4)
        #expect(feed.nextMovement(after: 4) == 10)
        feed.pointer((0.6, 0), at: 5)
        #expect(feed.nextMovement(after: 5) == 15)
        #expect(inner.pointers == 3)
    }

    @Test func `a key and a tap count, too`() {
        let feed = feed(Orbit(degrees: 60, axis: .vertical))
        _ = tilts(feed, 0...1)
        feed.viewerActed(at: 7)
        #expect(feed.nextMovement(after: 7) == 17)
    }
}
