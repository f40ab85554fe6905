internal import Geometry
internal import Paint
internal import Picture
internal import Platform

extension Offscreen {
    /// Adds a group whose pixels waves or a shader change. What they move onto the screen may lie beyond it.
    mutating func addChanged(
        _ group: Frame.Layer, _ filter: Frame.Filter, _ change: PixelChange, _ inner: Range<Int>,
        of frame: Frame, to flat: inout Frame
    ) throws(Painter.Failure) {
        guard let toScreen = filter.ownSpace, toScreen.inverse != nil else { return }
        let visible = frame.area(bleeds: group.bleeds)
        let farthest = Double(max(frame.size.width, frame.size.height))
        let stretch = toScreen.largestStretch(shownIn: visible)
        let reach = Int(min(change.reach * stretch, farthest).rounded(.up)) + 1
        let area = visible.expanded(by: reach)
        let own = try flattened(inner, of: frame, in: area, to: area.size)
        let bounds = own.bounds(of: own.layers.indices, in: own.card).outer
        guard !bounds.isEmpty else { return }
        let seen = PixelRect(x: reach, y: reach, size: visible.size)
        let shown = bounds.joined(bounds.expanded(by: reach).intersection(seen))
        let rect = shown.enlarged(by: 1, from: area)
        var placed = filter
        placed.ownSpace = .translation(Point(x: -Double(rect.x), y: -Double(rect.y))) * toScreen
        let picture = try picture(
            of: own.cutOut(shown, own.layers.indices), rect, placed, group.colours,
            for: group.sceneLayer)
        flat.add(picture, group, group.clip)
    }
}

extension Homography {
    /// The largest factor of lengths at the corners of what is shown in a rectangle, as far as it lies in
    /// front of the eye.
    fileprivate func largestStretch(shownIn rect: PixelRect) -> Double {
        guard !isAffine, let back = inverse else { return largestStretch }
        let corners = [rect.x, rect.endX].flatMap { x in
            [rect.y, rect.endY].map { Point(x: Double(x), y: Double($0)) }
        }
        let stretches = corners.filter { back.distance(of: $0) > 0 }.map { corner in
            affineApproximation(at: back.apply(corner)).largestStretch
        }
        return stretches.filter(\.isFinite).max() ?? largestStretch
    }
}
