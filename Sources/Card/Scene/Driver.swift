public import Animation

/// A number that changes with the inputs of a scene.
public enum Signal: String, Sendable, CaseIterable {
    /// The card's tilt, degrees.
    case tilt
    /// 0 at flat, 1 at the base angle forward.
    case front
    /// 1 at flat, 0 at the base angle backward.
    case middle
    /// As `front`.
    case forward
    /// 1 - `middle`.
    case backward
    /// `middle` + `front`: 0 at the base angle backward, 1 at flat, 2 at the base angle forward.
    case sweep
    /// Degrees about the vertical axis: positive when the right edge goes down.
    case tiltX = "tilt-x"
    /// Degrees about the horizontal axis: positive when the top edge rises.
    case tiltY = "tilt-y"
    /// The device's own angles, degrees.
    case roll, pitch
    /// How fast the device is rotated about any axis, degrees a second.
    case turnRate = "turn-rate"
    /// The pointer's place: from the card's centre, -1 at the left or lower edge, 1 at the other.
    case pointerX = "pointer-x"
    case pointerY = "pointer-y"
    /// The scene's time, seconds.
    case time

    /// The range of its values; nil for a signal without one, for which a card must give a range or
    /// keys.
    public var range: ClosedRange<Double>? {
        switch self {
        case .front, .middle, .forward, .backward: 0...1
        case .sweep: 0...2
        case .pointerX, .pointerY: -1...1
        case .tilt, .tiltX, .tiltY, .roll, .pitch, .turnRate, .time: nil
        }
    }
}

extension Scene {
    /// The events for which its drivers, contents and ripples wait.
    public var triggers: Set<Trigger> {
        let own = drivers.compactMap(\.kind.trigger) + layers.compactMap(\.rippleTrigger)
        return contentTriggers.reduce(Set(own)) { $0.union($1) }
    }
}

/// The event that a driver waits for.
public enum Trigger: String, Sendable, CaseIterable {
    /// The scene begins.
    case shown
    /// A short touch or click anywhere in the card.
    case tap
    /// The same in the layer's box, where no layer over it waits for such a tap.
    case tapHere = "tap-here"
    /// A finger, or the pointer while a button is held, begins to move in the layer's box, where no
    /// layer over it waits for a drag.
    case drag
    /// The device is shaken.
    case shake
    /// `state`: the tilt state changes. The others: it becomes the one that the case is named
    /// after.
    case state, forward, backward, flat
    case key1 = "key-1"
    case key2 = "key-2"
    case key3 = "key-3"
    case key4 = "key-4"
    case key5 = "key-5"
    case key6 = "key-6"
    case key7 = "key-7"
    case key8 = "key-8"
    case key9 = "key-9"

    /// The trigger of a number key, 1 to 9; nil for others.
    public static func key(_ number: Int) -> Trigger? { Trigger(rawValue: "key-\(number)") }
}

/// What changes a parameter of a layer: one of the factors or summands of its value.
public struct Driver: Sendable, Equatable {
    /// How a value follows its signal: at once, smoothed, or by a spring.
    public enum Pace: Sendable, Equatable {
        case atOnce
        case smoothing(Smoothing)
        case spring(Spring)
    }

    /// Indirect, because drivers are read for each frame, and a copy of a reference is short.
    public indirect enum Kind: Sendable, Equatable {
        /// Follows the signal, which is converted and then, if there are keys, mapped by them.
        case follow(Signal, Conversion, Keys?, Pace)
        /// The converted signal sets the time in the track's timeline, which has this many seconds:
        /// the lower end of the range is the timeline's start, the upper end the timeline's end.
        case scrub(Signal, Conversion, ClosedRange<Double>, Track, timelineDuration: Double)
        /// Each event starts the track, and with it a timeline of this many seconds; with `repeats`
        /// the track begins again at each end of the timeline, from its initial value.
        case run(Trigger, Track, timelineDuration: Double, repeats: Bool)
        /// An event starts a pass through the phases; during a pass it moves on to the next phase.
        /// Phases that repeat are started by the first event, and other events change nothing.
        case phases(Trigger, Phases)
        /// Each event moves on to the next value, and after the last one to the first.
        case steps(Trigger, [Double], Animation)
        /// The layer's coming and going.
        case transition(TransitionValues, Animation)
    }

    /// The index of the layer.
    public var layer: Int
    public var parameter: Parameter
    public var kind: Kind
    /// Seconds from an event to the start of what it starts; of phases always 0.
    public var delay: Double

    public init(layer: Int, _ property: Property, _ kind: Kind) {
        self.init(layer: layer, .property(property), kind)
    }

    public init(layer: Int, _ parameter: Parameter, _ kind: Kind, delay: Double = 0) {
        (self.layer, self.parameter, self.kind) = (layer, parameter, kind)
        self.delay = delay
    }

    /// The index of the parameter of the content that it drives; nil for a property.
    var contentIndex: Int? {
        if case .content(let index, _) = parameter { index } else { nil }
    }

    /// The property that it drives; nil for a parameter of the content or the shader.
    public var property: Property? {
        if case .property(let property) = parameter { property } else { nil }
    }
}
