import Display
import Geometry
import Logging
import Motion
import Picture
import Playback
import Scene
import Web

/// Draws and encodes the pictures of a card's page, and makes it small enough.
struct PageMaker {
    let card: PlayedCard
    let author: String?
    /// The grids that may be used, the finest first.
    let grids: [TiltGrid]
    /// The scene's time, seconds.
    let time: Double
    /// The address of a picture for previews; nil: none.
    let preview: String?

    /// A page, and what it holds.
    struct Page {
        let html: String
        /// For people.
        let words: String
    }

    /// The largest of the pictures' longer sides, pixels: a phone shows no more of them without a
    /// page that takes long to load.
    private static let longestSide = 720
    /// The smallest; in smaller ones a card is hardly to be recognized.
    private static let shortestSide = 160
    /// How much smaller the next size is that is tried.
    private static let sizeStep = 0.8
    /// The qualities with which a page is near the card: 4 of 255 levels on average. Better than the
    /// highest is hardly seen.
    private static let goodQualities = Array(84...85)
    /// Those for a page that is too large with the good ones; worse is ugly.
    private static let poorQualities = Array(45...83)
    /// How often all pictures are encoded at most in one size, because the estimates were too low.
    private static let mostTries = 3
    /// The longer side of the icon, pixels.
    private static let iconSide = 128

    /// The best page that is not larger than `limit`. A size or a quality that is given stays. Otherwise
    /// first the grid becomes coarser, as far as `grids` go, then the pictures worse, then smaller.
    func page(size: PixelSize?, quality: Int?, limit: ByteCount) throws -> Page {
        for (size, attempts) in plan(size: size, quality: quality) {
            let renderer = FrameRenderer(card, size: size)
            for remark in renderer.contentRemarks { logger.warning("\(remark)") }
            let found = try renderer.telling { () throws -> Page? in
                for (grid, qualities) in attempts {
                    let pictures = GridPictures(card, grid, time, renderer, size)
                    // Before the icon, because it is of this renderer that one is told what fails.
                    try pictures.drawMiddle()
                    let icon = try icon()
                    if let found = try page(pictures, icon, qualities, limit.bytes) { return found }
                }
                return nil
            }
            if let found { return found }
        }
        let advice = [
            "give more --under", size == nil ? nil : "a smaller --size",
            quality == nil ? nil : "less --quality", "a smaller --grid",
        ].compactMap { $0 }
        throw Failure(
            .usage,
            "\(card.title): its page cannot be smaller than \(limit): "
                + advice.joined(separator: ", or "))
    }

    /// What is tried, one after the other: for each size grids, and for each of them qualities in ascending
    /// order.
    private func plan(
        size: PixelSize?, quality: Int?
    ) -> [(PixelSize, [(TiltGrid, qualities: [Int])])] {
        let last = grids.suffix(1)
        let sizes = size.map { [$0] } ?? self.sizes
        let first = grids.map { ($0, qualities: quality.map { [$0] } ?? Self.goodQualities) }
        let poor = quality == nil ? last.map { ($0, qualities: Self.poorQualities) } : []
        let all = quality.map { [$0] } ?? Self.poorQualities + Self.goodQualities
        return sizes.prefix(1).map { ($0, first + poor) }
            + sizes.dropFirst().map { ($0, last.map { ($0, qualities: all) }) }
    }

    /// The sizes that are tried, the largest first.
    private var sizes: [PixelSize] {
        var sizes: [PixelSize] = []
        var side = Double(Self.longestSide)
        while side >= Double(Self.shortestSide) {
            sizes.append(pixels(longestSide: side))
            side *= Self.sizeStep
        }
        return sizes
    }

    /// The card's shape in whole pixels.
    private func pixels(longestSide: Double) -> PixelSize {
        let size = card.scene.size
        let scale = longestSide / max(size.width, size.height)
        func side(_ length: Double) -> Int {
            max(PixelSize.sides.lowerBound, Int((length * scale).rounded()))
        }
        return PixelSize(width: side(size.width), height: side(size.height))
    }

    /// The page with the best of the qualities, in ascending order, with which it is small enough; nil if it
    /// is with none.
    private func page(
        _ pictures: GridPictures, _ icon: [UInt8], _ qualities: [Int], _ limit: Int
    ) throws -> Page? {
        let (grid, size) = (pictures.grid, pictures.size)
        func html(_ pictures: [[UInt8]]) -> String {
            CardPage(
                title: card.title, description: description, previewAddress: preview,
                width: size.width, height: size.height, grid: grid, pictures: pictures, icon: icon
            ).html
        }
        let rest = html(Array(repeating: [], count: grid.count)).utf8.count
        let count = try pictures.countOfFitting(qualities, limit - rest)
        for quality in qualities.prefix(count).suffix(Self.mostTries).reversed() {
            let html = html(try pictures.encoded(quality))
            let bytes = html.utf8.count
            guard bytes <= limit else { continue }
            return Page(
                html: html,
                words: "\(grid.words) of \(size) at quality \(quality), \(ByteCount(bytes))")
        }
        return nil
    }

    private var description: String {
        let maker = author.map { " by \($0)" } ?? ""
        return "\(card.title): a card\(maker) that changes as you tilt it."
    }

    private func icon() throws -> [UInt8] {
        let size = pixels(longestSide: Double(Self.iconSide))
        let grid = TiltGrid(columns: 1, rows: 1, reachX: 0, reachY: 0)
        return try GridPictures(card, grid, time, FrameRenderer(card, size: size), size)
            .encoded(75)[0]
    }
}

extension TiltGrid {
    fileprivate var words: String {
        switch (columns, rows) {
        case (1, 1): "1 picture"
        case (let count, 1), (1, let count): "\(count) pictures"
        default: "\(columns)x\(rows) pictures"
        }
    }
}
