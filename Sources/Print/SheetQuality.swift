internal import Geometry
internal import Glibc
import LensOptics

/// How well a printed sheet shows its pictures, by the measures that ISO 20793 names for images
/// that change with the angle: cross-talk, range of viewing angles, misalignment and uniformity.
///
/// The measures are taken along a line across the sheet's middle. Measures of lenses use the lenses
/// over the pictures; measures of strips use all strips that lie completely on the line, also
/// beside the pictures. Angles are radians.
public struct SheetQuality: Sendable, Equatable {
    /// One for each picture.
    public let pictures: [PictureQuality]
    /// How much the viewing angles near the normal change for each millimetre by which the lens sheet
    /// lies beside its place, across the lenses.
    public let anglePerMillimetre: Double
    /// The rotation of the lens sheet on the print at which the two ends of a lens show
    /// neighbouring pictures.
    public let rotationByOneStrip: Double

    /// One picture of a sheet.
    public struct PictureQuality: Sendable, Equatable {
        /// The angles between which it is seen; nil for an edge of its strip that is never seen.
        public let from, to: Double?
        /// The share of its strips in which no dot's middle lies.
        public let withoutDot: Double
        /// What is seen at its middle angle; nil if its middle is never seen.
        public let atMiddle: AtMiddle?
    }

    /// What is seen of a picture at its middle angle.
    public struct AtMiddle: Sendable, Equatable {
        /// The share of other pictures in what is seen.
        public let crossTalk: Double
        /// The largest error of the angle at which a strip is seen, because of the printer's dots.
        public let misalignment: Double
        /// The share of the lenses that show it: to an eye at the distance that the sheet is made
        /// for, at half of that distance, and far away.
        public let uniformity, uniformityAtHalfDistance, uniformityFarAway: Double
    }

    public init(_ design: SheetDesign) {
        let line = DotLine(design)
        let strips = line.strips()
        pictures = (0..<design.lens.pictureCount).map { picture in
            PictureQuality(picture, design, line, strips[picture])
        }
        let lensSheet = design.lens.lensSheet
        anglePerMillimetre = (lensSheet.angle(atPlace: 0.001) ?? 0) / 0.001
        let length = design.hasUprightLenses ? design.sizeOnPaper.height : design.sizeOnPaper.width
        rotationByOneStrip = lensSheet.pitch / Double(design.lens.pictureCount) / length
    }
}

extension SheetQuality.PictureQuality {
    fileprivate init(
        _ picture: Int, _ design: SheetDesign, _ line: DotLine, _ strips: DotLine.Strips
    ) {
        let (first, middle, last) = design.lens.angles(ofPicture: picture)
        (from, to) = (first, last)
        withoutDot = strips.shareWithoutDot
        atMiddle = middle.map { SheetQuality.AtMiddle(picture, angle: $0, design, line, strips) }
    }
}

extension SheetQuality.AtMiddle {
    fileprivate init(
        _ picture: Int, angle: Double, _ design: SheetDesign, _ line: DotLine,
        _ strips: DotLine.Strips
    ) {
        let lensSheet = design.lens.lensSheet
        let place = lensSheet.place(atAngle: angle)
        misalignment = strips.offsets.reduce(0) { largest, offset in
            max(largest, lensSheet.angle(atPlace: place + offset).map { abs($0 - angle) } ?? 0)
        }
        func mean(_ distance: Double, _ share: (Double) -> Double) -> Double {
            let lensPlaces = line.lensPlacesSeen(atAngle: angle, from: distance)
            return lensPlaces.reduce(0) { $0 + share($1) } / Double(lensPlaces.count)
        }
        crossTalk = 1 - mean(design.distance) { line.share(of: picture, atLensPlace: $0) }
        func shown(_ distance: Double) -> Double {
            mean(distance) { line.picture(atLensPlace: $0) == picture ? 1 : 0 }
        }
        uniformity = shown(design.distance)
        uniformityAtHalfDistance = shown(design.distance / 2)
        uniformityFarAway = shown(.infinity)
    }
}

/// The dots in a line through the sheet's middle, from one side to the other.
private struct DotLine {
    private let design: SheetDesign
    private let grid: SheetGrid
    private let count: Int
    /// In lenses: the place of the first dot's middle, and the distance from one dot to the next.
    private let start, step: Double

    /// The strips of one picture.
    struct Strips {
        /// How many strips there are, and in how many of them no dot's middle lies.
        var (all, empty) = (0.0, 0.0)
        /// For each strip in which a dot's middle lies: how far the mean place of its dots is from
        /// its own middle, millimetres.
        var offsets: [Double] = []

        var shareWithoutDot: Double { all > 0 ? empty / all : 0 }
    }

    init(_ design: SheetDesign) {
        let grid = SheetGrid(design)
        (self.design, self.grid) = (design, grid)
        count = grid.hasUprightLenses ? grid.dots.width : grid.dots.height
        let across = grid.hasUprightLenses ? grid.acrossDirection.x : grid.acrossDirection.y
        step = grid.dotWidth * across / grid.printPitch
        let middle = grid.middlePlace
        start = middle - Double(count - 1) / 2 * step
    }

    /// Measures the strips of each picture that lie completely on the line.
    func strips() -> [Strips] {
        let stripsPerLens = Double(design.lens.pictureCount)
        let end = start + Double(count - 1) * step
        let (low, high) = (min(start, end), max(start, end))
        var strips = Array(repeating: Strips(), count: design.lens.pictureCount)
        let (first, last) = (
            (low * stripsPerLens).rounded(.up), (high * stripsPerLens).rounded(.down)
        )
        for strip in stride(from: first, through: last, by: 1) {
            let (from, to) = (
                (strip - borderOffset) / stripsPerLens, (strip + 1 - borderOffset) / stripsPerLens
            )
            guard from >= low, to <= high else { continue }
            let picture = grid.picture(atLensPlace: (from + to) / 2)
            strips[picture].all += 1
            if let middle = middleOfDots(from: from, to: to) {
                strips[picture].offsets.append((middle - (from + to) / 2) * design.printPitch)
            } else {
                strips[picture].empty += 1
            }
        }
        return strips
    }

    /// How far the phase offset moves the borders of the strips to smaller places, in strips. Whole
    /// strips do not count: the result is at least 0 and below 1.
    private var borderOffset: Double {
        let strips = design.lens.phaseOffset * Double(design.lens.pictureCount)
        return strips - strips.rounded(.down)
    }

    /// The mean place of the dots whose middles lie in a span of the line; nil if there are none.
    private func middleOfDots(from first: Double, to last: Double) -> Double? {
        let indices = ((first - start) / step, (last - start) / step)
        let low = min(indices.0, indices.1).rounded(.up)
        let high = max(indices.0, indices.1).rounded(.up) - 1
        return low <= high ? start + (low + high) / 2 * step : nil
    }

    /// For each lens, the place on the print that it shows to an eye at `distance` while the sheet
    /// is tilted by `angle`. Places are counted in lenses.
    func lensPlacesSeen(atAngle angle: Double, from distance: Double) -> [Double] {
        let view = LensView(design.lens, distance: distance)
        let half =
            (grid.hasUprightLenses ? design.sizeOnPaper.width : design.sizeOnPaper.height) / 2
        return grid.lenses.compactMap { lens in
            let middle = grid.middle(ofLens: lens)
            guard abs(middle) < half else { return nil }
            let seen = design.lens.lensSheet.place(atAngle: angle + view.angle(across: middle))
            return (middle + seen) / grid.printPitch + grid.middlePlace
        }
    }

    /// The picture of the dot at a place.
    func picture(atLensPlace place: Double) -> Int {
        let dot = min(max(((place - start) / step).rounded(), 0), Double(count - 1))
        return grid.picture(atLensPlace: start + dot * step)
    }

    /// The share of a picture in the spot around a place.
    func share(of picture: Int, atLensPlace place: Double) -> Double {
        guard design.lens.spot > 0 else {
            return self.picture(atLensPlace: place) == picture ? 1 : 0
        }
        let extent = 4.5 * design.lens.spot
        let (low, high) = (
            ((place - extent - start) / step).rounded(), ((place + extent - start) / step).rounded()
        )
        var (sum, all) = (0.0, 0.0)
        for dot in stride(from: min(low, high), through: max(low, high), by: 1) {
            let middle = start + dot * step
            let weight = spotIntegral(middle - place, width: abs(step))
            all += weight
            if grid.picture(atLensPlace: middle) == picture { sum += weight }
        }
        return sum / all
    }

    /// The share of the spot that falls on a dot; `distance` is that between the middles of dot and
    /// spot.
    private func spotIntegral(_ distance: Double, width: Double) -> Double {
        normalIntegral((distance + width / 2) / design.lens.spot)
            - normalIntegral((distance - width / 2) / design.lens.spot)
    }
}

/// The normal distribution's integral.
private func normalIntegral(_ value: Double) -> Double { 0.5 * erfc(-value / 2.0.squareRoot()) }
