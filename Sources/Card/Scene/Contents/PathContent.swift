public import Geometry
public import Paint

/// The shapes of a picture of a card, or those of its element with an id.
public struct ShapeReference: Sendable, Hashable {
    /// The picture's index among those of the card.
    public let picture: Int
    public let element: String?

    public init(picture: Int, element: String?) {
        (self.picture, self.element) = (picture, element)
    }
}

/// A path that is filled, stroked, or both.
public struct PathContent: LayerContent {
    /// Where the path comes from; nil: it was given. Until it is known, the path is empty.
    public private(set) var source: ShapeReference?
    /// Whether `view` stays when the path becomes known.
    private var hasOwnView = true
    /// In units of `view`.
    public var path: Path
    /// What the path becomes where `morph` is 1; it has the same commands. Nil: the path stays.
    public var morphTarget: Path?
    /// What of the path's plane lies in the layer's box, as large as fits.
    public var view: Rect
    public var fillRule: FillRule
    /// Nil: it is not filled.
    public private(set) var fill: Brush?
    /// Nil: it is not stroked.
    public private(set) var stroke: Brush?
    private var strokeStyle: StrokeStyle
    public var trimsSimultaneously: Bool
    private var numbers = Parameter.allCases.map(\.defaultValue)

    public init(
        _ path: Path, view: Rect, fill: Brush? = nil, stroke: Brush? = nil,
        style: StrokeStyle = StrokeStyle(), fillRule: FillRule = .nonzero,
        trimsSimultaneously: Bool = false, morphTarget: Path? = nil
    ) {
        (self.path, self.view, self.fill, self.stroke) = (path, view, fill, stroke)
        (strokeStyle, self.fillRule, self.morphTarget) = (style, fillRule, morphTarget)
        self.trimsSimultaneously = trimsSimultaneously
        self[.strokeWidth] = style.width
        self[.dashOffset] = style.dashOffset
    }

    /// A path that is not known yet, with the others of its values; without a view it gets that of
    /// its picture.
    public init(
        _ source: ShapeReference, view: Rect?, fill: Brush?, stroke: Brush?,
        style: StrokeStyle, fillRule: FillRule, trimsSimultaneously: Bool
    ) {
        self.init(
            Path(), view: view ?? Rect(x: 0, y: 0, width: 1, height: 1), fill: fill, stroke: stroke,
            style: style, fillRule: fillRule, trimsSimultaneously: trimsSimultaneously)
        (self.source, hasOwnView) = (source, view != nil)
    }

    /// The same content with the path that its picture has.
    public func with(_ path: Path, view: Rect) -> PathContent {
        var content = self
        content.path = path
        if !hasOwnView { content.view = view }
        return content
    }

    public subscript(parameter: Parameter) -> Double {
        get { numbers[parameter.rawValue] }
        set { numbers[parameter.rawValue] = newValue }
    }

    /// The parameters of a path that may be driven, beside those of its brushes. Lengths are in units
    /// of the view.
    public enum Parameter: Int, Sendable, CaseIterable {
        case strokeWidth, dashOffset
        /// Shares of the path's length; see `PathTrim`.
        case trimStart, trimEnd, trimOffset
        /// 0 is the path, 1 is `morphTarget`.
        case morph

        public var kind: ParameterKind {
            switch self {
            case .strokeWidth, .dashOffset: .length
            case .trimStart, .trimEnd, .trimOffset, .morph: .coordinate
            }
        }

        /// Its key in a card.
        public var name: String {
            switch self {
            case .strokeWidth: "stroke-width"
            case .dashOffset: "dash-offset"
            case .trimStart: "trim-start"
            case .trimEnd: "trim-end"
            case .trimOffset: "trim-offset"
            case .morph: "morph"
            }
        }

        public var defaultValue: Double { self == .strokeWidth || self == .trimEnd ? 1 : 0 }
    }

    /// First one for each case of `Parameter`, then those of the fill and of the stroke.
    public var parameters: [Double] {
        numbers + (fill?.parameters ?? []) + (stroke?.parameters ?? [])
    }

    public var parameterKinds: [ParameterKind] {
        Parameter.allCases.map(\.kind) + (fill?.parameterKinds ?? [])
            + (stroke?.parameterKinds ?? [])
    }

    public var parameterNames: [String] {
        Parameter.allCases.map(\.name) + (fill?.parameterNames.map { "fill " + $0 } ?? [])
            + (stroke?.parameterNames.map { "stroke " + $0 } ?? [])
    }

    public func with(_ parameters: ArraySlice<Double>) -> PathContent {
        var content = self
        content.numbers = Array(parameters.prefix(numbers.count))
        let brushes = parameters.dropFirst(numbers.count)
        let fillCount = fill?.parameters.count ?? 0
        content.fill = fill?.with(brushes.prefix(fillCount))
        content.stroke = stroke?.with(brushes.dropFirst(fillCount))
        return content
    }

    public var naturalSize: Size? { path.isEmpty ? nil : view.size }

    public func label(_ pictures: [String]) -> String {
        source.map { "path of \(pictures[$0.picture])" } ?? "path"
    }
}

extension PathContent {
    /// The path as the parameters have it, without the trim.
    public var shownPath: Path {
        guard self[.morph] != 0, let morphTarget else { return path }
        return path.interpolated(to: morphTarget, self[.morph]) ?? path
    }

    public var style: StrokeStyle {
        var style = strokeStyle
        (style.width, style.dashOffset) = (max(0, self[.strokeWidth]), self[.dashOffset])
        return style
    }

    /// What of the stroke is seen.
    public var trim: PathTrim {
        PathTrim(
            start: self[.trimStart], end: self[.trimEnd], offset: self[.trimOffset],
            isSimultaneous: trimsSimultaneously)
    }

    /// From the units of the view to points of a box: the whole view lies in the middle of the box, as
    /// large as fits.
    public func placement(in box: Size) -> Homography {
        let scale = Fit.contain.scale(of: view.size, in: box)
        let size = Size(width: view.width * scale.x, height: view.height * scale.y)
        let origin = Fit.contain.origin(of: size, in: box)
        return .translation(origin) * .scale(x: scale.x, y: scale.y)
            * .translation(Point(x: -view.x, y: -view.y))
    }
}

extension Scene {
    /// Whether drivers change more of a layer's path than its brushes.
    public func drivesShape(ofLayer layer: Int) -> Bool {
        !drivenShape(ofLayer: layer).isEmpty
    }

    /// Whether drivers change of a layer's path only where its stroke ends, beside its brushes.
    public func drivesOnlyTrimEnd(ofLayer layer: Int) -> Bool {
        drivenShape(ofLayer: layer) == [.trimEnd]
    }

    private func drivenShape(ofLayer layer: Int) -> [PathContent.Parameter] {
        PathContent.Parameter.allCases.filter { parameter in
            layerDrivers[layer].contains {
                drivers[$0].parameter == .content(parameter.rawValue, parameter.kind)
            }
        }
    }
}

// The numbers of a brush that drivers may change.
extension Brush {
    public var parameters: [Double] {
        switch self {
        case .colour(let colour): colour.numbers
        case .gradient(let gradient): gradient.parameters
        }
    }

    public var parameterKinds: [ParameterKind] {
        switch self {
        case .colour: Self.colourKinds
        case .gradient(let gradient): gradient.parameterKinds
        }
    }

    var parameterNames: [String] {
        switch self {
        case .colour: ["red", "green", "blue", "alpha"]
        case .gradient(let gradient): gradient.parameterNames
        }
    }

    public static let colourKinds: [ParameterKind] = [.red, .green, .blue, .alpha]

    func with(_ parameters: ArraySlice<Double>) -> Brush {
        switch self {
        case .colour:
            let numbers = Array(parameters)
            return .colour(
                Colour(
                    red: numbers[0], green: numbers[1], blue: numbers[2], alpha: numbers[3]))
        case .gradient(let gradient): return .gradient(gradient.with(parameters))
        }
    }
}
