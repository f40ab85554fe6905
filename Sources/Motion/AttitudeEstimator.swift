/// What turns samples into attitudes: the program's own filter, and those it is compared with.
public protocol AttitudeEstimator: Sendable {
    /// Takes one sample, in the order the source gave it.
    mutating func update(with sample: ImuSample)

    /// The newest attitude; nil until gravity was seen.
    var attitude: Attitude? { get }

    /// What the estimator is doing.
    var status: AttitudeFilter.Status { get }

    /// The attitude so many seconds after the newest sample.
    func predicted(after seconds: Double) -> Attitude?
}

extension AttitudeFilter: AttitudeEstimator {}

/// The estimators there are, by the names that people choose them by.
public enum FilterChoice: String, CaseIterable, Sendable {
    /// `AttitudeFilter`.
    case lenticule
    /// `ComplementaryFilter`, drawn to gravity by a share of the way.
    case complementary
    /// `ComplementaryFilter`, drawn to gravity at a constant rate.
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
