import Animation

/// What goes on by itself in a scene that only tilts move.
extension Scene {
    /// The seconds after which each thing that repeats begins again, each period once.
    public var loopPeriods: [Double] {
        var periods: [Double] = []
        for driver in drivers {
            switch driver.kind {
            case .run(.shown, _, let duration, repeats: true) where duration > 0:
                periods.append(duration)
            case .phases(.shown, let phases) where phases.runsByItself && !phases.isConstant:
                periods.append(phases.period)
            default: break
            }
        }
        return Set(periods).sorted()
    }

    /// Whether something moves by itself and never comes back to where it began: particles, a shader, or what
    /// follows the time.
    public var movesWithoutEnd: Bool {
        let followsTime = drivers.contains { driver in
            switch driver.kind {
            case .follow(.time, _, _, _), .scrub(.time, _, _, _, _): true
            default: false
            }
        }
        return followsTime
            || layers.contains { layer in
                layer.shader.map { !$0.isStill } ?? false || layer.content.memory != nil
            }
    }
}
