import FoundationEssentials
import Glibc
import Motion
import Sensor

// Reads the fake devices of Tests/Rig by IIOSource itself, which no command shows in full:
//
//     rig-probe [device=NAME] [rate=HZ] [waits] STEP...
//
// A step is read=SECONDS, rest, or pause=SECONDS. Printed are, a line each with its time in seconds of
// CLOCK_MONOTONIC before it: steps, changes of state, notes, and "sample TIMESTAMP".

let steps = CommandLine.arguments.dropFirst().map { $0.split(separator: "=").map(String.init) }
var settings = IIOSource.Settings()
settings.reopens = true
for step in steps where step[0] == "device" { settings.device = step[1] }
for step in steps where step[0] == "rate" { settings.rate = Double(step[1]) ?? 0 }
settings.startsWithoutDevice = steps.contains(["waits"])

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

@Sendable func say(_ words: String) {
    print(now(), words)
    fflush(nil)
}

func read(_ source: IIOSource, seconds: Double) throws {
    let end = now() + seconds
    var before = SourceState.open
    while now() < end {
        var samples: [ImuSample] = []
        let state = try source.read(into: &samples, timeout: .milliseconds(100))
        for sample in samples { say("sample \(Double(sample.timestamp) / 1e9)") }
        if state != before { say("\(state)") }
        before = state
    }
}

do {
    let source = try IIOSource(settings) { say("note \($0)") }
    for step in steps {
        switch step[0] {
        case "read": try read(source, seconds: Double(step[1]) ?? 0)
        case "pause": usleep(UInt32((Double(step[1]) ?? 0) * 1e6))
        case "rest": source.rest()
        default: continue
        }
        say(step[0])
    }
} catch {
    say("error \(error)")
    exit(1)
}
