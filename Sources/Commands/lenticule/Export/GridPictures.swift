import Display
import Geometry
import Motion
import Playback
import Scene
import Web

/// The pictures of a card at the tilts of a grid, as WebP.
struct GridPictures {
    let grid: TiltGrid
    let size: PixelSize
    private let card: PlayedCard
    /// The scene's time, seconds.
    private let time: Double
    private let renderer: FrameRenderer

    /// How many pictures are encoded to estimate the bytes of all.
    private static let sampleCount = 7

    /// The pictures at this time; `renderer` draws the card in this size.
    init(
        _ card: PlayedCard, _ grid: TiltGrid, _ time: Double, _ renderer: FrameRenderer,
        _ size: PixelSize
    ) {
        (self.card, self.grid, self.time) = (card, grid, time)
        (self.renderer, self.size) = (renderer, size)
    }

    /// Throws if nothing of the card can be drawn.
    func drawMiddle() throws { _ = try renderer.bitmap(moment(grid.tilts[grid.middle])) }

    /// All pictures of this quality, in the grid's order.
    func encoded(_ quality: Int) throws -> [[UInt8]] { try encoded(grid.tilts, quality) }

    /// How many of the qualities, which ascend, seem to let the pictures take at most `limit` bytes of a
    /// page, by a sample of them.
    func countOfFitting(_ qualities: [Int], _ limit: Int) throws -> Int {
        let tilts = grid.tilts
        let step = max(1, tilts.count / Self.sampleCount)
        let sample = stride(from: step / 2, to: tilts.count, by: step).map { tilts[$0] }
        var (low, high) = (0, qualities.count)
        while low < high {
            let middle = (low + high) / 2
            let bytes = try encoded(sample, qualities[middle]).reduce(0) { $0 + $1.count }
            // The page holds them in base64: 4 characters are 3 bytes.
            if bytes * tilts.count / sample.count * 4 / 3 <= limit {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }

    private func encoded(_ tilts: [(x: Double, y: Double)], _ quality: Int) throws -> [[UInt8]] {
        var encoder = try WebPEncoder(size, quality: quality)
        for tilts in tilts { try encoder.append(renderer.bitmap(moment(tilts))) }
        return try encoder.finish()
    }

    private func moment(_ tilts: (x: Double, y: Double)) -> Moment {
        let all =
            grid.isWheel
            ? Tilts(tilts.x, about: .steering)
            : Tilts(aboutVertical: tilts.x, aboutHorizontal: tilts.y, cardAxis: card.axis)
        return Moment(of: card.scene, at: time, all, events: [])
    }
}
