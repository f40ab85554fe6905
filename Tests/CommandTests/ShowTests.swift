import Display
import FoundationEssentials
import Motion
import Scene
import TestSupport
import Testing

@testable import lenticule

/// What `show` chooses and says before and while a card is shown.
@Suite struct ShowTests {
    private final class Source: MotionSource {
        let name = "/logs/walk.csv"
        let isHeldInHand: Bool

        init(isHeldInHand: Bool) { self.isHeldInHand = isHeldInHand }

        func read(into readings: inout [Reading], timeout: Duration) -> SourceState { .ended }
    }

    @Test(arguments: [
        ("gamepad:", true, "Tilt the controller"), ("local:", true, "Tilt the screen"),
        ("file:/logs/walk.csv", false, "walk.csv tilts the card"),
    ])
    func `the hint names what is tilted`(name: String, isHeldInHand: Bool, hint: String) throws {
        #expect(try SourceName(name).hint(for: Source(isHeldInHand: isHeldInHand)) == hint)
    }

    @Test func `the state of a sensor is told in words`() {
        #expect(AttitudeFilter.Status.noGyroscope.words == "no gyroscope")
        #expect(AttitudeFilter.Status.resting.words == "at rest")
    }

    @Test func `the display auto is the one that is taken without a name`() {
        #expect(ScreenChoice(display: "auto") == ScreenChoice(display: nil))
    }

    @Test func `a line that a trace cannot have is told at the end`() throws {
        let folder = TemporaryFolder()
        let path = folder.file("trace").path
        let trace = try SceneTrace(path, inputFiles: [])
        var settings = Player.Settings()
        trace.attach(to: &settings)
        settings.traceInput(Input(.shake, at: 1))
        settings.traceInput(Input(.shake, at: .infinity))
        #expect {
            try trace.finish()
        } throws: { error in
            "\(error)".hasPrefix("cannot write \(path): the next line has a number that is not")
        }
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains("shake"))
    }
}
