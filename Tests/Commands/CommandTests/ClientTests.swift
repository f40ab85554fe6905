import Foundation
import TestSupport
import Testing

/// The clients of docs/clients, which docs/api.md explains.
@Suite struct ClientTests {
    private static let folder = Repository.path("docs/clients")

    /// A line of a client: degrees.
    private struct Angles {
        let tilt: Double
        let pitch: Double
        let roll: Double

        /// Of `tilt 1 pitch 2 roll 3`.
        init?(_ line: Substring) {
            let words = line.split(separator: " ")
            let numbers = words.compactMap { Double($0) }
            guard words.count == 6, numbers.count == 3 else { return nil }
            guard words[0] == "tilt", words[2] == "pitch", words[4] == "roll" else { return nil }
            (tilt, pitch, roll) = (numbers[0], numbers[1], numbers[2])
        }

        /// The tilt that follows from pitch and roll: atan2(u_y, u_z).
        var expectedTilt: Double {
            let (pitch, roll) = (pitch * .pi / 180, roll * .pi / 180)
            return atan2(sin(pitch), cos(pitch) * cos(roll)) * 180 / .pi
        }
    }

    /// What the client prints first, and what it says of a rate that is not served.
    private func check(_ client: String) throws {
        let service = try Service("simulated:hand")
        _ = try service.listener()
        let command = "timeout 20 \(client) '\(service.path)'"
        let lines = try Program.run(script: "cd '\(Self.folder)'; \(command) 20 | head -n 30").lines
        #expect(lines.count == 30)
        #expect(lines.first == "sensor: simulated hand")
        for line in lines.dropFirst() {
            let angles = try #require(Angles(line), "\(line)")
            #expect(abs(angles.tilt - angles.expectedTilt) < 0.05, "\(line)")
        }
        let refused = try Program.run(script: "cd '\(Self.folder)'; \(command) 5000")
        #expect((refused.output + refused.errors).contains("hz must be from 1 to 1000"))
    }

    @Test(.enabled(if: Stranger.isHere("python3"), "python3 is not here (package python3)"))
    func `the one in Python prints the angles that follow from the attitude`() throws {
        try check("python3 motion.py")
    }

    @Test(.enabled(if: Stranger.isHere("jq"), "jq is not here (package jq)"))
    func `the one for the shell prints the angles`() throws {
        try check("sh motion.sh")
    }

    @Test(.enabled(if: Stranger.isHere("node"), "node is not here (package nodejs)"))
    func `the one in JavaScript prints the angles`() throws {
        try check("node motion.js")
    }

    @Test func `what the page shows of the one in Python is in it`() throws {
        let page = Manual("api.md").text
        let shown = try #require(page.components(separatedBy: "```python\n").dropFirst().first)
            .components(separatedBy: "```")[0]
        let file = try String(contentsOfFile: "\(Self.folder)/motion.py", encoding: .utf8)
        #expect(shown.count > 300)
        #expect(file.contains(shown))
    }
}
