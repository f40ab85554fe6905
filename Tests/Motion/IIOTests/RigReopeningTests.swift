import Foundation
import IIO
import Motion
import Synchronization
import Testing

/// A source that is let wait for its device.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigReopeningTests {
    /// Serves for 2 s, loses server and device, and serves again.
    private let script = """
        serve
        echo $uri > new
        mv new uri
        sleep 2
        kill -9 $server
        control unplug iio:device0
        control plug iio:device0
        serve
        sleep 5
        """

    @Test(arguments: ["combo", "hid"])
    func `a source goes on by itself when its device is back`(preset: String) throws {
        let said = Mutex<[String]>([])
        var times: [Double] = []
        _ = try Rig(preset: preset).run(script) { folder in
            let source = try Self.open(in: folder) { line in said.withLock { $0.append(line) } }
            times = try Self.times(of: source, seconds: 6)
        }
        let words = said.withLock { $0 }.joined(separator: "\n")
        #expect(words.contains("waiting for "))
        #expect(words.contains("is back"))
        let gap = try #require(zip(times, times.dropFirst()).first { $1 - $0 > 0.3 })
        #expect(times.prefix { $0 <= gap.0 }.count > 10)
        #expect(times.drop { $0 < gap.1 }.count > 10)
        // Of two devices that are opened again on a busy machine, one has begun up to a second later.
        let lateness = preset == "hid" ? 1 : Angles.lateness
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 - lateness <= $1 })
    }

    /// Opens the server whose URI the script writes down.
    private static func open(
        in folder: URL, notify: @escaping @Sendable (String) -> Void
    ) throws -> IIOSource {
        let file = folder.appending(path: "uri")
        for _ in 0..<1200 where !FileManager.default.fileExists(atPath: file.path) {
            usleep(50_000)
        }
        let uri = try String(contentsOf: file, encoding: .utf8).filter { !$0.isWhitespace }
        var settings = IIOSource.Settings(uri: uri)
        settings.reopens = true
        return try IIOSource(settings, notify: notify)
    }

    /// When the samples that come in the next `seconds` were measured, in seconds.
    private static func times(of source: IIOSource, seconds: Double) throws -> [Double] {
        let end = ContinuousClock.now + .seconds(seconds)
        var samples: [ImuSample] = []
        while ContinuousClock.now < end {
            _ = try source.read(into: &samples, timeout: .milliseconds(100))
        }
        return samples.map { Double($0.timestamp) / 1e9 }
    }
}
