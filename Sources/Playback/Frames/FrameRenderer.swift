public import Compositor
public import Display
public import Geometry
import Motion
public import Picture
import Plan
import Platform
public import Scene

/// Draws a card's frames as bitmaps.
public final class FrameRenderer {
    private let card: PlayedCard
    let size: PixelSize
    /// The object that the card is drawn as; nil: it fills the frame.
    public let object: HeldCard?
    private var planner: FramePlanner
    private var compositor = CPUCompositor()
    /// Draws the object around the card's frames.
    private var objectCompositor = CPUCompositor()
    var threads = DrawingThreads(processorCount)

    /// Draws frames of `size`; nil: of the card's own size. Lenses are seen by an eye, or from the
    /// middle between both. With a body the card is drawn as an object that is tilted.
    public init(
        _ card: PlayedCard, size: PixelSize?, eye: ViewingEye? = nil,
        as body: HeldCard.Body? = nil
    ) {
        self.card = card
        object = body.map { HeldCard(card.scene.size, as: $0, size: size) }
        self.size = object?.size ?? size ?? PixelSize(card: card.scene.size)
        planner = card.planner(Assets())
        planner.eyeX = eye?.place ?? 0
        planner.resize(to: object?.flatSize ?? self.size)
    }

    /// The axis about which the card is tilted.
    var axis: TiltAxis { card.axis }

    /// The passes and pixels of all frames so far.
    public var drawCounts: DrawCounts { compositor.counts + threads.counts }

    /// Remarks about details of the card's lenses that this size cannot show.
    public var contentRemarks: [String] { planner.contentRemarks }

    /// Why pictures could not be drawn so far.
    public var failures: [PictureError] { planner.failures }

    /// Remarks about the pictures that were drawn so far, each once.
    public var pictureRemarks: [String] { planner.pictureRemarks }

    /// The card at a moment.
    public func bitmap(_ moment: Moment) throws -> Bitmap {
        let turn = CardTurn(moment.tilts, axis: card.axis)
        return try bitmap(card.scene.evaluate(moment), turned: turn)
    }

    /// The card in a snapshot, without the pictures that cannot be drawn; a held card is turned. Throws
    /// `NothingDrawn` if nothing else is left to draw.
    public func bitmap(_ snapshot: Snapshot, turned turn: CardTurn = .none) throws -> Bitmap {
        let flat = compositor.bitmap(try frame(snapshot))
        return object.map { objectCompositor.bitmap($0.frame(of: flat, turned: turn)) } ?? flat
    }

    private func frame(_ snapshot: Snapshot) throws(NothingDrawn) -> Frame {
        let frame = planner.frame(of: snapshot)
        if !planner.showsLayers, !failures.isEmpty { throw NothingDrawn() }
        return frame
    }

    /// Begins to draw a frame on one of the threads.
    func begin(_ run: CardFrames.FrameRun) throws(NothingDrawn) {
        let (frame, turn) = (try frame(run.snapshot), run.turn ?? .none)
        threads.begin { [object] compositors in
            let flat = compositors.card.bitmap(frame)
            guard let object else { return flat }
            return compositors.object.bitmap(object.frame(of: flat, turned: turn))
        }
    }

    /// What it takes to draw the card at the moments of a log, 30 a second and at most 120, as a window
    /// draws it without a graphics processor. The first frame, for which pictures are decoded, does not
    /// count.
    public func cost(of moments: consuming LogMoments) throws -> DrawingCost {
        var compositor = CPUCompositor()
        var cost = DrawingCost()
        let pixels = OwnedBuffer<UInt32>(count: size.area) {
            $0.initialize(repeating: 0, count: size.area)
        }
        let target = PixelTarget(
            pixels: UnsafeMutableRawPointer(mutating: pixels.start), size: size,
            bytesPerRow: 4 * size.width)
        var atFirst = DrawTimes()
        for number in 0..<Self.costFrames {
            guard let moment = try moments.moment(at: Double(number) / Self.costRate) else { break }
            let (began, processor) = (monotonicSeconds(), processorSeconds())
            let frame = planner.frame(of: card.scene.evaluate(moment))
            let evaluation = processorSeconds() - processor
            if !planner.showsLayers, !failures.isEmpty { throw NothingDrawn() }
            _ = compositor.redraw(frame, into: target)
            if number == 0 {
                atFirst = compositor.counts.times
            } else {
                cost.add(monotonicSeconds() - began, evaluation: evaluation)
            }
        }
        cost.drawing = compositor.counts.times - atFirst
        return cost
    }

    /// How many frames are drawn for their cost, and how many a second of the log: one round of the
    /// preset `orbit`.
    private static let (costFrames, costRate) = (120, 30.0)

    /// None of the pictures of a frame can be drawn; `failures` has the reasons.
    public struct NothingDrawn: Error {}
}

/// One of the viewer's eyes.
public enum ViewingEye: String, Sendable, CaseIterable {
    case left, right

    /// How far it is to the right of the middle between both, millimetres. Adults' pupils are 63 mm
    /// apart on average (Dodgson, 2004); 64 is what stereo pictures are usually made for.
    var place: Double { self == .left ? -32 : 32 }
}

extension PixelSize {
    /// The range of a side: a few layers of the largest picture still fit into memory.
    public static let sides = 4...8192

    /// The size nearest to a card's own; if that is too large, a smaller one with its proportions.
    init(card: Size) {
        let most = Double(Self.sides.upperBound)
        let scale = min(1, most / max(card.width, card.height))
        func side(_ length: Double) -> Int {
            max(Self.sides.lowerBound, Int(saturating: length * scale))
        }
        self.init(width: side(card.width), height: side(card.height))
    }
}
