extension Scene {
    /// A number of a layer that has drivers, at one moment.
    public struct DrivenValue: Sendable, Equatable {
        /// As `Driver.name(in:)`.
        public let name: String
        public let value: Double
    }

    /// The numbers of a layer that have drivers, each once, as they are in a snapshot of the scene.
    public func drivenValues(ofLayer layer: Int, in snapshot: Snapshot) -> [DrivenValue] {
        var found: [Int] = []
        return layerDrivers[layer].compactMap { driver in
            let index = destinations[driver].index
            guard !found.contains(index) else { return nil }
            found.append(index)
            return DrivenValue(
                name: drivers[driver].name(in: layers[layer]), value: snapshot.values[index])
        }
    }
}

extension Driver {
    /// The name of the property that it changes, or of the number of its layer's content or shader.
    public func name(in layer: Scene.Layer) -> String {
        switch parameter {
        case .property(let property): property.name
        case .content(let number, _): layer.content.parameterNames[number]
        case .shader(let number, _): layer.shader?.parameterNames[number] ?? ""
        }
    }
}
