import Foundation
import TestSupport
import Testing

/// A recording of a real sensor in a real window.
@Suite(
    .enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"),
    .enabled(if: Program.shared != nil, "no shared/motion beside the repository"))
struct RealLogTests {
    @Test(arguments: ["cpu", "gl"])
    func `the card reacts to it`(renderer: String) throws {
        let log = try #require(Program.shared).appending(path: "motion/xio_sensor_data.csv").path
        let window = try CardWindow(
            ["replay", log, "--speed", "8", "--frames", "40", "--stats"], card: .plain(),
            renderer: renderer)
        let spot = try window.place().centre
        var seen: Set<Colour> = []
        while window.program.isRunning {
            seen.insert(try window.server.screenshot()[spot.x, spot.y])
            usleep(10_000)
        }
        let result = try window.result()
        #expect(result.status == 0)
        #expect(result.output.contains("\"frames\":40"))
        #expect(seen.count > 5)
    }
}
