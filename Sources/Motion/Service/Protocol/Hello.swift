public import Motion

/// What a service says of itself and of its sensor: a client's first line, which comes again when
/// it changes.
public struct Hello: Sendable, Equatable {
    /// Nil while the sensor is absent.
    public var sensor: ServedSensor?
    /// The program's version; nil if the service does not tell it.
    public var version: String?
}

/// The source of a service, as clients know it.
public struct ServedSensor: Sendable, Equatable {
    public var name: String
    /// What the source measures.
    public var quantities: Quantities
    /// The clock of the timestamps; nil if it is unknown.
    public var clock: SourceClock?

    public init(name: String, quantities: Quantities, clock: SourceClock?) {
        (self.name, self.quantities, self.clock) = (name, quantities, clock)
    }

    /// The present sensor of `source`.
    public init(of source: any MotionSource) {
        self.init(name: source.name, quantities: source.quantities, clock: source.clock)
    }
}

extension Quantities {
    /// The names in `"sensors"`, in their order.
    private static let names: [(name: String, quantity: Self)] = [
        ("accel", .acceleration), ("gyro", .rotationRate), ("attitude", .attitude),
    ]

    /// The quantities with these names; a name that is not known is ignored.
    init(named names: [String]) {
        self = Self.names.reduce([]) { names.contains($1.name) ? $0.union($1.quantity) : $0 }
    }

    var names: [String] { Self.names.filter { contains($0.quantity) }.map(\.name) }
}
