import Animation
import Geometry

// What the drivers may do to a layer, so that its picture is drawn once in the size that is needed.
extension Scene {
    /// Whether a layer is a picture, or several under a lens, that nothing but opacity, `visible`
    /// and colour effects changes; see `boxIsCard`.
    func boxIsAlwaysCard(_ layer: Int) -> Bool {
        guard !layers[layer].content.pictures.isEmpty, layers[layer].ownSize == nil,
            layers[layer].parent == nil
        else { return false }
        return Property.allCases.allSatisfy { property in
            property == .opacity || property == .visible || property.effect != nil
                || (layers[layer][property] == property.defaultValue
                    && !isDriven(property, of: layer))
        }
    }

    func isDriven(_ property: Property, of layer: Int) -> Bool {
        layerDrivers[layer].contains { drivers[$0].property == property }
    }

    /// The boxes' largest sizes in points of the card: with the scales of the layers and of their
    /// groups, and with what depth and `nearness` add.
    func findLargestSizes() -> [Size] {
        var (sizes, scales) = ([Size](), [Size]())
        for index in layers.indices {
            let parent = layers[index].parent
            let base = layers[index].ownSize ?? parent.map { sizes[$0] } ?? size
            sizes.append(
                Size(
                    width: base.width * largest(.width, of: index),
                    height: base.height * largest(.height, of: index)))
            let scale = scale(of: index, sizes[index])
            scales.append(parent.map { scales[$0] * scale } ?? scale)
        }
        return zip(sizes, scales).map { $0 * $1 }
    }

    /// A layer's largest scale along x and along y; `size` is the largest size of its box.
    private func scale(of layer: Int, _ size: Size) -> Size {
        let depth = max(abs(smallest(.depth, of: layer)), abs(largest(.depth, of: layer)))
        let scale = largest(.scale, of: layer) * enlargement(of: layer, size, depth)
        let sides = Size(
            width: scale * largest(.scaleX, of: layer), height: scale * largest(.scaleY, of: layer))
        let nearness = nearness(of: layer, size * sides)
        return Size(width: sides.width * nearness, height: sides.height * nearness)
    }

    /// The factor by which a picture that is turned in depth is drawn larger. Such a picture is
    /// seldom shown at the size in which it was drawn, and sampling between its pixels blurs it.
    private static let turnedDetail = 1.15

    /// The factor by which a layer's picture is drawn larger, at most 2: how much larger the layer
    /// may be seen because it is turned or moved towards the eye, times `turnedDetail` if it is
    /// turned. A picture that is seen larger than that is stretched.
    private func nearness(of layer: Int, _ size: Size) -> Double {
        func largestMagnitude(_ property: Property) -> Double {
            max(abs(smallest(property, of: layer)), abs(largest(property, of: layer)))
        }
        /// How far a turn moves one edge of the box towards the eye: the edge that is farthest from
        /// the turn's axis.
        func approach(
            _ length: Double, turnedBy angle: Property, about anchor: Property
        ) -> Double {
            let extent = max(
                abs(largest(anchor, of: layer)), abs(smallest(anchor, of: layer)),
                abs(1 - largest(anchor, of: layer)), abs(1 - smallest(anchor, of: layer)))
            let degrees = min(90, largestMagnitude(angle))
            return length * extent * sineAndCosine(degrees: degrees).sine
        }
        let turned =
            approach(size.width, turnedBy: .rotationY, about: .anchorX)
            + approach(size.height, turnedBy: .rotationX, about: .anchorY)
        let approach =
            turned + (turned > 0 ? 2 * max(0, -smallest(.anchorZ, of: layer)) : 0)
            + largest(.offsetZ, of: layer)
        guard approach != 0 else { return 1 }
        let eye = max(1, smallest(.perspective, of: layer))
        let detail = turned > 0 ? Self.turnedDetail : 1
        return min(2, detail / max(0.05, 1 - approach / eye))
    }

    /// The size of the smallest crop, relative to the picture: each side is at least 0.01, x and y
    /// are 0.
    func smallestCrop(of layer: Int) -> Rect {
        Rect(
            x: 0, y: 0, width: max(0.01, smallest(.cropWidth, of: layer)),
            height: max(0.01, smallest(.cropHeight, of: layer)))
    }

    private func largest(_ property: Property, of layer: Int) -> Double {
        bounds(property, of: layer).upperBound
    }

    private func smallest(_ property: Property, of layer: Int) -> Double {
        bounds(property, of: layer).lowerBound
    }

    private func bounds(_ property: Property, of layer: Int) -> ClosedRange<Double> {
        let constant = constants[layer * Property.count + property.rawValue]
        var bounds = constant...constant
        for index in layerDrivers[layer] where drivers[index].property == property {
            let next = drivers[index].bounds
            bounds = property.isProduct ? bounds * next : bounds + next
        }
        return property.limited(bounds.lowerBound)...property.limited(bounds.upperBound)
    }
}

extension ClosedRange<Double> {
    /// The range of the sums of a number of each.
    fileprivate static func + (left: Self, right: Self) -> Self {
        Self(around: [left.lowerBound + right.lowerBound, left.upperBound + right.upperBound])
    }

    /// The range of the products of a number of each.
    fileprivate static func * (left: Self, right: Self) -> Self {
        Self(
            around: [left.lowerBound, left.upperBound].flatMap { factor in
                [factor * right.lowerBound, factor * right.upperBound]
            })
    }

    /// The smallest range around these numbers, of which those beyond all measure may be NaN and then
    /// count as 0: infinity times 0.
    private init(around numbers: [Double]) {
        let numbers = numbers.map { $0.isNaN ? 0 : $0 }
        self = numbers.min()!...numbers.max()!
    }
}

extension Size {
    /// Each side multiplied with that of the other.
    fileprivate static func * (left: Size, right: Size) -> Size {
        Size(width: left.width * right.width, height: left.height * right.height)
    }
}

extension Driver {
    /// The least and the largest value that it is meant to give; a spring may go beyond.
    fileprivate var bounds: ClosedRange<Double> {
        switch kind {
        case .follow(let signal, let conversion, let keys, _):
            keys?.bounds ?? conversion.bounds(of: signal.range ?? 0...1)
        case .scrub(_, _, _, let track, _), .run(_, let track, _, _): track.bounds
        case .phases(_, let phases): bounds(of: phases.values)
        case .steps(_, let values, _): bounds(of: values)
        case .transition(let values, _):
            bounds(of: [values.before, values.inPlace, values.after])
        }
    }

    private func bounds(of values: [Double]) -> ClosedRange<Double> {
        (values.min() ?? 0)...(values.max() ?? 0)
    }
}

extension Conversion {
    fileprivate func bounds(of range: ClosedRange<Double>) -> ClosedRange<Double> {
        let (first, last) = (value(of: range.lowerBound), value(of: range.upperBound))
        return min(first, last)...max(first, last)
    }
}

extension Track {
    /// The least and the largest of 101 values at equal distances in time.
    fileprivate var bounds: ClosedRange<Double> {
        let values = (0...100).map { value(at: Double($0) / 100 * duration) }
        return values.min()!...values.max()!
    }
}
