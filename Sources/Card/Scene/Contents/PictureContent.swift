public import Geometry

/// A picture of the card.
public struct PictureContent: LayerContent {
    /// Its index among the card's pictures.
    public var picture: Int
    public var fit: Fit
    /// The picture's own size in points; nil if unknown.
    public var size: Size?

    public init(_ picture: Int, _ fit: Fit = .stretch, size: Size? = nil) {
        (self.picture, self.fit, self.size) = (picture, fit, size)
    }

    public var pictures: [Int] { [picture] }

    public var naturalSize: Size? { size }

    public var needsNaturalSize: Bool { fit != .stretch }

    public func with(pictureSizes: (Int) -> Size?) -> PictureContent {
        var content = self
        content.size = pictureSizes(picture) ?? size
        return content
    }

    public func label(_ pictures: [String]) -> String { pictures[picture] }
}

extension LayerContent where Self == PictureContent {
    /// The picture with this index among those of the card; `size` is the picture's own size in
    /// points, nil if unknown.
    public static func picture(
        _ picture: Int, _ fit: Fit = .stretch, size: Size? = nil
    ) -> PictureContent {
        PictureContent(picture, fit, size: size)
    }
}

/// Where a layer's picture lies in its box.
public struct Placement: Sendable, Equatable {
    /// The part of the box that the picture fills, points.
    public var filledPart: Rect
    /// The part of the picture that is shown, as shares of its sides.
    public var shownPart: Rect
    /// The size of the whole picture at the scale at which the part is shown, points.
    public var whole: Size

    /// The placement of a picture of which nothing is visible.
    fileprivate static let nothing = Placement(
        filledPart: empty, shownPart: empty, whole: empty.size)

    private static let empty = Rect(x: 0, y: 0, width: 0, height: 0)
}

extension Size {
    /// Whether nothing fits in.
    fileprivate var isEmpty: Bool { !(width > 0 && height > 0) }
}

extension PictureContent {
    /// Where the picture lies in a box: it is cropped, then fitted. A picture of unknown size fills
    /// the whole box.
    public func placement(in box: Size, cropped crop: Rect) -> Placement {
        guard let size else { return placement(of: crop, .stretch, own: box, in: box) }
        return placement(of: crop, fit, own: size, in: box)
    }

    private func placement(of crop: Rect, _ fit: Fit, own: Size, in size: Size) -> Placement {
        guard !size.isEmpty, !own.isEmpty, !crop.size.isEmpty else { return .nothing }
        let cropped = Size(width: own.width * crop.width, height: own.height * crop.height)
        let scale = fit.scale(of: cropped, in: size)
        let fitted = Size(width: cropped.width * scale.x, height: cropped.height * scale.y)
        let box = Rect(
            x: max(0, (size.width - fitted.width) / 2),
            y: max(0, (size.height - fitted.height) / 2),
            width: min(fitted.width, size.width), height: min(fitted.height, size.height))
        // The fit `cover` cuts off what is beyond the box.
        let seen = Size(
            width: crop.width * box.width / fitted.width,
            height: crop.height * box.height / fitted.height)
        let start = fit.origin(of: crop.size, in: seen)
        return Placement(
            filledPart: box,
            shownPart: Rect(
                x: crop.x - start.x, y: crop.y - start.y, width: seen.width, height: seen.height),
            whole: Size(width: own.width * scale.x, height: own.height * scale.y))
    }
}
