import Geometry
public import Motion
import Paint

extension Scene {
    /// Writes into `snapshot` what is visible at a scene time in seconds, without an allocation if
    /// `snapshot` is of this scene already, no waves run, and no layer has a shader.
    ///
    /// `expected` are the tilts that are predicted for that time, which the state does not keep. If
    /// they are nil, the state's tilts count.
    public func evaluate(
        _ state: SceneState, at time: Double, expecting expected: Tilts? = nil,
        into snapshot: inout Snapshot
    ) {
        let signals = Signals(state, at: time, expecting: expected, in: self)
        snapshot.values.replaceSubrange(0..., with: constants)
        for index in drivers.indices {
            drive(index, state, signals, &snapshot.values, from: 0)
        }
        for driven in drivenNumbers {
            snapshot.values[driven.index] = driven.parameter.limited(snapshot.values[driven.index])
        }
        keepLeavingLayersVisible(&snapshot, state, at: time)
        layOut(&snapshot, signals.tilts)
        let contentsUntil = addSprites(to: &snapshot, state, at: time)
        let ripplesUntil = addRipples(to: &snapshot, state, at: time)
        let shadersUntil = addShaders(to: &snapshot, at: time)
        snapshot.unchangedUntil = min(
            contentsUntil, ripplesUntil, shadersUntil, unchangedUntil(snapshot, state, signals))
    }

    /// Adds a driver's value to its parameter, or multiplies the parameter; `values` begin with the
    /// parameter of index `first`.
    @inline(__always)
    private func drive(
        _ index: Int, _ state: SceneState, _ signals: Signals, _ values: inout [Double],
        from first: Int
    ) {
        // The driver is not copied: a copy would take longer than the computation of most values.
        let value = drivers[index].value(state.memories[index], signals)
        let destination = destinations[index].index - first
        if destinations[index].isProduct {
            values[destination] *= value
        } else {
            values[destination] += value
        }
    }

    /// Until when nothing that is seen changes without an input.
    private func unchangedUntil(
        _ snapshot: Snapshot, _ state: SceneState, _ signals: Signals
    ) -> Double {
        var until = Double.infinity
        // When one driver moves, the others need not be asked.
        for index in drivers.indices where until > signals.time {
            guard
                drivers[index].property == .visible || isShown(drivers[index].layer, in: snapshot)
            else { continue }
            until = min(until, drivers[index].unchangedUntil(state.memories[index], signals))
        }
        return until
    }

    /// Adds what contents show that move by themselves. Gives until when it is the same.
    private func addSprites(
        to snapshot: inout Snapshot, _ state: SceneState, at time: Double
    ) -> Double {
        snapshot.sprites.removeAll(keepingCapacity: true)
        var until = Double.infinity
        for layer in movingContents {
            let first = snapshot.sprites.count
            defer { snapshot.layers[layer].spriteRange = first..<snapshot.sprites.count }
            guard let memory = state.contentMemories[layer].memory, isShown(layer, in: snapshot)
            else { continue }
            let present = PresentContent(
                time: time, parameters: snapshot.contentParameters(ofLayer: layer),
                size: snapshot.layers[layer].size,
                limit: ParticleContent.mostParticles / movingContents.count)
            let same = memory.addSprites(
                to: &snapshot.sprites, present, drivenContents[layer]
            ) { contentMoment(ofLayer: layer, state, at: $0) }
            until = min(until, same)
        }
        return until
    }

    /// Adds the waves that run over layers. Gives until when they are the same.
    private func addRipples(
        to snapshot: inout Snapshot, _ state: SceneState, at time: Double
    ) -> Double {
        var until = Double.infinity
        for layer in rippledLayers where isShown(layer, in: snapshot) {
            func value(_ property: Property) -> Double {
                snapshot.value(of: property, layer: layer)
            }
            let duration = value(.rippleDuration)
            guard value(.rippleAmplitude) > Ripple.least,
                state.ripples[layer].isRunning(at: time, lasting: duration)
            else { continue }
            until = time
            snapshot.layers[layer].ripple = Ripple(
                amplitude: value(.rippleAmplitude), frequency: value(.rippleFrequency),
                decay: value(.rippleDecay), speed: value(.rippleSpeed), light: value(.rippleLight),
                waves: state.ripples[layer].waves(at: time, lasting: duration))
        }
        return until
    }

    /// What changes a layer's content from outside at a time after the state's newest input.
    func contentMoment(
        ofLayer layer: Int, _ state: SceneState, at time: Double
    ) -> ContentMoment {
        let range = contentRanges[layer]
        let first = layers.count * Property.count + range.lowerBound
        var parameters = Array(constants[first..<first + range.count])
        if !drivenContents[layer].parameters.isEmpty {
            let signals = Signals(state, at: time, expecting: nil, in: self)
            for index in layerDrivers[layer] where drivers[index].contentIndex != nil {
                drive(index, state, signals, &parameters, from: first)
            }
            for (index, kind) in zip(parameters.indices, contentKinds[range]) {
                parameters[index] = kind.limited(parameters[index])
            }
        }
        return ContentMoment(
            parameters: parameters, up: Point(x: state.tilts.upX, y: state.tilts.upY))
    }

    /// What is visible at a scene time in seconds.
    public func evaluate(
        _ state: SceneState, at time: Double, expecting expected: Tilts? = nil
    ) -> Snapshot {
        var snapshot = Snapshot()
        evaluate(state, at: time, expecting: expected, into: &snapshot)
        return snapshot
    }

    /// A layer stays visible until its leaving has ended.
    private func keepLeavingLayersVisible(
        _ snapshot: inout Snapshot, _ state: SceneState, at time: Double
    ) {
        for index in transitions where state.memories[index].isPresent(at: time) {
            let visible = drivers[index].layer * Property.count + Property.visible.rawValue
            snapshot.values[visible] = 1
        }
    }
}

extension Scene {
    /// The value of each driver at a scene time in seconds, in the order of `drivers`.
    public func driverValues(
        _ state: SceneState, at time: Double, expecting expected: Tilts? = nil
    ) -> [Double] {
        let signals = Signals(state, at: time, expecting: expected, in: self)
        return drivers.indices.map { drivers[$0].value(state.memories[$0], signals) }
    }
}
