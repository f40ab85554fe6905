import Animation
import Geometry
import Motion
import Paint
import Scene

// Short words for what the tests of this folder build.
extension Scene {
    /// One layer of colour, which fills a card of 400 by 300 points, with these drivers.
    static func single(
        _ drivers: [(Property, Driver.Kind)] = [], values: [Property: Double] = [:],
        states: TiltStateSettings = .init()
    ) -> Scene {
        Scene(
            size: Size(width: 400, height: 300), tiltStates: states,
            layers: [.colour(values: values)],
            drivers: drivers.map { Driver(layer: 0, $0.0, $0.1) })
    }

    /// The state after these inputs.
    func state(after inputs: [Input]) -> SceneState {
        var state = SceneState(of: self)
        for input in inputs { state.advance(by: input, in: self) }
        return state
    }

    /// What is visible at a time after the inputs up to it.
    func snapshot(at time: Double = 0, after inputs: [Input] = []) -> Snapshot {
        evaluate(state(after: inputs.filter { $0.time <= time }), at: time)
    }

    /// The value of a property of the first layer, or of another.
    func value(
        _ property: Property, of layer: Int = 0, at time: Double = 0, after inputs: [Input] = []
    ) -> Double {
        snapshot(at: time, after: inputs).value(of: property, layer: layer)
    }
}

extension Scene.Layer {
    static func colour(
        _ name: String? = nil, in parent: Int? = nil, values: [Property: Double] = [:]
    ) -> Scene.Layer {
        Scene.Layer(Colour(red: 1, green: 0, blue: 0), name: name, parent: parent, values: values)
    }

    static func group(
        of count: Int, _ name: String? = nil, in parent: Int? = nil, clips: Bool = false,
        values: [Property: Double] = [:]
    ) -> Scene.Layer {
        var layer = Scene.Layer(.group(count: count), name: name, parent: parent, values: values)
        layer.clips = clips
        return layer
    }
}

extension Input {
    /// Tilted about the horizontal axis, which is the card's.
    static func tilt(_ degrees: Double, at time: Double = 0) -> Input {
        Input(.tilts(Tilts(degrees, about: .horizontal)), at: time)
    }

    static func tap(_ x: Double = 1, _ y: Double = 1, at time: Double = 0) -> Input {
        Input(.tap(Point(x: x, y: y)), at: time)
    }
}

extension Driver.Kind {
    /// Follows a signal with values spread over a range.
    static func follow(
        _ signal: Signal, over range: ClosedRange<Double>, _ values: [Double],
        _ pace: Driver.Pace = .atOnce, _ conversion: Conversion = Conversion()
    ) throws -> Driver.Kind {
        let keys = try Keys(from: range.lowerBound, to: range.upperBound, values: values)
        return .follow(signal, conversion, keys, pace)
    }

    /// Runs a track, alone in its timeline.
    static func run(
        _ trigger: Trigger, _ keyframes: [Keyframe], from initial: Double = 0, repeats: Bool = false
    ) throws -> Driver.Kind {
        let track = try Track(keyframes, from: initial)
        return .run(trigger, track, timelineDuration: track.duration, repeats: repeats)
    }
}

/// Whether two numbers are equal but for rounding.
func isNear(_ left: Double, _ right: Double, within tolerance: Double = 1e-9) -> Bool {
    abs(left - right) <= tolerance
}
