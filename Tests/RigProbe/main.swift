import FoundationEssentials
import Glibc
import IIO
import Motion
import Platform

// Reads the fake devices of Tests/Rig by a source itself, which no command shows in full:
//
//     rig-probe [device=NAME] [rate=HZ] [fused=true] [mount=MATRIX] [waits] [timeout=SECONDS] STEP...
//
// A step is read=SECONDS, first=SECONDS, which reads until a reading comes, so long at most, suspend, pause=SECONDS, or stuck, which only a signal ends. Printed are, a
// line each with its time in seconds of CLOCK_BOOTTIME before it: steps, changes of state, notices,
// "gyroscope" with its bias and delay where they change, "sample TIMESTAMP" with the acceleration along
// z in m/s², if it has one, or, where the configuration would use a device's own attitude, "attitude
// TIMESTAMP PITCH RATE", degrees about x.

StandardError.begin()
let steps = CommandLine.arguments.dropFirst().map { $0.split(separator: "=").map(String.init) }
var settings = IIOSource.Settings()
settings.reopens = true
settings.startsWithoutDevice = steps.contains(["waits"])
for step in steps where step[0] == "device" { settings.device = step[1] }
for step in steps where step[0] == "rate" { settings.rate = Double(step[1]) ?? 0 }
/// Of each read, in seconds.
let timeout = steps.first { $0[0] == "timeout" }.flatMap { Double($0[1]) } ?? 0.1
for step in steps where step[0] == "fused" { settings.usesFusedAttitude = step[1] == "true" }

for step in steps where step[0] == "mount" { settings.mountMatrix = MountMatrix(step[1]) }

if steps.contains(["stuck"]) { Ending.begin() }

func now() -> Double { Double(boottimeNow()) / 1e9 }

@Sendable func say(_ words: String) {
    print(now(), words)
    fflush(nil)
}

func words(_ reading: Reading) -> String {
    switch reading {
    case .sample(let sample):
        let height = sample.acceleration.map { " \($0.z)" } ?? ""
        return "sample \(Double(sample.timestamp) / 1e9)\(height)"
    case .attitude(let attitude):
        let pitch = EulerAngles(attitude.quaternion).pitch * 180 / .pi
        return
            "attitude \(Double(attitude.timestamp) / 1e9) \(pitch) \(attitude.rate.x * 180 / .pi)"
    }
}

func run(_ source: any MotionSource) throws {
    var (before, errors) = (SourceState.open, source.gyroscopeErrors)
    for step in steps {
        let seconds = step.count > 1 ? Double(step[1]) ?? 0 : 0
        switch step[0] {
        case "read", "first":
            let end = now() + seconds
            var readings: [Reading] = []
            while now() < end, step[0] == "read" || readings.isEmpty {
                readings = []
                let state = try source.read(into: &readings, timeout: .seconds(timeout))
                if source.gyroscopeErrors != errors {
                    errors = source.gyroscopeErrors
                    say("gyroscope bias \(errors.bias.length) delay \(errors.delay ?? -1)")
                }
                for reading in readings { say(words(reading)) }
                if state != before { say("\(state)") }
                before = state
            }
        case "stuck": while true { sleep(1) }
        case "pause": usleep(UInt32(seconds * 1e6))
        case "suspend": source.suspend()
        default: continue
        }
        say(step[0])
    }
}

do {
    try run(try IIOSource(settings) { say("notice \($0)") })
} catch {
    say("error \(error)")
    exit(1)
}
