public import Assets
public import Decoding
public import Motion
public import Plan
public import Scene
internal import System

/// A card for the player: its scene, and the pictures that the scene's layers name.
public struct PlayedCard: Sendable {
    public let title: String
    public let scene: Scene
    public let pictures: [PictureFile]
    /// About which the card is tilted.
    public let axis: TiltAxis
    /// The files that the card is read anew after a change of.
    public let files: [String]

    public init(
        title: String, scene: Scene, pictures: [PictureFile], axis: TiltAxis = .horizontal,
        files: [String] = []
    ) {
        (self.title, self.scene) = (title.printable, scene)
        (self.pictures, self.axis, self.files) = (pictures, axis, files)
    }

    /// Turns the card's snapshots to frames; shows what `old` has drawn until that is done.
    public func planner(_ assets: Assets, after old: FramePlanner? = nil) -> FramePlanner {
        FramePlanner(scene, pictures: pictures, assets: assets, after: old)
    }

    /// Reads the first visible picture on another thread, while the window opens.
    public func readAhead() {
        let layers = scene.evaluate(SceneState(of: scene), at: 0).layers
        for (layer, look) in zip(scene.layers, layers).reversed()
        where look.isVisible && look.opacity > 0 {
            guard case .picture(let picture, _, _) = layer.content else { continue }
            return pictures[picture].readAhead()
        }
    }
}
