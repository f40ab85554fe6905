import Geometry
import Glibc
import Motion
import MotionLog
import Paint
import Scene
import TestSupport
import Testing

@testable import Playback

/// What readings do to a card's scene.
@Suite struct MotionInputsTests {
    private let folder = TemporaryFolder()

    /// Three seconds, 100 samples a second, of a device that is shaken to the sides, then tilted.
    private static let samples = (0..<300).map { row in
        let time = Double(row) / 100
        let (swing, angle) = (
            time < 2 ? 25 * sin(2 * .pi * 4 * time) : 0, 0.5 * max(0, time - 2)
        )
        let force = Vector3(swing, 9.80665 * sin(angle), 9.80665 * cos(angle))
        return ImuSample(timestamp: Int64(row) * 10_000_000, acceleration: force, rotationRate: nil)
    }

    private static func attitude(_ seconds: Double, pitch: Double) -> Reading {
        .attitude(
            Attitude(
                timestamp: Int64(seconds * 1e9),
                quaternion: Quaternion(rotation: Vector3(pitch, 0, 0)), rate: .zero))
    }

    private func tilt(_ events: [Input.Event]) -> Double? {
        guard events.count == 1, case .tilts(let tilts) = events[0] else { return nil }
        return tilts.card
    }

    @Test func `a fused attitude gives its tilt, and no other event`() throws {
        var inputs = MotionInputs(TiltSettings())
        let events = inputs.events(of: Self.attitude(0, pitch: 0.5))
        #expect(abs(try #require(tilt(events)) - 0.5 * 180 / .pi) < 1e-6)
    }

    @Test func `a sample without an angle does nothing`() {
        var inputs = MotionInputs(TiltSettings())
        let sample = ImuSample(timestamp: 0, acceleration: nil, rotationRate: .zero)
        #expect(inputs.events(of: .sample(sample)).isEmpty && inputs.recenter() == nil)
    }

    @Test func `a shake comes after the tilts of the sample that completes it`() throws {
        var inputs = MotionInputs(TiltSettings())
        let events = Self.samples.map { inputs.events(of: .sample($0)) }
        let shaken = events.filter { $0.contains(Input.Event.shake) }
        #expect(shaken.count == 2)
        for events in shaken {
            #expect(events.count == 2 && events.last == Input.Event.shake)
        }
    }

    @Test func `a pose that is taken as neutral is an event of its own`() throws {
        var inputs = MotionInputs(TiltSettings())
        _ = inputs.events(of: Self.attitude(0, pitch: 0.5))
        #expect(tilt([inputs.recenter()].compactMap { $0 }) == 0)
        #expect(tilt(inputs.events(of: Self.attitude(0.01, pitch: 0.5))) == 0)
    }

    /// Gives all samples at once.
    private final class AllAtOnce: MotionSource {
        let name = "log"
        let playbackSpeed: Double? = 1

        func read(into readings: inout [Reading], timeout: Duration) -> SourceState {
            readings += MotionInputsTests.samples.map(Reading.sample)
            return .ended
        }
    }

    @Test func `a log that is drawn is tilted as in a window`() throws {
        let reader = MotionReader(
            AllAtOnce(), tilt: TiltSettings(), following: [.tilt], wake: {})
        defer { reader.stop() }
        #expect(eventually { reader.hasEnded })
        let events = reader.inputs().map(\.event)
        let window = events.compactMap { event in
            if case .tilts(let tilts) = event { tilts } else { Tilts?.none }
        }
        let scene = Scene(
            size: Size(width: 8, height: 8),
            layers: [Scene.Layer(Colour(red: 1, green: 0, blue: 0))],
            drivers: Scene.classicDrivers(1))
        let rows = Self.samples.map { sample in
            let force = sample.acceleration ?? Vector3.zero
            return "\(sample.timestamp),\(force.x),\(force.y),\(force.z)\n"
        }
        let log = folder.write(
            "log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n" + rows.joined())
        var moments = LogMoments(of: scene, .log(path: log), settings: TiltSettings())
        let drawn = try Self.samples.map { sample in
            try moments.heldMoment(at: Double(sample.timestamp) * 1e-9).state.tilts
        }
        // A window leaves out what has not changed.
        let changes = drawn.indices.filter { $0 == 0 || drawn[$0] != drawn[$0 - 1] }
        let untilted = SceneState(of: scene).tilts
        #expect(window.drop { $0 == untilted } == changes.map { drawn[$0] }.drop { $0 == untilted })
        #expect(window.count > 100 && events.count { $0 == Input.Event.shake } == 2)
    }
}
