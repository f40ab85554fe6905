import Compositor
import Geometry
import Picture
import Scene

/// A content of a scene as a plan asks it: which assets it needs, and what a frame shows of it.
protocol PlannableContent: LayerContent {
    /// What has to be drawn for it at one size of the card.
    func requests(_ layer: PlannedLayer) -> [AssetRequest]
    /// The content at this size; `assets` has one for each request, in the same order.
    func planned(_ assets: [Asset], _ layer: PlannedLayer) -> any PlannedContent
}

/// What a frame shows of a layer, at one size of the card.
protocol PlannedContent {
    /// Those of its assets that are seen since the last `update`.
    var seen: [Asset] { get }
    /// In a layer that fills the card: the bitmap that covers it; nil if there is none yet.
    var covering: Bitmap? { get }

    /// Prepares what depends on the layer's present parameters, size and place. `eyeX` is that of
    /// `FramePlanner`.
    mutating func update(_ shown: ShownLayer, eyeX: Double)
    /// Takes over what the content of the same layer has drawn, at another size or before a change of the
    /// card.
    mutating func follow(_ former: any PlannedContent)
    /// Has drawn on another thread what takes longer than a frame, when its assets are there; waits for it
    /// until `end`, seconds of CLOCK_MONOTONIC. `wake` is called on another thread when it is drawn.
    mutating func draw(until end: Double, wake: @escaping @Sendable () -> Void)
    /// What `draw` has not drawn yet; nil if it has drawn all.
    var undrawn: Undrawn? { get }
    /// Whether something was drawn that the next `draw` takes.
    var hasFinished: Bool { get }
    /// What it shows, from the lowest to the topmost; nothing before it is drawn.
    func parts(_ shown: ShownLayer) -> Frame.Parts
    /// Whether `update` waits for another process.
    var waits: Bool { get }
    /// Why some of it could not be drawn; what assets have is left out.
    var failure: PictureError? { get }
    /// What of it this size cannot show, a line each; `name` is the layer's.
    func remarks(name: String?) -> [String]
    /// That of `remarks` which a lack of memory causes.
    func memoryRemark(name: String?) -> String?
}

/// What stands for something that is still being drawn.
enum Undrawn {
    case nothing
    /// What was drawn for another size or other parameters.
    case older
}

extension PlannedContent {
    var seen: [Asset] { [] }
    var covering: Bitmap? { nil }
    var waits: Bool { false }
    var failure: PictureError? { nil }
    var undrawn: Undrawn? { nil }
    var hasFinished: Bool { false }
    mutating func update(_ shown: ShownLayer, eyeX: Double) {}
    mutating func follow(_ former: any PlannedContent) {}
    mutating func draw(until end: Double, wake: @escaping @Sendable () -> Void) {}
    func remarks(name: String?) -> [String] { [] }
    func memoryRemark(name: String?) -> String? { nil }
}

/// A content without assets is planned as it is.
extension PlannableContent where Self: PlannedContent {
    func requests(_ layer: PlannedLayer) -> [AssetRequest] { [] }
    func planned(_ assets: [Asset], _ layer: PlannedLayer) -> any PlannedContent { self }
}

extension Frame {
    /// What a layer of a scene shows.
    enum Parts {
        case nothing
        /// The layers that belong to it.
        case members
        /// A content in its box, with an opacity and colours of its own. To them those of the scene's
        /// layer are added, and all else is the scene's layer's. One part takes no memory of its own,
        /// as a list would in each frame.
        case one(Layer)
        /// What lies in a group, which has the opacity, the colours and all else of the scene's
        /// layer.
        case several([Part])

        /// A layer, and what masks it by its alpha: all of `mask` together.
        struct Part {
            var layer: Layer
            /// The standard deviation of the Gaussian that blurs it, pixels.
            var blur = 0.0
            var mask: [Part] = []
        }
    }
}
