public import Assets
public import Compositor
public import Decoding
public import Geometry
public import Picture
public import Scene

/// Turns snapshots of one scene into frames of one size. Used on the main thread.
///
/// `LayerAssets` has the pictures, `FrameBuilder` makes the frame of them.
public struct FramePlanner {
    private let scene: Scene
    private var layerAssets: LayerAssets
    /// The newest frame; its memory is reused.
    private var frame = Frame(
        size: PixelSize(width: 4, height: 1), card: PixelRect(x: 0, y: 0, width: 4, height: 1))
    /// From the card's points to the screen's pixels.
    private var toScreen = Homography.identity

    /// The scene's layers name `files` by index. Until a picture is drawn, the planner shows
    /// what `old` drew of the same page.
    public init(
        _ scene: Scene, files: [PictureFile], assets: Assets, after old: FramePlanner? = nil
    ) {
        self.scene = scene
        layerAssets = LayerAssets(scene, files, assets, after: old?.layerAssets)
    }

    /// Letterboxes the card into a screen of this size. Pictures are stretched until they are drawn
    /// anew.
    public mutating func resize(to size: PixelSize) {
        guard size != frame.size || !layerAssets.isSized else { return }
        let card = PixelRect(
            of: scene.size, centredIn: size, leastWidth: CPUCompositor.minimumWidth)
        frame = Frame(size: size, card: card)
        toScreen =
            Homography.translation(Point(x: Double(card.x), y: Double(card.y)))
            * .scale(
                x: Double(card.width) / scene.size.width,
                y: Double(card.height) / scene.size.height)
        layerAssets.resize(to: card.size, toScreen)
    }

    /// How many pixels of the screen one point of the card takes; the larger number where x and y
    /// differ.
    public var pixelsPerPoint: Double { toScreen.largestStretch }

    /// The place in the card, in points, of a place on the screen, in pixels.
    public func place(ofPixel pixel: Point) -> Point {
        toScreen.inverse?.apply(pixel) ?? pixel
    }

    /// How far the eye that sees a lens is to the right of the middle of the lens's box,
    /// millimetres.
    public var eyeX: Double {
        get { layerAssets.eyeX }
        set { layerAssets.eyeX = newValue }
    }

    /// The frame of a snapshot of the scene. Waits once for each visible picture that is not drawn
    /// yet, for all of them together at most the `patience` of `Assets`. A layer whose picture is
    /// not drawn, or cannot be, is left out, and so is what such a picture masks.
    public mutating func frame(of snapshot: Snapshot) -> Frame {
        layerAssets.require(snapshot, for: frame)
        let empty = Frame(size: frame.size, card: frame.card)
        var builder = FrameBuilder(
            scene, snapshot, layerAssets, toScreen, reusing: exchange(&frame, with: empty))
        builder.addCard()
        frame = builder.frame
        showsLayers = builder.showsLayers
        return frame
    }

    /// Whether the newest frame has a layer that is no group; the layers of the surround do not
    /// count.
    public private(set) var showsLayers = false

    /// Whether the newest frame lacks a visible picture that will be drawn.
    public var isIncomplete: Bool { layerAssets.isIncomplete }

    /// Whether the newest frame has the present size, and each of its pictures is drawn and not
    /// stretched, or cannot be drawn.
    public var isFinal: Bool { layerAssets.isFinal }

    /// Draws in the background what is missing or stretched.
    public func prepare() { layerAssets.prepare() }

    /// Whether the drawing of a picture in the background has ended, also with a failure, since the
    /// last frame.
    public var hasFinishedPictures: Bool { layerAssets.hasFinished }

    /// Whether every layer but the groups shows pictures, and none of them can be drawn.
    public var hasOnlyFailures: Bool { layerAssets.hasOnlyFailures }

    /// Why pictures could not be drawn so far, each once.
    public var failures: [PictureError] { layerAssets.failures }

    /// Those of `contentRemarks` that a lack of memory causes.
    public var memoryRemarks: [String] { layerAssets.memoryRemarks }

    /// If the pictures of the layers are drawn smaller than the present size needs them, because they
    /// would take too much memory: how many bytes they would take, and how many they may; else nil.
    public var excessivePictureBytes: (needed: Int, most: Int)? {
        let (needed, most) = (layerAssets.pictureBytes, LayerAssets.mostPictureBytes)
        return needed > most ? (needed, most) : nil
    }

    /// The remarks about the pictures that were drawn so far, each once.
    public var pictureRemarks: [String] { layerAssets.pictureRemarks }

    /// What of the layers' contents this size cannot show, such as details of lenses, a line each.
    public var contentRemarks: [String] { layerAssets.contentRemarks }
}
