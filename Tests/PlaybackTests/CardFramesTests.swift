import Foundation
import Geometry
import Motion
import MotionLog
import Paint
import Scene
import TestSupport
import Testing

@testable import Playback

/// How many frames of a log are kept in memory.
@Suite struct CardFramesTests {
    private let folder = TemporaryFolder()
    /// Two layers, the second of which fades in with the tilt.
    private let scene = Scene(
        size: Size(width: 8, height: 8),
        layers: ["back", "front"].map {
            Scene.Layer(Colour(red: 1, green: 0, blue: 0), name: $0)
        }, drivers: Scene.classicDrivers(2))

    /// Two seconds in which a device is tilted further and further, and one in which it rests.
    private let log: String

    init() {
        let rows = (0...300).map { row in
            let angle = Double(min(row, 200)) / 200
            return "\(row)0000000,0,\(9.8 * sin(angle)),\(9.8 * cos(angle))\n"
        }
        log = folder.write("log.csv", "timestamp_ns,accel_x,accel_y,accel_z\n" + rows.joined())
    }

    private func frames(mostRuns: Int?) -> CardFrames {
        let moments = LogMoments(of: scene, .log(path: log), settings: TiltSettings())
        return CardFrames(moments, rate: 20, of: scene, mostRuns: mostRuns)
    }

    /// The snapshot of each frame.
    private func snapshots(_ runs: [CardFrames.FrameRun]) -> [Snapshot] {
        runs.flatMap { Array(repeating: $0.snapshot, count: $0.count) }
    }

    @Test func `a few at a time are the same frames as all at once`() throws {
        var (all, few) = (frames(mostRuns: nil), frames(mostRuns: 3))
        var blocks: [[CardFrames.FrameRun]] = []
        repeat { blocks.append(try few.next()) } while blocks.last?.isEmpty == false
        #expect(blocks.count > 8 && blocks.allSatisfy { $0.count <= 3 })
        let runs = try all.all()
        #expect(snapshots(blocks.flatMap { $0 }) == snapshots(runs))
        #expect(runs.reduce(0) { $0 + $1.count } == 61)
        #expect(try all.next().isEmpty)
    }

    @Test func `where the card is an object, frames differ as it turns, and not while it rests`()
        throws
    {
        let still = Scene(size: scene.size, layers: Array(scene.layers.prefix(1)))
        func runs(_ log: String, _ axis: TiltAxis?) throws -> [Int] {
            let moments = LogMoments(of: still, .log(path: log), settings: TiltSettings())
            var frames = CardFrames(moments, rate: 20, of: still, heldAxis: axis)
            return try frames.all().map(\.count)
        }
        #expect(try runs(log, nil) == [61])
        let turning = try runs(log, .horizontal)
        #expect(turning.count > 35 && turning.reduce(0, +) == 61)
        let rows = (0...100).map { "\($0)0000000,0,3,9\n" }.joined()
        let rest = folder.write("rest.csv", "timestamp_ns,accel_x,accel_y,accel_z\n" + rows)
        #expect(try runs(rest, .horizontal) == [21])
    }

    @Test func `the numbers of a layer's content count as memory, too`() {
        func mostRuns(_ content: some LayerContent) -> Int {
            let scene = Scene(size: self.scene.size, layers: [Scene.Layer(content)])
            let moments = LogMoments(of: scene, .log(path: log), settings: TiltSettings())
            return CardFrames(moments, rate: 20, of: scene).mostRuns
        }
        let plain = mostRuns(Colour(red: 1, green: 0, blue: 0))
        #expect(mostRuns(LensContent(pictures: [0, 1])) < plain)
    }

    @Test func `an animation of more than fit is refused`() throws {
        var frames = frames(mostRuns: 3)
        #expect {
            try frames.all()
        } throws: { error in
            "\(error)".hasSuffix(
                "log.csv: it has more than 2 different frames at 20.0 a second, the most of an "
                    + "animation; cut the log, give less --fps, or write them into a folder")
        }
    }
}
