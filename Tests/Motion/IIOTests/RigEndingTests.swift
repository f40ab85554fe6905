import Testing

/// SIGINT, SIGTERM and SIGHUP end what uses a device, and leave the device as it was.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence), .serialized)
struct RigEndingTests {
    /// Runs `command` in the background once the devices are prepared, waits for `isThere`, does what is
    /// to be done `then`, sends the signal, and looks how it went.
    private func check(
        _ command: String, after first: String = "", once isThere: String, then: String = "",
        signal: String, isSame: Bool = true
    ) throws {
        let result = try Rig().run(
            RigSavedSettingsTests.functions + """
                \(first)
                \(command) > output 2> words &
                reader=$!
                for try in {1..300}; do \(isThere) && break; sleep 0.1; done
                \(isThere) || { echo not there; cat words; }
                \(then)
                start=$(date +%s%N)
                kill -\(signal) $reader
                for try in {1..400}; do kill -0 $reader 2> no || break; sleep 0.01; done
                kill -0 $reader 2> no && { echo still runs; kill -KILL $reader; }
                echo "$(( ($(date +%s%N) - start) / 1000000 )) ms" >&2
                wait $reader
                kill -KILL $server $client 2> no
                \(isSame ? "same" : "echo ended")
                """)
        #expect(
            result.output.split(separator: "\n") == [isSame ? "same" : "ended"],
            "\(result.words)")
    }

    private static let signals = ["INT", "TERM", "HUP"]
    private static let isOn = "grep -q 1 $device/buffer/enable"

    @Test(arguments: signals)
    func `while it records`(signal: String) throws {
        try check("\"$program\" record log.csv --from local:", once: Self.isOn, signal: signal)
    }

    @Test(arguments: signals)
    func `while it calibrates`(signal: String) throws {
        try check("\"$program\" calibrate --from local:", once: Self.isOn, signal: signal)
    }

    @Test(arguments: signals)
    func `while it serves somebody`(signal: String) throws {
        try check(
            "\"$program\" serve --from local: --socket motion.sock",
            after: """
                {
                    until [ -S motion.sock ]; do sleep 0.05; done
                    exec "$program" record client.csv --from socket:motion.sock 2> no
                } &
                client=$!
                """,
            // The service turns the buffer on for a moment when it starts, too.
            once: "has_lines client.csv 1", signal: signal)
    }

    /// Its devices are its own to restore.
    @Test(arguments: signals)
    func `while the server of the devices is frozen`(signal: String) throws {
        try check(
            "\"$program\" record log.csv --from $uri", after: "serve", once: "[ -s log.csv ]",
            then: "kill -STOP $server; sleep 0.3", signal: signal, isSame: false)
    }
}
