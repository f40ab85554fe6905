import Animation
import TOML

/// The names of springs and curves in card.toml.
enum AnimationWords {
    static let springs: [(name: String, spring: Spring)] = [
        ("smooth", .smooth), ("snappy", .snappy), ("bouncy", .bouncy),
        ("interactive", .interactive),
    ]
    static let curves: [(name: String, curve: UnitCurve)] = [
        ("linear", .linear), ("ease-in", .easeIn), ("ease-out", .easeOut),
        ("ease-in-out", .easeInOut), ("circular-ease-in", .circularEaseIn),
        ("circular-ease-out", .circularEaseOut), ("circular-ease-in-out", .circularEaseInOut),
    ]

    static func spring(_ name: String) -> Spring? { springs.first { $0.name == name }?.spring }

    static func curve(_ name: String) -> UnitCurve? { curves.first { $0.name == name }?.curve }
}

// Springs, curves and animations.
extension TOMLValue {
    /// A spring, by name or by its numbers.
    func spring() throws(TOMLError) -> Spring {
        if case .table(let table) = content { return try table.spring() }
        guard case .string = content else { throw error("must be a name or a table") }
        let name = try choice(of: AnimationWords.springs.map(\.name))
        return AnimationWords.spring(name) ?? .smooth
    }

    /// A spring that comes to rest within the longest of `times`.
    func settlingSpring() throws(TOMLError) -> Spring {
        let spring = try spring()
        guard spring.settlingDuration <= Self.times.upperBound else { throw neverSettles }
        return spring
    }

    var neverSettles: TOMLError {
        error("does not come to rest within a day: give another bounce or damping")
    }

    /// A unit curve, by name or as the four numbers of a Bézier curve.
    func curve() throws(TOMLError) -> UnitCurve {
        switch content {
        case .string:
            let name = try choice(of: AnimationWords.curves.map(\.name))
            return AnimationWords.curve(name) ?? .linear
        case .array:
            let y = -100.0...100
            let n = try numbers("[x1, y1, x2, y2]", in: [0...1, y, 0...1, y])
            return .bezier(n[0], n[1], n[2], n[3])
        default: throw error("must be a name or four numbers, [x1, y1, x2, y2]")
        }
    }

    /// An animation: the name of a spring, `none`, or a table.
    func animation() throws(TOMLError) -> Animation {
        if case .table(let table) = content { return try table.animation() }
        guard case .string = content else { throw error("must be a name or a table") }
        let name = try choice(of: AnimationWords.springs.map(\.name) + ["none"])
        return AnimationWords.spring(name).map { .spring($0) } ?? .immediate
    }
}

extension TOMLTable {
    /// The three sets of keys that describe a spring.
    private static let springForms = [
        ["duration", "bounce"], ["response", "damping-fraction"], ["mass", "stiffness", "damping"],
    ]

    fileprivate func spring() throws(TOMLError) -> Spring {
        try refuseUnknown(Self.springForms.flatMap { $0 })
        let forms = Self.springForms.filter { !given(of: $0).isEmpty }
        guard forms.count == 1, let form = forms.first else {
            throw error(
                "must have keys of one kind: duration and bounce, or response and "
                    + "damping-fraction, or mass, stiffness and damping")
        }
        func number(
            _ key: String, _ range: ClosedRange<Double>, or defaultValue: Double? = nil
        ) throws(TOMLError) -> Double {
            if let value = self[key] { return try value.number(in: range) }
            guard let defaultValue else { throw error("needs \(key)") }
            return defaultValue
        }
        let (times, damping) = (Spring.durationRange, Spring.dampingAndFractionRange)
        switch form[0] {
        case "duration":
            return Spring(
                duration: try number("duration", times, or: 0.5),
                // With a bounce of -1 the spring would never move.
                bounce: try number("bounce", -0.99...Spring.bounceRange.upperBound, or: 0))
        case "response":
            return Spring(
                response: try number("response", times, or: 0.5),
                dampingFraction: try number("damping-fraction", damping, or: 0.825))
        default:
            return Spring(
                mass: try number("mass", Spring.massAndStiffnessRange, or: 1),
                stiffness: try number("stiffness", Spring.massAndStiffnessRange),
                damping: try number("damping", damping))
        }
    }

    fileprivate func animation() throws(TOMLError) -> Animation {
        let names = AnimationWords.curves.map(\.name)
        try refuseUnknown(["spring", "curve", "duration"] + names)
        let heads = given(of: ["spring", "curve"] + names)
        guard heads.count == 1, let head = heads.first, let value = self[head] else {
            throw error("must have one of spring, curve and the names of curves, as ease-in-out")
        }
        if head != "curve", self["duration"] != nil {
            throw error(
                head == "spring"
                    ? "has a duration, which goes into the spring: spring = { duration = ... }"
                    : "has a duration, which is the number of \(head) already")
        }
        switch head {
        case "spring": return .spring(try value.settlingSpring())
        case "curve":
            guard let duration = self["duration"] else { throw error("needs duration") }
            return .curve(try value.curve(), duration: try duration.time())
        default:
            return .curve(AnimationWords.curve(head) ?? .linear, duration: try value.time())
        }
    }
}
