import Glibc
import Motion

// attitude-settings FILE... -- LEAD...
//
// Reads trials as doubles (time in s, acceleration, rate, true quaternion, 1 where it is judged). For
// each line of "name=value" pairs on standard input it runs the filter with these settings over every
// trial and prints, trial by trial, the inclination RMSE in degrees at each lead in seconds.

typealias Settings = AttitudeFilter.Settings

nonisolated(unsafe) let names: [String: WritableKeyPath<Settings, Double>] = [
    "gyroscopeNoise": \.gyroscopeNoise, "accelerometerNoise": \.accelerometerNoise,
    "clippedNoise": \.clippedNoise, "restAccelerometerNoise": \.restAccelerometerNoise,
    "knockNoise": \.knockNoise, "biasWalk": \.biasWalk, "restBiasWalk": \.restBiasWalk,
    "biasPrior": \.biasPrior, "biasLimit": \.biasLimit, "scalePrior": \.scalePrior,
    "velocityNoise": \.velocityNoise, "restVelocityNoise": \.restVelocityNoise,
    "velocityNoiseByForce": \.velocityNoiseByForce, "reach": \.reach,
    "usualAcceleration": \.usualAcceleration, "alignmentNoiseTime": \.alignmentNoiseTime,
    "innovationRatioLimit": \.innovationRatioLimit, "calmMeanSquare": \.calmMeanSquare,
    "correctionRate": \.correctionRate, "restBiasNoise": \.restBiasNoise,
    "alignmentTime": \.alignmentTime, "longStepDeviation": \.longStepDeviation,
]

struct Row {
    var sample: ImuSample
    /// Where it is judged.
    var truth: Quaternion?
}

func rows(of path: String) -> [Row] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var (rows, d) = ([Row](), [Double](repeating: 0, count: 12))
    while fread(&d, MemoryLayout<Double>.size, 12, file) == 12 {
        let sample = ImuSample(
            timestamp: Int64((d[0] * 1e9).rounded()), acceleration: Vector3(d[1], d[2], d[3]),
            rotationRate: Vector3(d[4], d[5], d[6]))
        let truth = d[11] == 1 ? Quaternion(d[7], d[8], d[9], d[10]) : nil
        rows.append(Row(sample: sample, truth: truth))
    }
    return rows
}

func inclination(_ q: Quaternion, _ truth: Quaternion) -> Double {
    let d = q * truth.conjugate
    return 2 * acos(min(1, (d.w * d.w + d.z * d.z).squareRoot())) * 180 / .pi
}

/// RMSE in degrees at each lead: every attitude turned on as its last step went.
func errors(_ rows: [Row], _ settings: Settings, _ leads: [Double]) -> [Double] {
    var filter = AttitudeFilter(settings: settings)
    var (squares, count) = ([Double](repeating: 0, count: leads.count), 0.0)
    var last: Attitude?
    for row in rows {
        filter.update(with: row.sample)
        guard let now = filter.attitude else { continue }
        if let truth = row.truth {
            count += 1
            let before = last ?? now
            let step = max(1e-9, Double(now.timestamp - before.timestamp) * 1e-9)
            let turn = (before.quaternion.conjugate * now.quaternion).rotationVector / step
            for (k, lead) in leads.enumerated() {
                let led = now.quaternion * Quaternion(rotation: lead * turn)
                let error = inclination(led, truth)
                squares[k] += error * error
            }
        }
        last = now
    }
    return squares.map { ($0 / count).squareRoot() }
}

let arguments = CommandLine.arguments.dropFirst()
let files = arguments.prefix { $0 != "--" }
let leads = arguments.dropFirst(files.count + 1).compactMap { Double($0) }
let trials = files.map(rows(of:))
guard !trials.isEmpty, !leads.isEmpty, trials.allSatisfy({ !$0.isEmpty }) else {
    perror("attitude-settings: FILE... -- LEAD...")
    exit(66)
}
while let line = readLine() {
    var settings = Settings()
    for pair in line.split(separator: " ") {
        let parts = pair.split(separator: "=")
        guard parts.count == 2, let name = names[String(parts[0])], let value = Double(parts[1])
        else {
            print("attitude-settings: no setting: \(pair)")
            exit(64)
        }
        settings[keyPath: name] = value
    }
    let found = trials.map { errors($0, settings, leads).map { "\($0)" }.joined(separator: " ") }
    print(found.joined(separator: ";"))
    fflush(nil)
}
