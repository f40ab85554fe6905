extension Scene {
    /// The signals that change the scene: those that drivers follow, those that move layers with a
    /// depth or tell where the floor is, and the tilt if a change of the tilt state is waited for.
    public var signals: Set<Signal> {
        var signals: Set<Signal> = []
        for driver in drivers {
            switch driver.kind {
            case .follow(let signal, _, _, _), .scrub(let signal, _, _, _, _):
                signals.insert(signal)
            default: break
            }
        }
        if !triggers.isDisjoint(with: [.state, .forward, .backward, .flat]) {
            signals.insert(.tilt)
        }
        if layers.contains(where: \.content.followsGravity) { signals.formUnion([.roll, .pitch]) }
        if layers.indices.contains(where: { hasDepth($0) }) { signals.formUnion([.tiltX, .tiltY]) }
        return signals
    }

    func hasDepth(_ layer: Int) -> Bool {
        layers[layer][.depth] != 0 || isDriven(.depth, of: layer)
    }
}
