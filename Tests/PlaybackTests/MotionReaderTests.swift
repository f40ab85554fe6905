import Display
import Glibc
import Motion
import Scene
import Testing

@testable import Playback

/// What a screen gets of a source that is read on a thread.
@Suite struct MotionReaderTests {
    private final class Source: MotionSource {
        let name = "/logs/walk.csv"
        let tiltsScreen: Bool

        init(tiltsScreen: Bool) { self.tiltsScreen = tiltsScreen }

        func read(into readings: inout [Reading], timeout: Duration) -> SourceState { .ended }
    }

    @Test(arguments: [
        ("gamepad:", false, "Tilt the controller"), ("local:", true, "Tilt the screen"),
        ("file:/logs/walk.csv", false, "walk.csv tilts the card"),
    ])
    func `the hint names what is tilted`(name: String, tiltsScreen: Bool, hint: String) throws {
        #expect(try SourceName(name).hint(for: Source(tiltsScreen: tiltsScreen)) == hint)
    }

    /// Gives a second of a turn by 1 rad/s about x at once, and then nothing, in its last state.
    private final class TurningSource: MotionSource {
        let name = "turning"
        let isSensor: Bool
        let playbackSpeed: Double?
        private let lastState: SourceState
        private var hasGiven = false

        init(
            _ playbackSpeed: Double?, isSensor: Bool = false, lastState: SourceState = .open
        ) {
            (self.playbackSpeed, self.lastState) = (playbackSpeed, lastState)
            self.isSensor = isSensor
        }

        func read(into readings: inout [Reading], timeout: Duration) -> SourceState {
            if hasGiven {
                usleep(10_000)
                return lastState
            }
            for index in 0..<100 {
                let turn = Quaternion(rotation: Vector3(0.01 * Double(index), 0, 0))
                readings.append(
                    .attitude(
                        Attitude(
                            timestamp: Int64(index) * 10_000_000, quaternion: turn,
                            rate: Vector3(1, 0, 0))))
            }
            hasGiven = true
            return .open
        }
    }

    @Test(arguments: [(nil, 0.005), (4, 0.02)] as [(Double?, Double)])
    func `a tilt is predicted in the time of the log`(speed: Double?, seconds: Double) throws {
        let reader = MotionReader(
            TurningSource(speed), tilt: TiltSettings(), following: [.tilt], wake: {})
        defer { reader.stop() }
        for _ in 0..<1000 where reader.arrival == nil { usleep(10_000) }
        let arrival = try #require(reader.arrival)
        let now = try #require(reader.pollTilts(at: arrival))
        let ahead = try #require(reader.pollTilts(at: arrival + 0.005))
        #expect(abs(ahead.card - now.card - seconds * 180 / .pi) < 0.05)
    }

    @Test(arguments: [SourceState.ended, .waiting(for: "bmi160")])
    func `a neutral pose is an input though no reading follows, and no reading is newest`(
        lastState: SourceState
    ) throws {
        let reader = MotionReader(
            TurningSource(nil, isSensor: lastState != .ended, lastState: lastState),
            tilt: TiltSettings(), following: [.tilt], wake: {})
        defer { reader.stop() }
        let feed = SensorTilt(reader, hint: "")
        for _ in 0..<1000 where !feed.hasEnded && feed.waitsFor == nil { usleep(10_000) }
        #expect(reader.arrival != nil && feed.age(at: 0) == nil)
        func newest() -> Double? {
            guard case .tilts(let tilts) = feed.inputs(until: 0).last?.event else { return nil }
            return tilts.card
        }
        #expect(try #require(newest()) > 10)
        #expect(feed.recenter() && newest() == 0)
    }

    @Test func `the state of a sensor is told in words`() {
        #expect(AttitudeFilter.Status.noGyroscope.words == "no gyroscope")
        #expect(AttitudeFilter.Status.resting.words == "at rest")
    }
}
