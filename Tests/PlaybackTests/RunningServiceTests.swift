import Foundation
import Motion
import Service
import Synchronization
import TestSupport
import Testing

@testable import Playback

/// `auto` beside a service that runs.
@Suite struct RunningServiceTests {
    private let folder = TemporaryFolder()

    /// Lines for people.
    private final class Lines: Sendable {
        private let lines = Mutex<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func add(_ line: String) { lines.withLock { $0.append(line) } }
    }

    /// A service with a sensor that gives nothing yet.
    private func serve(at path: String) throws -> MotionServer {
        try MotionServer(
            MotionServer.Settings(
                socketFile: SocketFile(path: path),
                sensor: ServedSensor(name: "bmi160", quantities: [.acceleration], clock: nil),
                isWaiting: false, version: "1", isSuspended: true, suspendsWhenIdle: true),
            callbacks: MotionServer.Callbacks(
                resume: {}, suspend: {}, recenter: {}, isReading: { true }, notify: { _ in }))
    }

    @Test func `a card is tilted by the service, and that is said`() throws {
        let path = folder.file("motion.sock").path
        let server = try serve(at: path)
        defer { server.close() }
        let lines = Lines()
        let opener = SourceOpener(SourceSettings(), socket: path, access: MQTTAccess()) {
            lines.add($0)
        }
        let source = try opener.openUnlessPointer(.auto, for: .card)
        #expect(source is ServiceSource)
        #expect(lines.all == ["the service at \(path) is used"])
    }
}
