public import Compositor
public import Decoding
public import Geometry
internal import Paint
public import Picture
public import Scene

/// Turns snapshots of one scene into frames of one size. Used on the main thread.
///
/// `LayerAssets.swift` decides about the pictures, `FrameBuilder` makes the frame of them.
public struct FramePlanner {
    let scene: Scene
    let files: [PictureFile]
    /// What draws the texts.
    let decoder: PictureDecoder
    /// What draws texts with numbers: a process of its own, which has nothing else to do. Nil if no
    /// layer has such a text.
    let numberDecoder: PictureDecoder?
    let assets: Assets
    /// The content of each layer at the present size. Empty before the first `resize`.
    var contents: [any PlannedContent] = []
    /// For each layer: what is drawn for its content, in the order of the content's requests.
    var drawings: [[Asset]] = []
    /// The bytes of the layers' pictures as large as the present size needs them, with their smaller
    /// copies; those of `unlimited` requests are left out.
    var pictureBytes = 0
    /// The assets of the planner before this one, by place. The first `resize` shows their bitmaps,
    /// stretched, until the new ones are drawn, and empties this dictionary.
    var former: [AssetID: Asset] = [:]
    /// The contents of that planner. The first `resize` takes over what they have drawn, and empties this
    /// list.
    var formerContents: [any PlannedContent] = []
    /// The newest frame; its memory is reused.
    private(set) var frame = Frame(
        size: PixelSize(width: 4, height: 1), card: PixelRect(x: 0, y: 0, width: 4, height: 1))
    /// Columns at the right that are left to a panel.
    private var panelWidth = 0
    /// The longest side of a drawing that the screen takes, pixels.
    private(set) var longestSide = Int.max
    /// From the card's points to the screen's pixels.
    public private(set) var toScreen = Homography.identity
    /// How far the eye that sees a lens is to the right of the middle of the lens's box,
    /// millimetres.
    public var eyeX = 0.0
    /// Whether the newest frame has a layer that is no group; the layers of the surround do not
    /// count.
    public private(set) var showsLayers = false
    /// Whether the newest frame lacks a visible picture that will be drawn.
    public internal(set) var isIncomplete = false
    /// Whether the newest frame has the present size, and each of its pictures is drawn and not
    /// stretched, or cannot be drawn.
    public internal(set) var isFinal = false

    /// Why what the scene would need could not be read, and what people should know of what was.
    private let sceneFailures: [PictureError]
    let sceneRemarks: [String]

    /// The scene's layers name `files` by index; `decoder` draws its texts. `failures` and `remarks`
    /// are those of files that the scene itself needs. Until a picture is drawn, the planner shows
    /// what `old` drew of the same page.
    public init(
        _ scene: Scene, files: [PictureFile], decoder: PictureDecoder = PictureDecoder(),
        assets: Assets, failures: [PictureError] = [],
        remarks: [String] = [], after old: FramePlanner? = nil
    ) {
        (self.scene, self.files) = (scene, files)
        (self.decoder, self.assets) = (decoder, assets)
        numberDecoder = scene.decoderOfNumbers
        (sceneFailures, sceneRemarks) = (failures, remarks)
        for asset in old?.layerAssets ?? [] { former[asset.place] = asset }
        formerContents = old?.contents ?? []
    }

    /// Letterboxes the card into a screen of this size, whose last `panel` columns are left to a panel,
    /// and which takes drawings of at most `longestSide` pixels a side. Pictures are stretched until they
    /// are drawn anew.
    public mutating func resize(
        to size: PixelSize, panel: Int = 0, longestSide: Int = .max
    ) {
        guard !isFitted(to: size, panel: panel, longestSide: longestSide) else { return }
        (panelWidth, self.longestSide) = (panel, longestSide)
        let card = PixelRect(
            of: scene.size, centredIn: PixelSize(width: size.width - panel, height: size.height),
            leastWidth: CPUCompositor.minimumWidth)
        frame = Frame(size: size, card: card)
        toScreen =
            Homography.translation(Point(x: Double(card.x), y: Double(card.y)))
            * .scale(
                x: Double(card.width) / scene.size.width,
                y: Double(card.height) / scene.size.height)
        resizeAssets(to: card.size)
    }

    /// Whether `resize` with these has nothing to do.
    public func isFitted(to size: PixelSize, panel: Int = 0, longestSide: Int = .max) -> Bool {
        size == frame.size && panel == panelWidth && longestSide == self.longestSide
            && contents.count == scene.layers.count
    }

    /// How many pixels of the screen one point of the card takes; the larger number where x and y
    /// differ.
    public var pixelsPerPoint: Double { toScreen.largestStretch }

    /// The place in the card, in points, of a place on the screen, in pixels.
    public func place(ofPixel pixel: Point) -> Point {
        toScreen.inverse?.apply(pixel) ?? pixel
    }

    /// The frame of a snapshot of the scene. Waits once for each visible picture that is not drawn
    /// yet, for all of them together at most the `patience` of `Assets`. A layer whose picture is
    /// not drawn, or cannot be, is left out, and so is what such a picture masks.
    public mutating func frame(of snapshot: Snapshot) -> Frame {
        requireAssets(snapshot)
        return build(snapshot)
    }

    /// The frame of a snapshot that is not shown yet, with the pictures that are drawn by now.
    public mutating func preparedFrame(of snapshot: Snapshot) -> Frame {
        for index in scene.layers.indices where !contents[index].waits {
            updateContent(index, snapshot)
        }
        return build(snapshot)
    }

    /// Bytes of all drawn pictures of the present size, those that are not drawn yet too.
    public var bytes: Int { layerAssets.reduce(0) { $0 + $1.bytes } }

    /// Whether no picture of the card is still to be drawn.
    public var isReady: Bool { layerAssets.allSatisfy(\.isDone) }

    private mutating func build(_ snapshot: Snapshot) -> Frame {
        let empty = Frame(size: frame.size, card: frame.card)
        var builder = FrameBuilder(
            scene, snapshot, contents, shaderBitmaps, toScreen,
            reusing: exchange(&frame, with: empty))
        builder.addCard()
        frame = builder.frame
        showsLayers = builder.showsLayers
        return frame
    }

    /// Draws in the background what is missing or stretched.
    public func prepare() { assets.prepare(layerAssets) }

    /// Whether the drawing of a picture in the background has ended, also with a failure, since the
    /// last frame.
    public var hasFinishedPictures: Bool {
        assets.hasFinished || contents.contains { $0.hasFinished }
    }

    /// Why pictures and texts could not be drawn so far, each once.
    public var failures: [PictureError] {
        var found = sceneFailures
        for failure in layerAssets.map(\.failure) + contents.map({ $0.failure }) {
            if let failure, !found.contains(failure) { found.append(failure) }
        }
        return found
    }
}

extension Scene {
    /// A decoder for its texts with numbers, which starts its process now; nil without such texts.
    fileprivate var decoderOfNumbers: PictureDecoder? {
        let texts = layers.compactMap { $0.content as? TextContent }.filter { !$0.numbers.isEmpty }
        guard let first = texts.lazy.compactMap({ $0.layout?.text }).first else { return nil }
        return PictureDecoder(ofNumbersIn: first, fonts: texts.flatMap(\.text.fontFiles))
    }
}
