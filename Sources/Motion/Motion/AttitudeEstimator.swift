/// Computes attitudes from samples: the program's own filter, and filters to compare it with.
public protocol AttitudeEstimator: Sendable {
    /// Takes one sample, in the order the source gave it.
    mutating func update(with sample: ImuSample)

    /// The newest attitude; nil before the first accelerometer sample.
    var attitude: Attitude? { get }

    var status: AttitudeFilter.Status { get }

    /// The attitude `seconds` after the newest sample, predicted for at most 0.1 s; the newest one
    /// at rest and without a gyroscope. Nil while `attitude` is nil.
    func predicted(after seconds: Double) -> Attitude?
}

extension AttitudeFilter: AttitudeEstimator {}

/// The estimators, by their names on the command line.
public enum FilterChoice: String, CaseIterable, Sendable {
    /// `AttitudeFilter`.
    case lenticule
    /// `ComplementaryFilter`, corrected by a fixed share of the error of inclination.
    case complementary
    /// `ComplementaryFilter`, corrected at a constant rate.
    case madgwick

    /// A new estimator of this kind, with its defaults.
    public var estimator: any AttitudeEstimator {
        switch self {
        case .lenticule: AttitudeFilter()
        case .complementary: ComplementaryFilter(settings: .complementary)
        case .madgwick: ComplementaryFilter(settings: .madgwick)
        }
    }
}

/// An estimator chosen at run time; slower than one whose type is known to the compiler.
public struct ChosenEstimator: AttitudeEstimator {
    private var estimator: any AttitudeEstimator

    /// A new estimator of this kind.
    public init(_ choice: FilterChoice) { estimator = choice.estimator }

    public mutating func update(with sample: ImuSample) { estimator.update(with: sample) }
    public var attitude: Attitude? { estimator.attitude }
    public var status: AttitudeFilter.Status { estimator.status }
    public func predicted(after seconds: Double) -> Attitude? {
        estimator.predicted(after: seconds)
    }
}
