import Animation
import LensOptics
import Motion

extension Scene {
    /// For each tilt that changes what the scene shows, `tilt`, `tiltX` and `tiltY`: degrees from neutral
    /// beyond which it changes nothing more; `usual` for what has no such limit.
    public func tiltReaches(usual: Double) -> [Signal: Double] {
        var reaches: [Signal: Double] = [:]
        func add(_ signal: Signal, _ reach: Double) {
            reaches[signal] = max(reaches[signal] ?? 0, reach)
        }
        for driver in drivers where !isAlongLenses(driver) {
            guard let (signal, reach) = driver.kind.reach else { continue }
            switch signal {
            case .tilt, .tiltX, .tiltY: add(signal, reach ?? usual)
            case .front, .middle, .forward, .backward, .sweep: add(.tilt, tiltStates.baseDegrees)
            case .roll, .pitch, .turnRate, .pointerX, .pointerY, .time: break
            }
        }
        if layers.indices.contains(where: { hasDepth($0) }) {
            add(.tiltX, parallax.degrees)
            add(.tiltY, parallax.degrees)
        }
        return reaches
    }

    /// Whether it tilts lenses about the axis across them, which changes nothing that they show; and whether
    /// it is for opacities that a lens has only where it is blended.
    private func isAlongLenses(_ driver: Driver) -> Bool {
        guard let lens = layers[driver.layer].content as? LensContent,
            let index = driver.contentIndex, let parameter = LensContent.Parameter(rawValue: index)
        else { return false }
        switch parameter {
        case .tiltX: return lens.axis == .horizontal && lens[.slant] == 0
        case .tiltY: return lens.axis == .vertical && lens[.slant] == 0
        case .sweep: return lens[.lensShare] == 1
        default: return false
        }
    }
}

extension Driver.Kind {
    /// The signal that it follows, and from which magnitude on it changes nothing more; nil for no limit.
    fileprivate var reach: (Signal, Double?)? {
        switch self {
        case .follow(let signal, let conversion, let keys, _):
            (signal, conversion.reach(keys?.range))
        case .scrub(let signal, let conversion, let range, _, _):
            (signal, conversion.reach(range))
        case .run, .phases, .steps, .transition: nil
        }
    }
}

extension Conversion {
    /// The signal's magnitude from which on the value is limited, or outside of `range`; nil for no limit.
    fileprivate func reach(_ range: ClosedRange<Double>?) -> Double? {
        guard gain > 0 else { return nil }
        let most = range.map { max(abs($0.lowerBound + offset), abs($0.upperBound + offset)) }
        let value = min(most ?? .infinity, max(0, limit))
        return value.isFinite ? value / gain + max(0, deadBand) : nil
    }
}
