import FoundationEssentials
import Glibc
import Motion
import Sensor

// Reads the fake devices of Tests/Rig by a source itself, which no command shows in full:
//
//     rig-probe [device=NAME] [rate=HZ] [fused=true] [waits] STEP...
//
// A step is read=SECONDS, rest, or pause=SECONDS. Printed are, a line each with its time in seconds of
// CLOCK_MONOTONIC before it: steps, changes of state, notes, "sample TIMESTAMP" or, where the
// configuration would use a device's own rotation, "attitude TIMESTAMP PITCH RATE", degrees about x.

let steps = CommandLine.arguments.dropFirst().map { $0.split(separator: "=").map(String.init) }
var settings = IIOSource.Settings()
settings.reopens = true
settings.startsWithoutDevice = steps.contains(["waits"])
for step in steps where step[0] == "device" { settings.device = step[1] }
for step in steps where step[0] == "rate" { settings.rate = Double(step[1]) ?? 0 }
for step in steps where step[0] == "fused" { settings.usesFused = step[1] == "true" }

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

@Sendable func say(_ words: String) {
    print(now(), words)
    fflush(nil)
}

func words(_ sample: ImuSample) -> String { "sample \(Double(sample.timestamp) / 1e9)" }

func words(_ attitude: Attitude) -> String {
    let pitch = EulerAngles(attitude.orientation).pitch * 180 / .pi
    return "attitude \(Double(attitude.timestamp) / 1e9) \(pitch) \(attitude.rate.x * 180 / .pi)"
}

func run<Reading>(
    rest: () -> Void, words: (Reading) -> String,
    read: (inout [Reading], Duration) throws -> SourceState
) throws {
    var before = SourceState.open
    for step in steps {
        let seconds = step.count > 1 ? Double(step[1]) ?? 0 : 0
        switch step[0] {
        case "read":
            let end = now() + seconds
            while now() < end {
                var readings: [Reading] = []
                let state = try read(&readings, .milliseconds(100))
                for reading in readings { say(words(reading)) }
                if state != before { say("\(state)") }
                before = state
            }
        case "pause": usleep(UInt32(seconds * 1e6))
        case "rest": rest()
        default: continue
        }
        say(step[0])
    }
}

do {
    let note: @Sendable (String) -> Void = { say("note \($0)") }
    if (try? IIOSource.inventory(settings))?.rotation != nil {
        let source = try IIORotationSource(settings, note: note)
        try run(rest: source.rest, words: words, read: source.read)
    } else {
        let source = try IIOSource(settings, note: note)
        try run(rest: source.rest, words: words, read: source.read)
    }
} catch {
    say("error \(error)")
    exit(1)
}
