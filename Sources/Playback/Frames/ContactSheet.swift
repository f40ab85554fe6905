public import Geometry
public import Motion
public import Picture
import Platform

/// Pictures of a card at many tilts, in columns and rows on white.
public struct ContactSheet: Sendable {
    /// How many columns and rows there are, each at least 1.
    public struct Shape: Sendable, Equatable {
        public let columns, rows: Int

        public init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }
    }

    public let shape: Shape
    /// The size of each picture.
    public let cell: PixelSize
    /// Tells the largest tilt, and the only axis that is tilted if there is but one.
    private let orbit: Orbit

    /// A sheet of pictures of a card of this size, in points, with such an orbit. `cell` is the size of a picture; nil:
    /// the longer side has 320 pixels.
    public init(
        _ shape: Shape, of card: Size, _ orbit: Orbit, cell: PixelSize?, as body: HeldCard.Body?
    ) {
        (self.shape, self.orbit) = (shape, orbit)
        let own =
            body.map { HeldCard(card, as: $0, size: nil).size } ?? PixelSize(card: card)
        self.cell = cell ?? own.fitted(toSide: Self.ownSide)
    }

    /// The longer side of a picture whose size nobody gives, pixels.
    private static let ownSide = 320
    /// Pixels between pictures, and around them.
    private static let gap = 8

    public var size: PixelSize {
        PixelSize(
            width: shape.columns * (cell.width + Self.gap) + Self.gap,
            height: shape.rows * (cell.height + Self.gap) + Self.gap)
    }

    /// The tilts of the picture in a column and a row, from 0.
    ///
    /// A card with one axis is tilted about it from picture to picture, from the most negative tilt
    /// to the most positive one. Another card is tilted about the vertical axis from column to column,
    /// and about the horizontal one from row to row: at the top the top edge has risen most.
    public func tilts(column: Int, row: Int, cardAxis: TiltAxis) -> Tilts {
        if let axis = orbit.axis {
            let count = shape.columns * shape.rows
            return Tilts(tilt(row * shape.columns + column, of: count), about: axis)
        }
        return Tilts(
            aboutVertical: tilt(column, of: shape.columns),
            aboutHorizontal: tilt(shape.rows - 1 - row, of: shape.rows), cardAxis: cardAxis)
    }

    /// The tilt with this number among evenly spaced ones; a single one is 0.
    private func tilt(_ number: Int, of count: Int) -> Double {
        count < 2 ? 0 : orbit.degrees * (2 * Double(number) / Double(count - 1) - 1)
    }

    /// The sheet of the pictures that `draw` gives for a column and a row.
    func bitmap(_ draw: (_ column: Int, _ row: Int) throws -> Bitmap) throws -> Bitmap {
        try Bitmap(size) { pixels in
            pixels.initialize(repeating: .max, count: size.area)
            for row in 0..<shape.rows {
                for column in 0..<shape.columns {
                    let first =
                        (Self.gap + row * (cell.height + Self.gap)) * size.width + Self.gap
                        + column * (cell.width + Self.gap)
                    try draw(column, row).copy(to: pixels + first, rowLength: size.width)
                }
            }
        }
    }
}

extension FrameRenderer {
    /// The sheet's pictures, each at the moment that `moment` gives for its tilts.
    public func bitmap(_ sheet: ContactSheet, _ moment: (Tilts) -> Moment) throws -> Bitmap {
        try sheet.bitmap { column, row in
            try bitmap(moment(sheet.tilts(column: column, row: row, cardAxis: axis)))
        }
    }
}

extension Bitmap {
    /// Copies the pixels to a picture whose rows have this many.
    fileprivate func copy(to target: UnsafeMutablePointer<UInt32>, rowLength: Int) {
        pixels.withValues { pixels in
            guard let first = pixels.baseAddress else { return }
            for row in 0..<height {
                (target + row * rowLength).update(from: first + row * width, count: width)
            }
        }
    }
}

extension PixelSize {
    /// The size with these proportions whose longer side is at most `side`.
    fileprivate func fitted(toSide side: Int) -> PixelSize {
        let scale = min(1, Double(side) / Double(max(width, height)))
        return PixelSize(card: Size(width: Double(width) * scale, height: Double(height) * scale))
    }
}

extension Tilts {
    /// Degrees about the vertical and the horizontal axis, of a card with this axis.
    public init(aboutVertical x: Double, aboutHorizontal y: Double, cardAxis: TiltAxis) {
        let card: Double =
            switch cardAxis {
            case .horizontal: y
            case .vertical: x
            case .steering: 0
            }
        self.init(card: card, aboutVertical: x, aboutHorizontal: y)
    }
}
