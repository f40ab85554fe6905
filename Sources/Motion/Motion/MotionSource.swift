/// A source's output: a sensor's sample, or an attitude that the source has fused.
public enum Reading: Sendable, Equatable {
    case sample(ImuSample)
    case attitude(Attitude)

    /// Nanoseconds on the source's own clock.
    public var timestamp: Int64 {
        get {
            switch self {
            case .sample(let sample): sample.timestamp
            case .attitude(let attitude): attitude.timestamp
            }
        }
        set {
            switch self {
            case .sample(var sample):
                sample.timestamp = newValue
                self = .sample(sample)
            case .attitude(var attitude):
                attitude.timestamp = newValue
                self = .attitude(attitude)
            }
        }
    }

    /// Whether a log starts again with this reading.
    public var startsAgain: Bool {
        switch self {
        case .sample(let sample): sample.startsAgain
        case .attitude(let attitude): attitude.startsAgain
        }
    }

    /// The sample, if it is one.
    public var sample: ImuSample? { if case .sample(let sample) = self { sample } else { nil } }

    /// The attitude, if it is one.
    public var attitude: Attitude? {
        if case .attitude(let attitude) = self { attitude } else { nil }
    }
}

/// A source of motion: a sensor, a log, a service or a simulation. Its users need not know which of
/// these it is.
///
/// A source is used by one thread, which blocks in `read`.
public protocol MotionSource: AnyObject {
    /// The name for the user: the sensor's or the file's.
    var name: String { get }

    /// What the neutral `auto` means: `start` where the device may be in any pose at the start.
    var automaticNeutral: Neutral { get }

    /// Whether a sensor measures now: its values are noisy at rest, the sign of its accelerometer may
    /// be corrected meanwhile, and a pose is waited for only for some time.
    var isSensor: Bool { get }

    /// Whether the screen is tilted together with what is measured.
    var tiltsScreen: Bool { get }

    /// Whether the service suspends it while it has no clients, because they miss nothing.
    var isSuspendable: Bool { get }

    /// How many times faster than real time the timestamps of a log or a simulation advance; nil if
    /// readings come as they are measured, and for a log that is read without waiting.
    var playbackSpeed: Double? { get }

    /// What its readings contain, as far as it is known now.
    var quantities: Quantities { get }

    /// The clock of its timestamps; nil if it is unknown.
    var clock: SourceClock? { get }

    /// Whether the sensor is absent and only `read` can detect its return. Such a source must be
    /// read even while nobody needs it.
    var isWaiting: Bool { get }

    /// Comments for a recording, a line each: the sensor, its rates, its mount matrix.
    var descriptions: [String] { get }

    /// The known errors of its gyroscope; after a `read` those of the gyroscope that was read.
    var gyroscopeErrors: GyroscopeErrors { get }

    /// Whether `deinit` restores the settings of a local IIO device, so that the program has to wait for it.
    var restoresSettings: Bool { get }

    /// The number of measured samples that are known to be lost: a buffer overran, or a service
    /// dropped them for a slow client.
    var lost: Int { get }

    /// Appends the readings since the last call; waits at most `timeout` for the first one.
    ///
    /// Readings are in SI units, device frame, in the order the source had them.
    func read(into readings: inout [Reading], timeout: Duration) throws -> SourceState

    /// Suspends the source until the next `read`.
    func suspend()
}

/// What holds for logs, simulations and the attitudes of a broker.
extension MotionSource {
    public var automaticNeutral: Neutral { .gravity }
    public var isSensor: Bool { false }
    public var tiltsScreen: Bool { false }
    public var isSuspendable: Bool { false }
}

extension MotionSource {
    public var playbackSpeed: Double? { nil }
    public var quantities: Quantities { [] }
    public var clock: SourceClock? { nil }
    public var isWaiting: Bool { false }
    public var descriptions: [String] { [name] }
    public var gyroscopeErrors: GyroscopeErrors { GyroscopeErrors() }
    public var restoresSettings: Bool { false }
    public var lost: Int { 0 }
    public func suspend() {}

    /// Appends the new samples, also those before an error; fused attitudes are dropped.
    public func read(into samples: inout [ImuSample], timeout: Duration) throws -> SourceState {
        var readings: [Reading] = []
        defer { samples += readings.lazy.compactMap(\.sample) }
        return try read(into: &readings, timeout: timeout)
    }
}

/// The known errors of a gyroscope; samples still contain them.
public struct GyroscopeErrors: Sendable, Equatable {
    /// rad/s, device frame: the calibrated bias.
    public var bias: Vector3
    /// s: how late a sample is; nil: see `AttitudeFilter.Settings.gyroscopeDelay`.
    public var delay: Double?
    /// The identity of the gyroscope; nil if the source always has the same one.
    public var sensor: String?

    public init(bias: Vector3 = .zero, delay: Double? = nil, sensor: String? = nil) {
        (self.bias, self.delay, self.sensor) = (bias, delay, sensor)
    }
}

/// Whether a source has more readings.
public enum SourceState: Sendable, Equatable {
    case open
    /// The source waits for what the text names, as in "bmi160", and then gives readings again.
    case waiting(for: String)
    case ended
}
