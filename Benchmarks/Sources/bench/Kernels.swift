import Compositor
import Geometry
import Paint
import Picture

private let size = PixelSize(width: 1280, height: 720)

/// Prints for each way of drawing its name and its nanoseconds of processor time: the median of nine
/// rounds of whole frames that `cpu` draws into memory.
func measureKernels(frames: Int) {
    let kernels = Kernel.all(KernelPictures())
    var rounds = Array(repeating: [Double](), count: kernels.count)
    for _ in 0..<9 {
        for (index, kernel) in kernels.enumerated() {
            let before = nanoseconds(of: kernel.without, frames)
            rounds[index].append(
                (nanoseconds(of: kernel.with, frames) - before) / Double(kernel.units))
        }
    }
    for (kernel, round) in zip(kernels, rounds) {
        print(kernel.name, round.sorted()[round.count / 2], separator: "\t")
    }
}

/// Of a frame that is drawn again and again; 0 without layers.
private func nanoseconds(of layers: [KernelLayer], _ frames: Int) -> Double {
    guard !layers.isEmpty else { return 0 }
    let drawn = [0, 1e-9].map { frame(of: layers, movedBy: $0) }
    var (compositor, pixels) = (CPUCompositor(), Array(repeating: UInt32(0), count: size.area))
    return pixels.withUnsafeMutableBytes { bytes in
        let target = PixelTarget(
            pixels: bytes.baseAddress!, size: size, bytesPerRow: 4 * size.width)
        compositor.draw(drawn[0], into: target)
        let start = Moment()
        for number in 1...max(1, frames) { compositor.draw(drawn[number % 2], into: target) }
        return start.processorPassed * 1e9 / Double(frames)
    }
}

/// Layers of which the lowest, if it is not at whole pixels, is moved by so much that nothing is kept
/// from frame to frame.
private func frame(of layers: [KernelLayer], movedBy distance: Double) -> Frame {
    var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
    for (index, layer) in layers.enumerated() {
        (index == 0 ? layer.moved(by: distance) : layer).add(to: &frame)
    }
    return frame
}

private enum KernelLayer {
    case layer(Frame.Layer)
    case group([KernelLayer], opacity: Double)

    func add(to frame: inout Frame) {
        switch self {
        case .layer(let layer): frame.add(layer)
        case .group(let layers, let opacity):
            let group = frame.openGroup(opacity: opacity)
            for layer in layers { layer.add(to: &frame) }
            frame.closeGroup(group)
        }
    }

    func moved(by distance: Double) -> KernelLayer {
        guard case .layer(let layer) = self, layer.box.toScreen != .identity else { return self }
        var box = layer.box
        box.toScreen.tx += distance
        return .layer(Frame.Layer(layer.content, box: box, opacity: layer.opacity))
    }

    static func picture(
        _ bitmap: Bitmap, _ map: Homography = .identity, opacity: Double = 1,
        colours: ColourMatrix? = nil, compositing: Frame.CompositingOperator = .normal
    ) -> KernelLayer {
        let box = Frame.Box(toScreen: map, size: Size(bitmap.size))
        return .layer(
            Frame.Layer(
                .bitmap(bitmap), box: box, opacity: opacity, colours: colours,
                compositing: compositing))
    }

    static func colour(_ box: Frame.Box) -> KernelLayer {
        let colour = Colour(red: 0.2, green: 0.4, blue: 0.6, alpha: 0.5)
        return .layer(Frame.Layer(.colour(colour), box: box))
    }
}

private struct KernelPictures {
    let opaque = Bitmap(noise: size, alpha: 255)
    let translucent = Bitmap(noise: size, alpha: 200)
    let clear = Bitmap(noise: size, alpha: 0)
    let narrow = Bitmap(noise: PixelSize(width: 4, height: 700), alpha: 200)
}

extension Bitmap {
    /// A picture of one alpha and of colours by chance.
    fileprivate convenience init(noise size: PixelSize, alpha: UInt32) {
        var state: UInt64 = 1
        let pixels = (0..<size.area).map { _ -> UInt32 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return [16, 24, 32].enumerated().reduce(alpha << 24) { pixel, part in
                let value = UInt32(truncatingIfNeeded: state >> UInt64(part.element)) & 255
                return pixel | value * alpha / 255 << UInt32(8 * part.offset)
            }
        }
        self.init(width: size.width, height: size.height, pixels: pixels)
    }
}

/// What is measured: what some layers take that others do not.
private struct Kernel {
    let name: String
    let with: [KernelLayer]
    let without: [KernelLayer]
    /// What the time is divided by.
    let units: Int

    init(
        _ name: String, _ with: [KernelLayer], without: [KernelLayer] = [], units: Int = size.area
    ) {
        (self.name, self.with, self.without, self.units) = (name, with, without, units)
    }

    /// Enlarged by so little that the frame is not drawn as a plain one.
    private static let almostWhole = Homography.scale(x: 1.001, y: 1)
    private static let moved = Homography.translation(Point(x: -0.3, y: -0.6))
    private static let turned = about(.rotation(degrees: 7) * .scale(x: 1.25, y: 1.25))
    private static let perspective = about(
        Homography(a: 1.4, b: 0, c: 0, d: 1.4, tx: 0, ty: 0, g: 1e-4, h: 2e-4))

    /// A map about the middle of the window.
    private static func about(_ map: Homography) -> Homography {
        let (x, y) = (Double(size.width) / 2, Double(size.height) / 2)
        return .translation(Point(x: x, y: y)) * map * .translation(Point(x: -x, y: -y))
    }

    static func all(_ pictures: KernelPictures) -> [Kernel] {
        frames(pictures) + layers(pictures) + combinations(pictures) + others(pictures)
    }

    /// What a layer of the window's size lies over.
    private static func below(_ pictures: KernelPictures) -> KernelLayer {
        .picture(pictures.opaque, almostWhole)
    }

    /// Whole frames.
    private static func frames(_ pictures: KernelPictures) -> [Kernel] {
        let three = [1, 0.6, 0.4]
        return [
            Kernel(
                "classic card, three opaque", three.map { .picture(pictures.opaque, opacity: $0) }),
            Kernel(
                "classic card, three translucent",
                three.map { .picture(pictures.translucent, opacity: $0) }),
            Kernel("frame of one moved picture", [.picture(pictures.opaque, moved)]),
            Kernel("frame of one turned picture", [.picture(pictures.opaque, turned)]),
            Kernel("frame of one in perspective", [.picture(pictures.opaque, perspective)]),
        ]
    }

    /// Layers of the window's size over another one.
    private static func layers(_ pictures: KernelPictures) -> [Kernel] {
        let below = below(pictures)
        func layer(_ name: String, _ layer: KernelLayer) -> Kernel {
            Kernel(name, [below, layer], without: [below])
        }
        let (picture, larger) = (pictures.translucent, Homography.scale(x: 1.05, y: 1.05))
        return [
            layer("picture at whole pixels", .picture(picture)),
            layer("picture at whole pixels, opacity 0.5", .picture(picture, opacity: 0.5)),
            layer("picture moved by parts of a pixel", .picture(picture, moved)),
            layer("picture enlarged", .picture(picture, larger)),
            layer("picture turned", .picture(picture, turned)),
            layer("picture in perspective", .picture(picture, perspective)),
            layer("clear part of a picture", .picture(pictures.clear, moved)),
            layer("colour", .colour(Frame.Box(toScreen: .identity, size: Size(size)))),
            Kernel(
                "group with opacity", [below, .group([.picture(picture, moved)], opacity: 0.5)],
                without: [below, .picture(picture, moved)]),
        ]
    }

    /// What colour effects, each blend mode and each mask take.
    private static func combinations(_ pictures: KernelPictures) -> [Kernel] {
        let (below, picture) = (below(pictures), pictures.translucent)
        func layer(_ name: String, _ layer: KernelLayer) -> Kernel {
            Kernel("picture at whole pixels, \(name)", [below, layer], without: [below])
        }
        let group = KernelLayer.group([.picture(picture)], opacity: 0.5)
        let modes = BlendMode.allCases.filter { $0 != .normal }
        return [layer("colour effects", .picture(picture, colours: .hue(degrees: 30)))]
            + modes.map { layer($0.rawValue, .picture(picture, compositing: .blend($0))) }
            + MaskKind.allCases.map { kind in
                let mask = KernelLayer.picture(picture, moved, compositing: .mask(kind))
                return Kernel(
                    "\(kind.rawValue) mask, a moved picture",
                    [below, .group([.picture(picture), mask], opacity: 0.5)],
                    without: [below, group])
            }
    }

    /// What is not counted in pixels of an area.
    private static func others(_ pictures: KernelPictures) -> [Kernel] {
        let below = below(pictures)
        func fifty(_ layer: (Homography) -> KernelLayer) -> [KernelLayer] {
            (0..<50).map { layer(.translation(Point(x: 20.3 + 24 * Double($0), y: 10))) }
        }
        let lines = fifty {
            .colour(
                Frame.Box(
                    toScreen: $0 * .rotation(degrees: -3), size: Size(width: 1, height: 700)))
        }
        let (square, radius) = (Frame.Box(toScreen: .identity, size: Size(size)), 300.0)
        let round = Frame.Box(toScreen: .identity, size: Size(size), radius: radius)
        return [
            Kernel(
                "row of a layer", [below] + fifty { .picture(pictures.narrow, $0) },
                without: [below], units: 50 * 700),
            Kernel("row of a slanting edge", [below] + lines, without: [below], units: 50 * 700),
            Kernel(
                "row of a round corner", [below, .colour(round)],
                without: [below, .colour(square)], units: 4 * Int(radius)),
        ]
    }
}
