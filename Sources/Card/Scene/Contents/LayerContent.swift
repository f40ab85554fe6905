public import Geometry
public import Paint

/// What a layer shows in its box: one type for each kind of content.
///
/// A scene asks the content for all that depends on its kind. A kind needs only a label; what else
/// it does not say has the values of a plain area without parameters and pictures.
public protocol LayerContent: Sendable, Equatable {
    /// The parameters that change what it shows: first those that drivers may change, then those that
    /// its memory writes.
    var parameters: [Double] { get }
    /// What each of `parameters` is.
    var parameterKinds: [ParameterKind] { get }
    /// The names of `parameters` for people: `colour 2 red`.
    var parameterNames: [String] { get }
    /// The same content with other parameters.
    func with(_ parameters: ArraySlice<Double>) -> Self

    /// The indices of what it shows among the card's pictures, each once.
    var pictures: [Int] { get }
    /// Its own size in points; nil if it has none, or if it is unknown.
    var naturalSize: Size? { get }
    /// Whether it looks otherwise once `naturalSize` is known.
    var needsNaturalSize: Bool { get }
    /// The same content; `pictureSizes` gives the sizes in points of those pictures whose sizes are
    /// known.
    func with(pictureSizes: (Int) -> Size?) -> Self

    /// How many of the next layers belong to it; nil if it is no group.
    var memberCount: Int? { get }
    /// What changes its colours before the layer's effects do; nil if nothing does.
    var colours: ColourMatrix? { get }
    /// What it remembers when the scene begins; nil if events and the time do not change it.
    var memory: (any ContentState)? { get }
    /// The events that its memory takes.
    var triggers: Set<Trigger> { get }
    /// Whether its memory needs to know how the device is held.
    var followsGravity: Bool { get }
    /// The same content, which does not move by itself.
    var withReducedMotion: Self { get }

    /// Its name for people; `pictures` are the paths of the card's pictures.
    func label(_ pictures: [String]) -> String
}

extension LayerContent {
    public var parameters: [Double] { [] }
    public var parameterKinds: [ParameterKind] { [] }
    public var parameterNames: [String] { [] }
    public func with(_ parameters: ArraySlice<Double>) -> Self { self }
    public func with(_ parameters: [Double]) -> Self { with(parameters[...]) }
    public var pictures: [Int] { [] }
    public var naturalSize: Size? { nil }
    public var needsNaturalSize: Bool { false }
    public func with(pictureSizes: (Int) -> Size?) -> Self { self }
    public var memberCount: Int? { nil }
    public var colours: ColourMatrix? { nil }
    public var memory: (any ContentState)? { nil }
    public var triggers: Set<Trigger> { [] }
    public var followsGravity: Bool { false }
    public var withReducedMotion: Self { self }
}

/// What a layer's content remembers of the inputs since its scene began, and how it moves by itself.
public protocol ContentState: Sendable, Equatable {
    /// Takes one of the content's events at a scene time in seconds; `place`, in points of the layer's box, is
    /// where it happened.
    mutating func start(_ trigger: Trigger, at time: Double, place: Point?)
    /// Takes the time until the next input. `moment` gives how the content was at a time in it; only the
    /// driven parameters differ from time to time.
    mutating func advance(
        to time: Double, _ driven: DrivenContent, _ moment: (Double) -> ContentMoment)
    /// Adds what the content shows; `driven` and `moment` are those of the time since the last
    /// `advance`. Gives until when it shows the same without an input; at least the present time.
    func addSprites(
        to sprites: inout [Sprite], _ present: PresentContent, _ driven: DrivenContent,
        _ moment: (Double) -> ContentMoment
    ) -> Double
}

/// What drivers change of a content.
public struct DrivenContent: Sendable, Equatable {
    /// Indices into `LayerContent.parameters`.
    let parameters: Set<Int>
    /// How many contents of the scene remember something and are driven.
    let contents: Int
}

/// What changes a content from outside at one time.
public struct ContentMoment: Sendable, Equatable {
    /// Those of `LayerContent.parameters`.
    public let parameters: [Double]
    /// The upward direction in the plane of the screen, x right and y up; shorter than 1 where the
    /// screen does not stand upright.
    public let up: Point
}

/// What a content is asked to show.
public struct PresentContent: Sendable {
    /// The scene's time, seconds.
    var time: Double
    let parameters: ArraySlice<Double>
    /// The layer's box, points.
    let size: Size
    /// The most particles.
    let limit: Int

    subscript(parameter: Emitter.Parameter) -> Double {
        parameters[parameters.startIndex + parameter.rawValue]
    }

    func range(_ low: Emitter.Parameter, _ high: Emitter.Parameter) -> ClosedRange<Double> {
        min(self[low], self[high])...max(self[low], self[high])
    }
}

/// A content of any kind, which can be compared.
struct AnyContent: Sendable, Equatable {
    var content: any LayerContent

    static func == (one: Self, other: Self) -> Bool { one.content.isEqual(to: other.content) }
}

/// The memory of a content of any kind, which can be compared; nil: the content has none.
struct AnyContentState: Sendable, Equatable {
    var memory: (any ContentState)?

    static func == (one: Self, other: Self) -> Bool {
        one.memory.map { $0.isEqual(to: other.memory) } ?? (other.memory == nil)
    }

}

extension Equatable {
    fileprivate func isEqual(to other: Any?) -> Bool { other as? Self == self }
}
