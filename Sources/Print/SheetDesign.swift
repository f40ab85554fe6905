public import Geometry
internal import Glibc
public import LensOptics

/// How pictures are printed for a lens sheet: interlaced, strip by strip.
///
/// Lengths are millimetres. Places are counted from the middle of the sheet, x to the right and y
/// down; dots are counted from the top left. Under each lens the strips lie along
/// `acrossDirection`, in the order in which they are seen while the angle grows. An eye at a
/// positive angle is to the left of the normal, or above it. Through a lens's centre this eye sees
/// what lies to the right, or below.
public struct SheetDesign: Sendable, Equatable {
    public var lens: Lens
    /// The distance from the eye to the sheet at which all lenses show the same picture. If it is
    /// infinite, the print pitch is the pitch.
    public var distance: Double
    /// The resolution of the printer.
    public var dotsPerInch: Double
    /// The pictures' width and height on paper.
    public var sizeOnPaper: Size
    /// The width of the margin around the pictures, for the marks.
    public var margin: Double

    public init(
        _ lens: Lens, distance: Double = .infinity, dotsPerInch: Double, sizeOnPaper: Size,
        margin: Double = 0
    ) {
        (self.lens, self.distance, self.dotsPerInch) = (lens, distance, dotsPerInch)
        (self.sizeOnPaper, self.margin) = (sizeOnPaper, margin)
    }

    /// The width of all strips under one lens together.
    public var printPitch: Double { lens.lensSheet.printPitch(seenFrom: distance) }

    /// The width of a dot.
    public var dotWidth: Double { 25.4 / dotsPerInch }

    /// How many dots lie beside each other under one lens.
    public var dotsPerLens: Double { printPitch / dotWidth }

    /// The width of a strip, in dots.
    public var dotsPerStrip: Double { dotsPerLens / Double(lens.pictureCount) }

    /// The sheet's size in dots, each side at least 1.
    public var dots: PixelSize {
        func dots(_ length: Double) -> Int {
            max(1, Int(min((length + 2 * margin) / dotWidth, 1e9).rounded()))
        }
        return PixelSize(width: dots(sizeOnPaper.width), height: dots(sizeOnPaper.height))
    }

    /// The direction across the lenses, of length 1.
    public var acrossDirection: Point { LensView(lens).acrossDirection }

    /// Whether lenses are counted from left to right, and not from top to bottom.
    public var hasUprightLenses: Bool { abs(acrossDirection.x) >= abs(acrossDirection.y) }
}

/// Numbers that follow from a design, with which the lens and the picture of each dot are found.
struct SheetGrid: Sendable {
    let dots: PixelSize
    let dotWidth: Double
    /// The pitch of the lenses, and that of the print.
    let pitch, printPitch: Double
    /// The direction across the lenses, of length 1.
    let acrossDirection: Point
    let hasUprightLenses: Bool
    /// The distance from the sheet's middle to its edge, across the lenses. The first lens begins
    /// at -`halfExtent`.
    let halfExtent: Double
    /// The lens of the design with `repeatsPictures`, because the strips are printed again under
    /// every lens.
    private let lens: Lens

    init(_ design: SheetDesign) {
        (dots, dotWidth, acrossDirection) = (design.dots, design.dotWidth, design.acrossDirection)
        (pitch, printPitch) = (design.lens.lensSheet.pitch, design.printPitch)
        hasUprightLenses = design.hasUprightLenses
        let (width, height) = (Double(dots.width), Double(dots.height))
        halfExtent =
            (abs(acrossDirection.x) * width + abs(acrossDirection.y) * height) * dotWidth / 2
        var lens = design.lens
        lens.repeatsPictures = true
        self.lens = lens
    }

    /// The middle of a dot.
    func place(column: Int, row: Int) -> Point {
        let (width, height) = (Double(dots.width), Double(dots.height))
        return Point(
            x: (Double(column) + 0.5 - width / 2) * dotWidth,
            y: (Double(row) + 0.5 - height / 2) * dotWidth)
    }

    /// How far a place lies across the lenses, counted in lenses: what is printed for lens k lies
    /// between k and k + 1.
    func lensPlace(_ place: Point) -> Double {
        (acrossDirection.x * place.x + acrossDirection.y * place.y) / printPitch + middlePlace
    }

    /// The `lensPlace` of the sheet's middle. The small number puts dots that lie exactly on a
    /// border on the same side everywhere, in spite of rounding.
    var middlePlace: Double { halfExtent / pitch + 1e-9 }

    /// The difference of `lensPlace` from one dot to the next on the right.
    var step: Double { acrossDirection.x * dotWidth / printPitch }

    /// The place of a lens's middle, across the lenses, from the sheet's middle.
    func middle(ofLens number: Int) -> Double { (Double(number) + 0.5) * pitch - halfExtent }

    /// The picture that is printed at a place across the lenses, counted in lenses.
    func picture(atLensPlace place: Double) -> Int {
        lens.picture(atPhase: place - place.rounded(.down) + lens.phaseOffset)
    }

    /// The numbers of the lenses that lie over the sheet, at least in part.
    var lenses: ClosedRange<Int> { 0...Int(min(2 * halfExtent / pitch, 1e9).rounded(.down)) }
}

extension Lens {
    /// The angles at which the first edge, the middle and the last edge of a picture's strip are
    /// seen; nil for one that is never seen.
    public func angles(ofPicture picture: Int) -> (first: Double?, middle: Double?, last: Double?) {
        let strip = order == .normal ? picture : pictureCount - 1 - picture
        func place(_ share: Double) -> Double {
            (Double(strip) + share) / Double(pictureCount) - 0.5 - phaseOffset
        }
        // The strips repeat with each lens: takes the repetition whose middle is nearest to the
        // normal.
        let repetition = place(0.5).rounded()
        func angle(_ share: Double) -> Double? {
            lensSheet.angle(atPlace: (place(share) - repetition) * lensSheet.pitch)
        }
        return (angle(0), angle(0.5), angle(1))
    }
}
