import Foundation
import TestSupport
import Testing

/// What a benchmark has started ends with it.
@Suite struct BenchmarkEndingTests {
    private static let benchmarks = Repository.path("Benchmarks")

    /// Starts two programs as the measures do, and prints their process ids.
    private static let script = """
        import sys, time
        sys.dont_write_bytecode = True
        sys.path.insert(0, "\(benchmarks)")
        from measures import processes
        processes.end_in_order()
        with processes.running(["sleep", "3600"]) as one, \
                processes.running(["sleep", "3600"]) as other:
            print(one.pid, other.pid, flush=True)
            time.sleep(3600)
        """

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGKILL])
    func `however it ends`(signal: Int32) throws {
        let folder = TemporaryFolder()
        let output = folder.file("output")
        let benchmark = try Child(
            "python3", ["-c", Self.script],
            streams: Child.Streams(output: output.path, errors: folder.file("errors").path))
        var started: [pid_t] = []
        #expect(
            eventually {
                let text = (try? String(contentsOf: output, encoding: .utf8)) ?? ""
                started = text.split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
                return text.hasSuffix("\n") || !benchmark.isRunning
            })
        try #require(started.count == 2)
        benchmark.send(signal)
        #expect(eventually { started.allSatisfy { !isRunning($0) } })
    }

    private func isRunning(_ process: pid_t) -> Bool {
        let state = processFields(process).first
        return state != nil && state != "Z"
    }
}
