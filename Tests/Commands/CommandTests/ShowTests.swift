import Display
import FoundationEssentials
import Scene
import TestSupport
import Testing

@testable import lenticule

/// What `show` chooses and says before and while a card is shown.
@Suite struct ShowTests {
    @Test func `the display auto is the one that is taken without a name`() {
        func choice(_ display: String?) -> Result<ScreenChoice, any Error> {
            Result { try ScreenChoice(display: display) }
        }
        #expect("\(choice("auto"))" == "\(choice(nil))")
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
