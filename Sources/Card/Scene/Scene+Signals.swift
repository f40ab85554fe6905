extension Scene {
    /// The signals that change the scene: those that drivers follow, those that move layers with a
    /// depth, and the tilt if a driver waits for a change of the tilt state.
    public var signals: Set<Signal> {
        var signals: Set<Signal> = []
        for driver in drivers {
            switch driver.kind {
            case .follow(let signal, _, _, _), .scrub(let signal, _, _, _, _):
                signals.insert(signal)
            default: break
            }
            switch driver.kind.trigger {
            case .state, .forward, .backward, .flat: signals.insert(.tilt)
            default: break
            }
        }
        if layers.indices.contains(where: { hasDepth($0) }) { signals.formUnion([.tiltX, .tiltY]) }
        return signals
    }

    private func hasDepth(_ layer: Int) -> Bool {
        layers[layer][.depth] != 0 || isDriven(.depth, of: layer)
    }
}
