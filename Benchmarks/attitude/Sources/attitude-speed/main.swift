import Glibc
import Motion

// Reads doubles (ax ay az gx gy gz) from the file given, 285.714 rows a second, and prints the
// least nanoseconds of processor time that an update and a read of the attitude took in ten runs.

/// All rows of the file as samples.
func samples(of path: String) -> [ImuSample] {
    guard let file = fopen(path, "rb") else { return [] }
    defer { fclose(file) }
    var (samples, row) = ([ImuSample](), [Double](repeating: 0, count: 6))
    while fread(&row, MemoryLayout<Double>.size, 6, file) == 6 {
        samples.append(
            ImuSample(
                timestamp: Int64(samples.count) * 3_500_000,
                acceleration: Vector3(row[0], row[1], row[2]),
                rotationRate: Vector3(row[3], row[4], row[5])))
    }
    return samples
}

/// Processor time of this thread, nanoseconds.
func processorTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Nanoseconds a sample; the sum keeps the compiler from leaving the work out.
func measure(_ samples: [ImuSample]) -> Double {
    var (filter, sum) = (AttitudeFilter(), 0.0)
    let start = processorTime()
    for sample in samples {
        filter.update(with: sample)
        sum += filter.attitude?.quaternion.w ?? 0
    }
    let time = processorTime() - start
    return sum.isFinite ? time / Double(samples.count) : .infinity
}

let rows = samples(of: CommandLine.arguments.dropFirst().first ?? "")
guard !rows.isEmpty else {
    perror("attitude-speed: a file of samples")
    exit(66)
}
print((0..<10).map { _ in measure(rows) }.min() ?? .infinity)
