import Foundation
import TestSupport
import Testing

/// A running `lenticule serve` with a socket of its own.
final class Service {
    let folder = TemporaryFolder()
    let program: RunningProgram

    /// Serves `source`.
    init(_ source: String, _ arguments: String..., environment: [String: String?] = [:]) throws {
        program = try RunningProgram(
            ["serve", "--from", source, "--socket", folder.file("motion.sock").path] + arguments,
            environment: environment)
    }

    var path: String { folder.file("motion.sock").path }

    /// A client that has heard the hello line.
    func listener() throws -> ServiceListener {
        let listener = try ServiceListener(path)
        let hello = try #require(listener.line(), "no hello; \(program.words)")
        #expect(hello.hasPrefix("{\"lenticule\":1,\"device\":\""))
        return listener
    }

    /// What the run gave after SIGTERM.
    func end() throws -> Program.Result {
        program.send(SIGTERM)
        return try #require(try program.result(within: 10), "still running")
    }

    /// Kilobytes of memory that the process has written to: what it only reads, others may share.
    var privateMemory: Int {
        let text = try? String(
            contentsOfFile: "/proc/\(program.process)/smaps_rollup", encoding: .utf8)
        let lines = (text ?? "").split(separator: "\n").filter { $0.hasPrefix("Private_Dirty") }
        return lines.reduce(0) { $0 + (Int($1.split(separator: " ").dropFirst().first ?? "") ?? 0) }
    }
}

/// What a state line says, as any program reads it.
struct StateLine: Decodable {
    let time: Int64
    let q: [Double]
    let tilt: Double
    let state: String
    let back: Double
    let middle: Double
    let front: Double
    let device: String

    enum CodingKeys: String, CodingKey {
        case q, state, back, middle, front, device
        case time = "timestamp_ns"
        case tilt = "tilt_deg"
    }

    init(_ line: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
    }
}

/// What a line for who subscribed to samples says.
struct SampleLine: Decodable {
    let time: Int64?
    let lost: Int64?

    enum CodingKeys: String, CodingKey {
        case lost
        case time = "timestamp_ns"
    }

    init(_ line: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(line.utf8))
    }
}
