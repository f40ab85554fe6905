public import Paint

/// A card's own shader for what a layer shows.
public struct LayerShader: Sendable, Equatable {
    public var program: ShaderProgram
    /// Points of the layer's box: see `Shader.reach`.
    public var reach: Double
    /// The constants of `Shader.numbers`, which drivers are added to.
    public var parameters: [Double]
    /// The indices of the card's pictures that `program.pictureNames` are.
    public var pictures: [Int] = []
    /// Whether its time stands still at 0.
    var isStill = false

    public init(_ program: ShaderProgram, reach: Double, parameters: [Double]) {
        (self.program, self.reach, self.parameters) = (program, reach, parameters)
    }

    /// What each of `parameters` is.
    public var parameterKinds: [ParameterKind] {
        program.uniforms.flatMap { uniform -> [ParameterKind] in
            switch uniform.kind {
            case .number: [.uniform]
            case .colour: [.red, .green, .blue, .alpha]
            case .picture: []
            }
        }
    }

    /// The names of `parameters` for people.
    public var parameterNames: [String] {
        program.uniforms.flatMap { uniform -> [String] in
            let name = "shader \(uniform.name)"
            return switch uniform.kind {
            case .number: [name]
            case .colour: ["red", "green", "blue", "alpha"].map { "\(name) \($0)" }
            case .picture: []
            }
        }
    }

    /// Whether what it shows changes with the time.
    var isMoving: Bool { program.usesTime && !isStill }
}

extension Scene.Layer {
    /// The constants of its content's parameters and then of its shader's, and what each is.
    var parameters: [Double] { content.parameters + (shader?.parameters ?? []) }
    var parameterKinds: [ParameterKind] { content.parameterKinds + (shader?.parameterKinds ?? []) }

    /// Whether waves or a shader may change its pixels.
    public var changesPixels: Bool { rippleTrigger != nil || shader != nil }
}

extension Scene {
    /// The same scene without shaders.
    public var withoutShaders: Scene {
        var layers = layers
        for index in layers.indices { layers[index].shader = nil }
        return Scene(
            size: size, tiltStates: tiltStates, parallax: parallax, surround: surround,
            layers: layers, drivers: drivers.filter { !$0.parameter.isOfShader })
    }

    public var hasShaders: Bool { !shadedLayers.isEmpty }

    /// Adds the shaders that change layers. Gives until when they show the same.
    func addShaders(to snapshot: inout Snapshot, at time: Double) -> Double {
        var until = Double.infinity
        for layer in shadedLayers where isShown(layer, in: snapshot) {
            guard let shader = layers[layer].shader else { continue }
            if shader.isMoving { until = time }
            snapshot.layers[layer].shader = Shader(
                shader.program, reach: shader.reach,
                numbers: Array(snapshot.shaderParameters(ofLayer: layer)),
                size: snapshot.layers[layer].size, time: shader.isMoving ? time : 0)
        }
        return until
    }
}
