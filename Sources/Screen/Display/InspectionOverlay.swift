internal import Compositor
internal import Decoding
internal import Geometry
internal import Picture
internal import Platform
internal import Scene

/// What can be drawn over a card in a window to show how it is made.
public enum CardOverlay: String, Sendable, CaseIterable {
    /// The outlines of the visible layers' boxes.
    case boxes
    /// Beside each box the layer's driven numbers.
    case values
    /// The part of the window that the last frame drew anew.
    case damage
    /// What the last frame took.
    case passes
}

/// What the drawing of a frame took.
struct DrawnFrame {
    let counts: DrawCounts
    let seconds: Double
    /// See `Screen.drawnPart`.
    let part: PixelRect?
}

/// Draws over a card what shows how it is made.
final class InspectionOverlay {
    private let kinds: Set<CardOverlay>
    private var outlines = BoxOutlines()
    private var panels = CaptionCache()
    /// The last frame that showed something new of the card, and its snapshot.
    private var newest: (frame: DrawnFrame, snapshot: Snapshot)?
    /// Whether the screen shows the numbers of a frame before `newest`, and should be drawn again.
    private(set) var isStale = false

    /// Nil for no kinds.
    init?(_ kinds: Set<CardOverlay>) {
        if kinds.isEmpty { return nil }
        self.kinds = kinds
    }

    /// The overlays for a frame of a snapshot; `toScreen` leads from the card's points to pixels.
    func overlays(
        _ card: PlayedCard, _ snapshot: Snapshot, _ toScreen: Homography, over frame: Frame,
        on screen: any Screen
    ) -> [Frame.Overlay] {
        let lineHeight = HUDPanels.small(HUDPanels.lineHeight(in: frame, density: screen.density))
        let boxes = boxes(card, snapshot, toScreen) + (damage(in: frame).map { [$0] } ?? [])
        let panel = panel(lines(card, screen.renderer), over: frame, lineHeight)
        let taken = panel.map { PixelRect(x: $0.x, y: $0.y, size: $0.bitmap.size) }
        return outlines.overlays(
            boxes, on: frame.size, lineHeight: lineHeight, avoiding: taken) + panel
    }

    /// Takes what the drawing of a frame of a snapshot took, unless the frame was only drawn again.
    func take(_ frame: DrawnFrame, of snapshot: Snapshot, scale: Double) {
        guard !kinds.isDisjoint(with: [.damage, .passes]) else { return }
        let isSame = newest?.snapshot.appearsEqual(to: snapshot, scale: scale) ?? false
        if isStale, isSame {
            isStale = false
        } else {
            (newest, isStale) = ((frame, snapshot), true)
        }
    }

    private func boxes(
        _ card: PlayedCard, _ snapshot: Snapshot, _ toScreen: Homography
    ) -> [BoxOutline] {
        guard !kinds.isDisjoint(with: [.boxes, .values]) else { return [] }
        let pictures = card.pictures.map(\.path)
        return card.scene.layers.indices.compactMap { index in
            let appearance = snapshot.layers[index]
            guard appearance.isVisible else { return nil }
            let title = "\(index + 1). \(card.scene.layers[index].title(pictures))"
            let values = kinds.contains(.values) ? values(card.scene, index, snapshot) : []
            var outline = BoxOutline(
                corners: appearance.corners(toScreen),
                label: ([title] + values).joined(separator: "\n"))
            outline.hasLine = kinds.contains(.boxes)
            return outline
        }
    }

    /// How many of a layer's values are shown: a mesh has very many.
    private static let mostValues = 8

    private func values(_ scene: Scene, _ layer: Int, _ snapshot: Snapshot) -> [String] {
        let all = scene.drivenValues(ofLayer: layer, in: snapshot)
        let lines = all.prefix(Self.mostValues).map { "\($0.name)\t\(hundredths($0.value))" }
        return lines + (all.count > lines.count ? ["and \(all.count - lines.count) more"] : [])
    }

    /// The outline of what was drawn anew; nil if that is not known, or nothing.
    private func damage(in frame: Frame) -> BoxOutline? {
        guard kinds.contains(.damage), let part = newest?.frame.part, !part.isEmpty else {
            return nil
        }
        let share = Double(part.size.area) / Double(frame.size.area)
        let rect = Rect(part)
        var outline = BoxOutline(
            corners: rect.corners,
            label: "drawn anew: \(part.width) x \(part.height), \(Int((share * 100).rounded())) %")
        outline.colour = 0xFFB020
        return outline
    }

    private func lines(_ card: PlayedCard, _ renderer: String) -> [String] {
        guard let frame = newest?.frame else { return [] }
        let unknown =
            kinds.contains(.damage) && frame.part == nil
            ? ["drawn anew:\tnot known with \(renderer)"] : []
        return unknown + (kinds.contains(.passes) ? frame.lines(card) : [])
    }

    private func panel(
        _ lines: [String], over frame: Frame, _ lineHeight: Double
    ) -> [Frame.Overlay] {
        let margin = Int(saturating: lineHeight)
        let captions =
            lines.isEmpty
            ? []
            : [
                Caption(
                    markup: Caption.escaped(lines.joined(separator: "\n")), lineHeight: lineHeight,
                    maximumWidth: frame.size.width - 2 * margin)
            ]
        panels.show(captions)
        return captions.compactMap { panels[$0] }.map { bitmap in
            Frame.Overlay(
                bitmap, x: max(0, frame.size.width - bitmap.width - margin), y: margin)
        }
    }
}

extension DrawnFrame {
    /// How many layers are told.
    private static let mostLayers = 6

    fileprivate func lines(_ card: PlayedCard) -> [String] {
        let times = counts.times
        let pictures = card.pictures.map(\.path)
        let layers = card.scene.layers.indices.map { index in
            (
                title: "\(index + 1). \(card.scene.layers[index].title(pictures))",
                seconds: times.seconds(ofLayer: index)
            )
        }
        let rest = (title: "other", seconds: times.seconds(ofLayer: nil))
        let costliest = (layers + [rest]).filter { $0.seconds > 0 }
            .sorted { $0.seconds > $1.seconds }.prefix(Self.mostLayers)
        return [
            "last frame\t\(milliseconds(seconds))", "passes\t\(counts.passes)",
            "drawn\t\(counts.drawnPixels) pixels", "kept\t\(counts.cachedPixels) pixels",
        ] + costliest.map { "\($0.title)\t\(milliseconds($0.seconds))" }
    }

    private func milliseconds(_ seconds: Double) -> String { "\(hundredths(seconds * 1000)) ms" }
}

extension DrawTimes {
    fileprivate func seconds(ofLayer layer: Int?) -> Double {
        Work.allCases.reduce(0) { $0 + self[layer, $1] }
    }
}

/// A number with two decimals.
private func hundredths(_ value: Double) -> String {
    guard value.isFinite, abs(value) < 1e12 else { return "\(value)" }
    let count = Int((value * 100).rounded())
    let fraction = count.magnitude % 100
    return "\(count < 0 ? "−" : "")\(count.magnitude / 100).\(fraction < 10 ? "0" : "")\(fraction)"
}

extension Rect {
    /// From the top left on, clockwise.
    fileprivate var corners: [Point] {
        [
            Point(x: x, y: y), Point(x: maxX, y: y), Point(x: maxX, y: maxY), Point(x: x, y: maxY),
        ]
    }
}

extension Snapshot.Appearance {
    /// The corners of the part of the box that can be seen, on the screen.
    func corners(_ toScreen: Homography) -> [Point] {
        let map = toScreen * toCard
        return inFront.cut(Rect(size).corners).map(map.apply)
    }
}
