import Foundation
import Glibc
import TestSupport

@testable import Motion

/// The ten recorded trials of the BROAD benchmark, which lie beside the repository.
struct BroadTrial {
    /// One row: a sample and, where the cameras saw the device in motion, its true attitude.
    struct Row {
        var sample: ImuSample
        var reference: Quaternion?
    }

    var rows: [Row]

    /// The names of the files, as the benchmark numbers them.
    static let names = [
        "02_undisturbed_slow_rotation_B", "06_undisturbed_fast_rotation_A",
        "08_undisturbed_fast_rotation_with_breaks_A", "12_undisturbed_slow_translation_C",
        "15_undisturbed_fast_translation_A", "18_undisturbed_fast_translation_with_breaks_B",
        "21_undisturbed_fast_combined", "24_disturbed_tapping_A",
        "27_disturbed_phone_vibration_B", "32_disturbed_attached_magnet_1cm",
    ]

    /// Where they lie; nil if they are absent.
    static let folder: String? = {
        guard let folder = Program.shared?.appending(path: "motion/broad").path,
            access("\(folder)/\(names[0]).csv", R_OK) == 0
        else { return nil }
        return folder
    }()

    /// All ten, read once; empty if they are absent.
    static let all: [String: BroadTrial] = Dictionary(
        uniqueKeysWithValues: names.compactMap { name in BroadTrial(name).map { (name, $0) } })

    /// Reads one trial of `folder`.
    private init?(_ name: String) {
        guard let folder = Self.folder, let file = fopen("\(folder)/\(name).csv", "r") else {
            return nil
        }
        defer { fclose(file) }
        rows = []
        var line = [CChar](repeating: 0, count: 1024)
        _ = fgets(&line, 1024, file)
        while fgets(&line, 1024, file) != nil {
            rows.append(line.withUnsafeBufferPointer { Self.row($0) })
        }
    }

    /// Columns: timestamp_ns, accel, gyro, ref_q (or nothing), movement.
    private static func row(_ line: UnsafeBufferPointer<CChar>) -> Row {
        var (d, next) = ([Double](), line.baseAddress)
        while d.count < 12, let field = next {
            var end: UnsafeMutablePointer<CChar>?
            let number = strtod(field, &end)
            let isEmpty = end.map { UnsafePointer($0) } == field
            d.append(isEmpty ? .nan : number)
            next = end.map { UnsafePointer($0) + 1 }
        }
        let sample = ImuSample(
            timestamp: Int64(d[0]), acceleration: Vector3(d[1], d[2], d[3]),
            rotationRate: Vector3(d[4], d[5], d[6]))
        let isJudged = d[11] == 1 && d[7].isFinite
        return Row(
            sample: sample, reference: isJudged ? Quaternion(d[7], d[8], d[9], d[10]) : nil)
    }

    /// The trial as a chip gives it whose low-pass takes the mean of so many samples.
    func averaged(_ count: Int) -> BroadTrial {
        var trial = self
        trial.rows = stride(from: count, through: rows.count, by: count).map { end in
            var (row, force, rate) = (rows[end - 1], Vector3.zero, Vector3.zero)
            for part in rows[(end - count)..<end] {
                force += part.sample.acceleration ?? .zero
                rate += part.sample.rotationRate ?? .zero
            }
            (row.sample.acceleration, row.sample.rotationRate) =
                (force / Double(count), rate / Double(count))
            return row
        }
        return trial
    }

    /// The trial as an accelerometer of so many bits gives it that ends at ±`range`, in g.
    func clipped(bits: Int, range: Double) -> BroadTrial {
        let half = Double(1 << (bits - 1))
        let step = range * standardGravity / half
        var trial = self
        for row in rows.indices {
            trial.rows[row].sample.acceleration = rows[row].sample.acceleration.map { a in
                step
                    * (a * (1 / step)).rounded(.toNearestOrEven).clamped(
                        lowerBound: Vector3(repeating: -half),
                        upperBound: Vector3(repeating: half - 1))
            }
        }
        return trial
    }

    /// Root mean square of the inclination error in degrees, as the benchmark defines it, of the
    /// attitudes turned on by their rate over `lead` seconds.
    func inclinationError(lead: Double = 0) -> Double {
        var (filter, sum, count) = (AttitudeFilter(), 0.0, 0.0)
        for row in rows {
            filter.update(with: row.sample)
            guard let truth = row.reference, var attitude = filter.attitude else { continue }
            attitude.quaternion =
                attitude.quaternion * Quaternion(rotation: lead * attitude.rate)
            sum += Self.square(attitude, truth)
            count += 1
        }
        return (sum / count).squareRoot()
    }

    /// The lead in seconds with the least error: the lowest point of the parabola through three.
    var bestLead: Double {
        let step = 0.003
        let squares = [0, step, 2 * step].map { lead in
            let error = inclinationError(lead: lead)
            return error * error
        }
        let bend = squares[0] - 2 * squares[1] + squares[2]
        return step + 0.5 * step * (squares[0] - squares[2]) / bend
    }

    /// Root mean square of the inclination error in degrees, from three to six seconds after a
    /// start `seconds` into the movement; 0 where the device rests.
    func errorAfterStart(_ seconds: Double) -> Double {
        var (filter, sum, count) = (AttitudeFilter(), 0.0, 0.0)
        let first = (rows.firstIndex { $0.reference != nil } ?? 0) + Int(seconds / 0.0035)
        for (k, row) in rows[first...].prefix(Int(6 / 0.0035)).enumerated() {
            filter.update(with: row.sample)
            guard Double(k) > 3 / 0.0035, let truth = row.reference,
                let attitude = filter.attitude
            else { continue }
            sum += Self.square(attitude, truth)
            count += 1
        }
        return (sum / max(1, count)).squareRoot()
    }

    /// s: how long the movement lasts.
    var duration: Double {
        let judged = rows.indices.filter { rows[$0].reference != nil }
        return 0.0035 * Double((judged.last ?? 0) - (judged.first ?? 0))
    }

    /// How many seconds after a start `seconds` into the movement the error was last above 2 degrees
    /// before it stayed below for a second, as the benchmark defines it; 20 if it never did.
    func convergence(from seconds: Double) -> Double {
        var (filter, last) = (AttitudeFilter(), 0.0)
        let first = (rows.firstIndex { $0.reference != nil } ?? 0) + Int(seconds / 0.0035)
        for (k, row) in rows[first...].prefix(Int(20 / 0.0035)).enumerated() {
            let time = 0.0035 * Double(k)
            if time > last + 1 { return last }
            filter.update(with: row.sample)
            guard let truth = row.reference else { continue }
            let square = filter.attitude.map { Self.square($0, truth) } ?? .infinity
            if !(square <= 4) { last = time }
        }
        return 20
    }

    /// The error of the attitude predicted over `horizon` against the reference that much later,
    /// as a part of the error of the attitude that was not turned on.
    func predictionRatio(horizon: Double) -> Double {
        var (filter, with, without) = (AttitudeFilter(), 0.0, 0.0)
        let ahead = Int((horizon / 0.0035).rounded())
        for (row, later) in zip(rows, rows.dropFirst(ahead)) {
            filter.update(with: row.sample)
            guard row.reference != nil, let truth = later.reference, let now = filter.attitude,
                let predicted = filter.predicted(after: 0.0035 * Double(ahead))
            else { continue }
            with += Self.square(predicted, truth)
            without += Self.square(now, truth)
        }
        return (with / without).squareRoot()
    }

    /// The inclination error squared, in degrees².
    private static func square(_ attitude: Attitude, _ truth: Quaternion) -> Double {
        let d = attitude.quaternion * truth.conjugate
        let e = 2 * acos(min(1, (d.w * d.w + d.z * d.z).squareRoot())) * 180 / .pi
        return e * e
    }
}
