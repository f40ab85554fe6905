public import Geometry
public import Motion
public import Paint
import Platform
public import Scene
public import TOML

/// A lenticular card: layers, and how a tilt, the time and events show them.
public struct Card: Sendable, Equatable {
    /// The name for people, such as in the window's title.
    public var name: String
    public var author: String?
    /// The card's size. A window uses only its proportions. Nil: the size of the first picture that
    /// can be measured.
    public var size: Size?
    /// The settings that this card overrides.
    public var tilt = TiltOverrides()
    /// Each file, or page of one, once; the scene's layers name them by their index.
    public private(set) var pictures: [Picture] = []
    /// The folders of which lenses show all pictures.
    public internal(set) var pictureFolders: [String] = []
    /// How far layers with depth move.
    public var parallax = Scene.Parallax()
    /// What a window shows around the card.
    public var surround = Scene.Surround.black
    /// From the lowest to the topmost; a group stands before its layers.
    public internal(set) var layers: [Scene.Layer] = []
    public internal(set) var drivers: [Driver] = []
    /// For each layer its index among those of card.toml; nil for a lens that the card itself gives. Empty
    /// without a card.toml of format 2.
    public internal(set) var fileIndices: [Int?] = []
    /// Where the texts of the layers and of the drivers are in card.toml, one entry for each. Both are
    /// empty without a card.toml of format 2.
    public internal(set) var layerTextRanges: [LayerTextRanges] = []
    public internal(set) var driverTextRanges: [TextRange] = []
    /// Whether it has layers from a card.toml of format 2.
    public var isFormat2: Bool { !layerTextRanges.isEmpty }
    /// The indices of the layers whose lens has a `width` in card.toml.
    public internal(set) var lensesWithWidth: Set<Int> = []
    /// The indices of the layers with `size = "natural"`: each has the size of its picture.
    var naturalLayers: [Int] = []

    /// A classic card of pictures, the lowest first.
    init(name: String, layers: [(picture: Picture, fit: Fit)] = []) {
        self.name = name
        setLayers(layers)
    }

    mutating func setLayers(_ layers: [(picture: Picture, fit: Fit)]) {
        self.layers = layers.map { Scene.Layer(.picture(addPicture($0.picture), $0.fit)) }
        drivers = Scene.classicDrivers(layers.count)
    }

    /// The index of a picture, which is added if it is not known.
    mutating func addPicture(_ picture: Picture) -> Int {
        if let known = pictures.firstIndex(where: { $0.isSame(as: picture) }) {
            return known
        }
        pictures.append(picture)
        return pictures.count - 1
    }

    /// A picture file of a card, or a page of an animation.
    public struct Picture: Sendable, Equatable {
        /// An absolute path, or one from the working directory.
        public var path: String
        /// Where card.toml names the file, or the folder of a lens that holds it; nil if it names
        /// neither. If several layers show it, the location of the first of them in `layers`.
        public var location: TOMLLocation?

        /// 0 is the first.
        public var page: Int

        public init(path: String, location: TOMLLocation? = nil, page: Int = 0) {
            (self.path, self.location, self.page) = (path, location, page)
        }

        func isSame(as other: Picture) -> Bool { path == other.path && page == other.page }

        /// Converts a size of this picture from pixels to points: `name@2x.png` has two pixels for
        /// a point.
        public func points(_ pixels: Size) -> Size {
            Size(width: pixels.width / density, height: pixels.height / density)
        }

        /// Pixels for a point.
        private var density: Double {
            let stem = path.pathStem
            guard stem.hasSuffix("x"), let at = stem.lastIndex(of: "@"),
                let number = Int(stem[at...].dropFirst().dropLast()), (1...9).contains(number)
            else { return 1 }
            return Double(number)
        }
    }

    /// The tilt settings of a card; nil: the configuration's.
    public struct TiltOverrides: Sendable, Equatable {
        public var axis: TiltAxis?
        public var flatDegrees: Double?
        public var baseDegrees: Double?
        public var beyond: TiltStateSettings.Beyond?
        public var hysteresisDegrees: Double?

        public init() {}
    }
}

extension Card {
    /// The tilt's settings for this card: `settings` with what the card overrides.
    public func tiltSettings(over settings: TiltSettings) -> TiltSettings {
        var settings = settings
        settings.axis = tilt.axis ?? settings.axis
        return settings
    }

    /// The tilt state's settings for this card: `settings` with what the card overrides.
    public func tiltStateSettings(over settings: TiltStateSettings) -> TiltStateSettings {
        TiltStateSettings(
            flatDegrees: tilt.flatDegrees ?? settings.flatDegrees,
            baseDegrees: tilt.baseDegrees ?? settings.baseDegrees,
            beyond: tilt.beyond ?? settings.beyond,
            hysteresisDegrees: tilt.hysteresisDegrees ?? settings.hysteresisDegrees)
    }

    /// The indices of the pictures whose sizes `scene` needs: a layer shows them with a fit other
    /// than `stretch`, or with its natural size. None in format 1.
    public var measuredPictures: [Int] {
        guard isFormat2 else { return [] }
        let natural = Set(naturalLayers)
        var pictures: Set<Int> = []
        for (index, layer) in layers.enumerated() {
            guard layer.content.needsNaturalSize || natural.contains(index) else { continue }
            pictures.formUnion(layer.content.pictures)
        }
        return pictures.sorted()
    }

    /// What of the card's pictures its layers show as paths, each once.
    public var shownShapes: [ShapeReference] {
        var found: [ShapeReference] = []
        for layer in layers {
            guard let source = (layer.content as? PathContent)?.source, !found.contains(source)
            else { continue }
            found.append(source)
        }
        return found
    }

    /// The files of the fonts that its texts have, each once.
    public var fontFiles: [String] {
        var found: [String] = []
        for layer in layers {
            for file in (layer.content as? TextContent)?.text.fontFiles ?? []
            where !found.contains(file) {
                found.append(file)
            }
        }
        return found
    }

    /// Its texts by the indices of their layers, with the widths of their boxes in its scene at rest; a
    /// text has no width if its layer has `size = "natural"`.
    public func shownTexts(in scene: Scene) -> [Int: TextDescription] {
        let rest = scene.evaluate(SceneState(of: scene), at: 0)
        var found: [Int: TextDescription] = [:]
        for (index, layer) in layers.enumerated() {
            guard var text = (layer.content as? TextContent)?.text else { continue }
            let width = rest.layers[index].size.width
            if !naturalLayers.contains(index) { text.width = min(width, Self.widestText) }
            found[index] = text
        }
        return found
    }

    /// Of all texts together: the parts of those beyond do not move.
    private static let mostPartDrivers = 50_000

    /// Points.
    private static let widestText = 1_000_000.0

    /// The card's scene over the configuration's settings; `size` is for a card without its own. `shapes`
    /// are those of `shownShapes`, and `texts` the layouts of `shownTexts` by layer; a layer whose shapes
    /// or layout are unknown shows nothing.
    ///
    /// `pictureSizes` are those of `measuredPictures` in pixels. A picture of unknown size is
    /// stretched over its layer's box, except in a layer with `Scene.boxIsCard`: there it has its
    /// fit. A layer with `size = "natural"` whose picture has an unknown size has its group's box.
    public func scene(
        size: Size, pictureSizes: [Int: Size] = [:],
        shapes: [ShapeReference: (path: Path, view: Rect)] = [:],
        texts: [Int: TextContent.LaidOut] = [:], over settings: TiltStateSettings
    ) -> Scene {
        var (layers, drivers) = (layers, drivers)
        let most = drivers.count + Self.mostPartDrivers
        for index in layers.indices {
            if let content = layers[index].content as? PathContent,
                let own = content.source.flatMap({ shapes[$0] })
            {
                layers[index].content = content.with(own.path, view: own.view)
            }
            if let text = texts[index], let content = layers[index].content as? TextContent {
                let laidOut = content.with(text)
                let own = laidOut.partDrivers(ofLayer: index)
                let fits = drivers.count + own.count <= most
                layers[index].content = fits ? laidOut : content.still.with(text)
                if fits { drivers += own }
            }
            layers[index].content = layers[index].content.with { picture in
                pictureSizes[picture].map(pictures[picture].points)
            }
        }
        for index in naturalLayers {
            guard let size = layers[index].content.naturalSize else { continue }
            layers[index].ownSize = Size(
                width: size.width * constant(.cropWidth, of: index),
                height: size.height * constant(.cropHeight, of: index))
        }
        return Scene(
            size: self.size ?? size, tiltStates: tiltStateSettings(over: settings),
            parallax: parallax, surround: surround, layers: layers, drivers: drivers)
    }

    /// The layer's value of a property if no driver changes it, else the property's default value.
    private func constant(_ property: Property, of index: Int) -> Double {
        let isDriven = drivers.contains { $0.layer == index && $0.property == property }
        return isDriven ? property.defaultValue : layers[index][property]
    }
}
