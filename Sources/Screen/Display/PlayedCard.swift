public import Decoding
public import Motion
public import Picture
public import Plan
internal import Platform
public import Scene
public import Tuning

/// A card for the player: its scene, and the pictures that the scene's layers name.
public struct PlayedCard: Sendable {
    public let title: String
    public private(set) var scene: Scene
    public let pictures: [PictureFile]
    /// What draws the texts.
    let decoder: PictureDecoder
    /// The axis about which the card is tilted.
    public let axis: TiltAxis
    /// The files to watch: after a change of one, the card is read anew. A path that ends in `/`
    /// stands for all files of a folder.
    public let watchedFiles: [String]
    /// When its reading began, nanoseconds of `fileTimeNow`; nil if that does not matter.
    public let readTime: Int64?
    /// The path of its card.toml, if that is of format 2 and could be tuned.
    public var file: String?
    /// The names of the files beside it, and why they cannot be changed; nil if they can.
    public var fileNames: [String] = []
    public var readOnlyReason: String?
    /// How its parts are found in card.toml; nil unless that was asked for.
    public var tuned: TunedCard?
    /// Its place among all cards that left and right show, from 1; nil if it is none of them.
    public var place: (number: Int, count: Int)?
    /// Why pictures could not be used whose shapes the scene would need, and what people should know of
    /// others.
    public let failures: [PictureError]
    public private(set) var remarks: [String]

    public init(
        title: String, scene: Scene, pictures: [PictureFile],
        decoder: PictureDecoder = PictureDecoder(), axis: TiltAxis = .horizontal,
        watchedFiles: [String] = [], readTime: Int64? = nil,
        failures: [PictureError] = [], remarks: [String] = []
    ) {
        (self.title, self.scene) = (title.printable, scene)
        (self.pictures, self.decoder) = (pictures, decoder)
        (self.axis, self.watchedFiles, self.readTime) = (axis, watchedFiles, readTime)
        (self.failures, self.remarks) = (failures, remarks)
    }

    /// The same card without its shaders; `remark` says why.
    public func withoutShaders(_ remark: String) -> PlayedCard {
        guard scene.hasShaders else { return self }
        var card = self
        card.scene = scene.withoutShaders
        card.remarks.append(remark)
        return card
    }

    /// The planner of the card's frames. Until a picture is drawn, the planner shows what `old`
    /// drew of the same file and page.
    public func planner(_ assets: Assets, after old: FramePlanner? = nil) -> FramePlanner {
        FramePlanner(
            scene, files: pictures, decoder: decoder, assets: assets, failures: failures,
            remarks: remarks, after: old
        )
    }

    /// Lets the decoder process start and read the header of the topmost visible picture, or parse an
    /// SVG, while the window opens; does not wait.
    public func readAhead() {
        let layers = scene.evaluate(SceneState(of: scene), at: 0).layers
        for (layer, appearance) in zip(scene.layers, layers).reversed()
        where appearance.isVisible && appearance.opacity > 0 {
            guard let picture = layer.content.pictures.first else { continue }
            return pictures[picture].readAhead()
        }
    }
}
