public import Assets
public import Compositor
public import Decoding
public import Geometry
public import Picture
public import Scene

/// Turns snapshots of one scene to frames of one size. Used on the main thread.
public struct FramePlanner {
    private let scene: Scene
    private let pictures: [PictureFile]
    private let assets: Assets
    /// The picture of each layer at the present size.
    private var layers: [Asset] = []
    /// Whether the newest frame lacks a visible picture that will be drawn.
    public private(set) var isIncomplete = false
    /// The newest frame; its memory is reused.
    private var frame = Frame(
        size: PixelSize(width: 4, height: 1), card: PixelRect(x: 0, y: 0, width: 4, height: 1))

    /// `pictures` are those that the scene's layers name by index.
    public init(_ scene: Scene, pictures: [PictureFile], assets: Assets) {
        (self.scene, self.pictures, self.assets) = (scene, pictures, assets)
    }

    /// Letterboxes the card into a drawable of this size. Pictures are stretched until they are drawn
    /// anew.
    public mutating func resize(to size: PixelSize) {
        guard size != frame.size || layers.count != scene.layers.count else { return }
        let card = PixelRect(
            of: scene.size, centredIn: size, leastWidth: CPUCompositor.minimumWidth)
        frame = Frame(size: size, card: card)
        let old = layers
        layers = scene.layers.enumerated().map { index, layer in
            switch layer.content {
            case .picture(let picture, let fit):
                assets.asset(
                    of: pictures[picture], fit: fit, size: card.size,
                    replacing: index < old.count ? old[index] : nil)
            }
        }
        assets.setCurrent(layers)
    }

    /// The frame of a snapshot of the scene; waits a while for visible pictures that are not drawn
    /// yet. A layer whose picture is not drawn, or cannot be, is left out.
    public mutating func frame(of snapshot: Snapshot) -> Frame {
        use(snapshot)
        frame.removeLayers()
        for (asset, layer) in zip(layers, snapshot.layers) {
            if let bitmap = asset.bitmap { frame.add(bitmap, opacity: layer.opacity) }
        }
        return frame
    }

    /// Lets what is visible be drawn; what an opaque layer covers is not visible.
    private mutating func use(_ snapshot: Snapshot) {
        assets.takePrepared()
        assets.beginFrame()
        isIncomplete = false
        for (asset, layer) in zip(layers, snapshot.layers).reversed() where layer.opacity > 0 {
            assets.use(asset)
            isIncomplete = isIncomplete || asset.isPending
            guard let bitmap = asset.bitmap else { continue }
            if frame.isCovered(by: frame.plainLayer(bitmap, opacity: layer.opacity)) { return }
        }
    }

    /// Draws in the background what is missing or stretched.
    public func prepare() { assets.prepare(layers) }

    /// Whether no picture can be drawn.
    public var hasOnlyFailures: Bool { layers.allSatisfy { $0.failure != nil && $0.bitmap == nil } }

    /// Whether a picture was drawn in the background since the last frame.
    public var hasNewPictures: Bool { assets.hasPrepared }

    /// Why pictures could not be drawn so far, each once.
    public var failures: [PictureError] {
        var found: [PictureError] = []
        for layer in layers {
            if let failure = layer.failure, !found.contains(failure) { found.append(failure) }
        }
        return found
    }
}
