extension FixedWidthInteger {
    /// The integer nearest to `value`: the type's limit if it is out of range, 0 if it is NaN. A
    /// plain conversion would trap.
    ///
    /// Inlinable, because the sensor's loop calls it. Specialised, it is a few instructions;
    /// unspecialised, it calls the runtime for each generic operation.
    @inlinable
    public init(saturating value: Double) {
        let whole = value.rounded()
        if let exact = Self(exactly: whole) {
            self = exact
        } else {
            self = value.isNaN ? 0 : value < 0 ? .min : .max
        }
    }
}

extension Duration {
    /// A duration of `seconds`; a century if they are more, 0 if they are negative or NaN.
    public static func seconds(saturating seconds: Double) -> Duration {
        .nanoseconds(Int64(saturating: min(max(0, seconds), 3_155_760_000) * 1e9))
    }
}
