import Animation

// For people whom movement disturbs.
extension Scene {
    /// The same scene, in which only inputs move something: what repeats stays as it begins, what follows the
    /// time stays as at 0, as do shaders, and particles stand still.
    public var withReducedMotion: Scene {
        var (layers, drivers) = (layers, drivers)
        for index in drivers.indices { drivers[index].kind = drivers[index].kind.withReducedMotion }
        for index in layers.indices {
            layers[index].content = layers[index].content.withReducedMotion
            layers[index].shader?.isStill = true
        }
        return Scene(
            size: size, tiltStates: tiltStates, parallax: parallax, surround: surround,
            layers: layers, drivers: drivers)
    }
}

extension Driver.Kind {
    fileprivate var withReducedMotion: Driver.Kind {
        switch self {
        case .follow(.time, let conversion, let keys, _):
            let value = conversion.value(of: 0)
            return .constant(keys?.value(at: value) ?? value)
        case .scrub(.time, let conversion, let range, let track, let duration):
            let distance = conversion.value(of: 0) - range.lowerBound
            let share = min(max(distance / (range.upperBound - range.lowerBound), 0), 1)
            return .constant(track.value(at: share * duration))
        case .run(_, let track, _, repeats: true): return .constant(track.value(at: 0))
        case .phases(_, let phases) where phases.loops: return .constant(phases.values[0])
        case .follow, .scrub, .run, .phases, .steps, .transition: return self
        }
    }

    private static func constant(_ value: Double) -> Driver.Kind {
        .steps(.shown, [value], .standard)
    }
}
