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
}

/// What a layer's content remembers of the events since its scene began, and how it moves by itself.
public protocol ContentState: Sendable, Equatable {
    /// Takes an event at a scene time in seconds.
    mutating func start(_ trigger: Trigger, at time: Double)
    /// Writes the content's own parameters of a scene time over those that drivers gave.
    func write(to parameters: inout ArraySlice<Double>, at time: Double)
    /// Until when the content shows the same without an event; at least `time`, which is now.
    func unchangedUntil(after time: Double) -> Double
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

    mutating func start(_ trigger: Trigger, at time: Double) { memory?.start(trigger, at: time) }
}

extension Equatable {
    fileprivate func isEqual(to other: Any?) -> Bool { other as? Self == self }
}
