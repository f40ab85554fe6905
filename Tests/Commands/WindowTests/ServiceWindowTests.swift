import Foundation
import TestSupport
import Testing

/// A window that a service tilts.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct ServiceWindowTests {
    private let folder = TemporaryFolder()
    private var socket: String { folder.file("motion.sock").path }

    /// Serves a device that rests at a tilt.
    private func serve(tilt: Double) throws -> RunningProgram {
        let log = folder.write("\(tilt).csv", TestCard.log(tilt: tilt))
        return try RunningProgram(
            ["serve", "--from", "file:\(log)", "--loop", "--socket", socket])
    }

    private func end(_ service: RunningProgram) throws {
        service.send(SIGTERM)
        #expect(try #require(try service.result(within: 10)).status == 0)
    }

    @Test func `a window starts before the service, outlives it and comes back with it`() throws {
        let window = try CardWindow(
            ["show", "--from", "socket:\(socket)", "--neutral", "gravity"], card: .plain())
        // Until there is a tilt, the card lies flat.
        try window.awaitColour(Colour(0, 255, 0))
        for (tilt, colour) in [(60.0, Colour(0, 0, 255)), (-60, Colour(255, 0, 0))] {
            let service = try serve(tilt: tilt)
            try window.awaitColour(colour)
            try end(service)
            // The last picture stays, with a line of what is waited for in a corner.
            usleep(500_000)
            try window.awaitColour(colour)
        }
        window.program.send(SIGTERM)
        let result = try window.result()
        #expect(result.status == 0)
        #expect(result.errors == "lenticule: waiting for the service at \(socket)\n")
    }

    @Test func `without a path the user's service is found, and auto takes it`() throws {
        let runtime = folder.file("run").path
        mkdir(runtime, 0o700)
        let log = folder.write("log.csv", TestCard.log(tilt: 60))
        let path = "\(runtime)/lenticule/motion.sock"
        let service = try RunningProgram(
            ["serve", "--from", "file:\(log)", "--loop", "--socket", path])
        _ = try ServiceListener(path)
        for source in ["socket:", "auto"] {
            let window = try CardWindow(
                ["show", "--from", source, "--neutral", "gravity"], card: .plain(),
                environment: ["XDG_RUNTIME_DIR": runtime])
            try window.awaitColour(Colour(0, 0, 255))
            window.program.send(SIGTERM)
            let result = try window.result()
            #expect(result.status == 0)
            let words = "lenticule: the service at \(path) is used\n"
            #expect(result.errors == (source == "auto" ? words : ""))
        }
        try end(service)
    }
}
