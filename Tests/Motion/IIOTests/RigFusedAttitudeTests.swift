import Foundation
import Testing

/// A device that fuses its own attitude, among fake devices: it rocks about x, 30° sin(π t).
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigFusedAttitudeTests {
    /// The greatest errors of pitch and of rate, in degrees and degrees a second, and how many there
    /// were.
    private func errors(
        _ result: Rig.Result
    ) throws -> (pitch: Double, rate: Double, count: Int) {
        let rows = try attitudes(result)
        let errors = rows.dropFirst().map { row in
            let omega = Double.pi
            let phase = omega * (row[0] - result.start)
            return (abs(row[1] - 30 * sin(phase)), abs(row[2] - 30 * omega * cos(phase)))
        }
        return (
            errors.map(\.0).max() ?? .infinity, errors.map(\.1).max() ?? .infinity, rows.count
        )
    }

    /// Of each attitude: its time in seconds, its pitch in degrees, and its rate in degrees a second.
    private func attitudes(_ result: Rig.Result) throws -> [[Double]] {
        #expect(result.status == 0, "\(result.words)")
        return ProbeLog(result.output).lines.filter { $0.words.hasPrefix("attitude") }
            .map { $0.words.split(separator: " ").dropFirst().compactMap { Double($0) } }
    }

    @Test func `its attitudes and their rates are those of the motion`() throws {
        let errors = try errors(Rig(preset: "bno055").run("probe fused=true read=3"))
        #expect(errors.pitch < 0.2)
        // A number's last digit, 1/16384, is 0.7 degrees a second at 100 Hz; the rate itself is that of
        // half an interval ago.
        #expect(errors.rate < 5)
        #expect(errors.count > 100)
    }

    @Test(arguments: ["0,1,0;-1,0,0;0,0,1", "0,0,1;1,0,0;0,1,0", "-1,0,0;0,0,1;0,1,0"])
    func `a chip's own attitude takes a mount matrix`(mounting: String) throws {
        let rig = Rig(preset: "bno055", options: ["--mounting=\(mounting)"])
        let turned = try rig.run("probe fused=true read=2")
        #expect(try errors(turned).pitch > 20)
        let mounted = try rig.run("probe fused=true mount='\(mounting)' read=2")
        #expect(try errors(mounted).pitch < 0.2)
        #expect(try errors(mounted).rate < 5)
    }

    @Test func `a hub's attitudes have the time of their arrival`() throws {
        let result = try Rig(preset: "rotation", options: ["--motion", "sway"]).run("probe read=3")
        let rows = try attitudes(result).dropFirst()
        // On a busy machine some arrive a tenth of a second late, in which it sways by 2 degrees, and
        // few later still: each is that of a moment shortly before.
        let errors = rows.map { abs($0[1] - sway($0[0] - result.start)) }.sorted()
        #expect(errors[errors.count * 9 / 10] < 2)
        for row in rows {
            let before = stride(from: 0, through: 0.5, by: 0.005).map {
                abs(row[1] - sway(row[0] - result.start - $0))
            }
            #expect((before.min() ?? .infinity) < 0.2)
        }
        #expect(rows.count > 100)
    }

    private func sway(_ time: Double) -> Double { 30 * sin(2 * .pi * 0.1 * time) }

    @Test func `what has no buffer for us is read value by value`() throws {
        let result = try Rig(preset: "rotation", options: ["--motion", "sway"]).run(
            "control err iio:device1 buffer/enable 13; probe read=5")
        let log = ProbeLog(result.output)
        #expect(log.words.contains { $0.contains("dev_rotation: polling at") })
        #expect(log.lines.filter { $0.words.hasPrefix("attitude") }.count > 10)
    }

    @Test func `it is used for want of a gyroscope, or when that is asked for`() throws {
        let hub = try Rig(preset: "rotation").run("probe read=1; probe fused=false read=1")
        #expect(hub.output.contains("attitude"))
        #expect(hub.output.contains("sample"))
        let chip = try Rig(preset: "bno055").run("probe read=1")
        #expect(!chip.output.contains("attitude"))
        let text = try Rig(preset: "rotation").run("lenticule devices").output
        #expect(text.contains("used: its own attitude is used, so that no filter is needed"))
        #expect(text.contains("own attitude: 100.0 Hz now, scans le:s16/32X4>>0"))
    }

    @Test func `a card follows it`() throws {
        let result = try Rig(preset: "rotation").run(
            """
            SDL_VIDEODRIVER=dummy "$program" show --card '\(Rig.card)' --from local: \
                --renderer cpu --display 0 > no &
            await is_on /sys/bus/iio/devices/iio:device1
            cat /sys/bus/iio/devices/iio:device{0,1}/buffer/enable
            kill $!
            wait
            """)
        #expect(result.output == "0\n1\n")
    }
}
