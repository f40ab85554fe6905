import Foundation
import TestSupport
import Testing

/// Several windows that one service moves through a broker.
@Suite(
    .enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"),
    .enabled(if: Broker.program != nil, "needs mosquitto"))
struct WallTests {
    private let folder = TemporaryFolder()
    private let card = TestCard.plain()

    /// A service whose device rests at a tilt in degrees.
    private func service(tilt: Double, through broker: Broker) throws -> RunningProgram {
        let log = folder.write("\(tilt).csv", TestCard.log(tilt: tilt))
        return try RunningProgram([
            "serve", "--from", "file:\(log)", "--loop", "--socket", folder.file("socket").path,
            "--mqtt", address(of: broker),
        ])
    }

    private func address(of broker: Broker) -> String { "mqtt://127.0.0.1:\(broker.port)/card" }

    @Test func `a wall of windows shows the same again after the broker's end`() throws {
        let broker = try Broker()
        let first = try service(tilt: 30, through: broker)
        var windows = try (0..<3).map { _ in
            try CardWindow(["show", "--from", address(of: broker)], card: card)
        }
        for window in windows { try window.awaitColour(card.colour(tilt: 30)) }
        first.send(SIGTERM)
        #expect(try first.result(within: 10)?.status == 0)
        // The broker keeps the last state for those who come late.
        windows.append(try CardWindow(["show", "--from", address(of: broker)], card: card))
        try windows[3].awaitColour(card.colour(tilt: 30))
        broker.kill()
        let second = try service(tilt: -45, through: broker)
        for window in windows {
            #expect(eventually { window.program.words.contains("trying again") })
            try window.awaitColour(card.colour(tilt: 30))
        }
        try broker.start()
        for window in windows { try window.awaitColour(card.colour(tilt: -45)) }
        #expect(second.isRunning)
    }
}
