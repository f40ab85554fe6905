internal import Geometry
internal import Picture
internal import Platform

/// A part of a bitmap, or of a drawn picture, that fills a box on the screen.
///
/// In perspective, near parts of it are shown larger than far ones: `pieces` divides the screen into
/// rectangles, each of which has a sampling of its own.
struct PlacedPixels {
    let pixels: ShownPixels
    let shownPart: Rect
    /// From the screen to the pixels.
    let fromScreen: Homography
    private let toScreen: Homography
    private let box: Frame.Box

    /// Nil if the part has no area or the box is singular.
    init?(_ pixels: ShownPixels, shownPart: Rect, in box: Frame.Box) {
        guard shownPart.width > 0, shownPart.height > 0 else { return nil }
        let toScreen =
            box.toScreen
            * .scale(x: box.size.width / shownPart.width, y: box.size.height / shownPart.height)
            * .translation(Point(x: -shownPart.x, y: -shownPart.y))
        guard let fromScreen = toScreen.inverse else { return nil }
        (self.pixels, self.shownPart, self.box) = (pixels, shownPart, box)
        (self.fromScreen, self.toScreen) = (fromScreen, toScreen)
    }

    /// A rectangle of the screen, and how the bitmap is read in it.
    struct Piece {
        let area: PixelRect
        let density: SampleDensity
    }

    /// Divides an area of the screen where the density changes; empty if the box is not seen in it.
    /// Where the density changes within a piece that is too small to be divided, the piece has that
    /// of the nearest place.
    func pieces(of area: PixelRect) -> [Piece] {
        if toScreen.isAffine {
            return [Piece(area: area, density: SampleDensity(toScreen, along: toScreen))]
        }
        var pieces: [Piece] = []
        divide(area, nil, into: &pieces)
        return pieces
    }

    /// `outer` is the density of the area that this one is a part of: also pixels whose centres lie
    /// beside the box show some of it.
    private func divide(_ area: PixelRect, _ outer: SampleDensity?, into pieces: inout [Piece]) {
        let places = seenPlaces(in: area)
        let nearest = places.min { toScreen.distance(of: $0) < toScreen.distance(of: $1) }
        guard let nearest else {
            if let outer { pieces.append(Piece(area: area, density: outer)) }
            return
        }
        let count = Double(places.count)
        let middle = toScreen.affineApproximation(
            at: Point(
                x: places.reduce(0) { $0 + $1.x } / count,
                y: places.reduce(0) { $0 + $1.y } / count))
        func density(at place: Point) -> SampleDensity {
            SampleDensity(toScreen.affineApproximation(at: place), along: middle)
        }
        let own = density(at: nearest)
        guard places.contains(where: { density(at: $0) != own }), let halves = halves(of: area)
        else { return pieces.append(Piece(area: area, density: own)) }
        divide(halves.0, own, into: &pieces)
        divide(halves.1, own, into: &pieces)
    }

    /// The corners of what is seen of the box in an area, in the bitmap.
    private func seenPlaces(in area: PixelRect) -> [Point] {
        box.corners(seenIn: area).map {
            Point(
                x: shownPart.x + $0.x * shownPart.width / box.size.width,
                y: shownPart.y + $0.y * shownPart.height / box.size.height)
        }
    }

    /// The shortest side of a piece, in pixels: smaller ones take more time than they save blur. See
    /// docs/dev/thresholds.md.
    private static let leastSide = 32

    /// Divides an area across the direction in which the distance from the eye changes more, at a
    /// multiple of eight columns. Nil if it is too small.
    private func halves(of area: PixelRect) -> (PixelRect, PixelRect)? {
        let change = (
            x: abs(fromScreen.g) * Double(area.width), y: abs(fromScreen.h) * Double(area.height)
        )
        guard (change.x > change.y ? area.width : area.height) >= 2 * Self.leastSide else {
            return nil
        }
        if change.x > change.y {
            let middle = (area.x + area.width / 2) & ~7
            return (
                PixelRect(x: area.x, y: area.y, width: middle - area.x, height: area.height),
                PixelRect(x: middle, y: area.y, width: area.endX - middle, height: area.height)
            )
        }
        let top = area.height / 2
        return (
            PixelRect(x: area.x, y: area.y, width: area.width, height: top),
            PixelRect(x: area.x, y: area.y + top, width: area.width, height: area.height - top)
        )
    }
}

/// How finely a bitmap is read: from which mip, and how many places for each pixel of the screen.
///
/// Where a bitmap is made smaller by different factors in two directions, as in a foreshortened
/// picture, the smaller factor decides the mip, so that the picture is as sharp as it can be; along
/// the other direction the mean of several places is shown.
struct SampleDensity: Equatable {
    let mip: Int
    let samples: Sampling.Samples

    static func == (one: SampleDensity, other: SampleDensity) -> Bool {
        one.mip == other.mip && one.samples.count == other.samples.count
    }

    private static let mostSamples = 4.0
    /// By how much the factors may differ where one place is enough, as a share of the smaller one.
    /// See docs/dev/thresholds.md.
    private static let tolerance = 0.125

    /// For a place where the map from the bitmap to the screen is nearly `map`, which is affine; the
    /// samples lie as `middle` says.
    init(_ map: Homography, along middle: Homography) {
        // Pixels of the bitmap for each of the screen, at least 1: enlarged pixels are not left out.
        let least = max(1, 1 / map.largestStretch)
        let most = max(least, 1 / map.smallestStretch)
        let count = max(
            1, min((most / least - Self.tolerance).rounded(.up), Self.mostSamples))
        // The exponent is the logarithm rounded down; that of infinity is the largest integer.
        mip = Int(max(least, most / Self.mostSamples).exponent)
        guard count > 1 else {
            samples = Sampling.Samples(count: 1, step: Point(x: 0, y: 0))
            return
        }
        let direction = middle.directionOfSmallestStretch
        samples = Sampling.Samples(
            count: Int(count), step: Point(x: direction.x / count, y: direction.y / count))
    }
}
