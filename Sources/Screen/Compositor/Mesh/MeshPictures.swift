internal import Geometry
internal import Paint
internal import Picture
internal import Platform

/// The meshes of frames as pictures, each drawn anew only if it has changed.
struct MeshPictures<Painter: OffscreenPainter> {
    private struct Drawn {
        var mesh: Mesh
        var size = PixelSize(width: 0, height: 0)
        /// Nil if it cannot be drawn, or is not drawn yet.
        var nodes: MeshNodes?
        var painter = Painter()
    }

    private let shared: Painter.Shared
    /// In the order in which frames show them.
    private var drawn: [Drawn] = []
    /// How many of `drawn` the frame at work has needed so far.
    private var used = 0
    private(set) var counts = DrawCounts()
    /// The bytes of the pictures that the frame at work has needed since `forgetUsed`.
    private(set) var bytes = 0

    init(_ shared: Painter.Shared) { self.shared = shared }

    /// The bytes of all pictures, also of those that are not shown.
    var cachedBytes: Int { drawn.reduce(0) { $0 + $1.painter.cachedBytes } }

    mutating func begin() { (used, bytes) = (0, 0) }

    /// Forgets the pictures that the frame at work has needed so far; the next frame draws them anew.
    mutating func forgetUsed() {
        for index in 0..<used { drawn[index] = Drawn(mesh: drawn[index].mesh) }
        bytes = 0
    }

    /// Forgets what the frame has not needed.
    mutating func end() { drawn.removeLast(drawn.count - used) }

    /// Adds a layer that shows a mesh, as a picture over its background.
    mutating func add(
        _ layer: Frame.Layer, _ mesh: Mesh, to flat: inout Frame
    ) throws(Painter.Failure) {
        guard layer.weight > 0, let size = layer.box.pixelSize else { return }
        let picture = try picture(mesh, size, for: layer.sceneLayer)
        guard mesh.background.alpha > 0, picture?.nodes.isOpaque != true else {
            if let picture { flat.add(layer, showing: picture.content, picture.nodes) }
            return
        }
        let group = flat.openGroup(like: layer)
        flat.add(Frame.Layer(.colour(mesh.background), box: layer.box, bleeds: layer.bleeds))
        if let picture {
            flat.add(
                Frame.Layer(.mesh(mesh), box: layer.box, bleeds: layer.bleeds),
                showing: picture.content, picture.nodes)
        }
        flat.closeGroup(group)
    }

    private mutating func picture(
        _ mesh: Mesh, _ size: PixelSize, for layer: Int?
    ) throws(Painter.Failure) -> (nodes: MeshNodes, content: Frame.Content)? {
        if used == drawn.count { drawn.append(Drawn(mesh: mesh)) }
        used += 1
        let index = used - 1
        if drawn[index].size == size, drawn[index].mesh == mesh {
            drawn[index].painter.stayed()
            if let nodes = drawn[index].nodes { counts.add(kept: nodes.rect) }
        } else {
            (drawn[index].mesh, drawn[index].size) = (mesh, size)
            let began = processorSeconds()
            drawn[index].nodes = MeshNodes(mesh, fittingInto: size)
            if let nodes = drawn[index].nodes {
                try drawn[index].painter.draw(nodes, shared)
                counts.add(drawn: nodes.rect)
            }
            counts.add(processorSeconds() - began, .shade, layer: layer)
        }
        guard let nodes = drawn[index].nodes, let content = drawn[index].painter.content else {
            return nil
        }
        bytes += drawn[index].painter.bytes
        return (nodes, content)
    }
}

extension Frame {
    /// Adds a layer with a picture in the place of its mesh.
    fileprivate mutating func add(_ layer: Layer, showing content: Content, _ drawing: MeshNodes) {
        guard !drawing.fillsBox else { return add(layer.showing(content, layer.box, layer.clip)) }
        // A box with rounded corners cuts the mesh, including what lies beyond the box. A box with
        // square corners does not cut it.
        let clip =
            layer.box.radius > 0 ? add(Clip(layer.box, parent: layer.clip)) : layer.clip
        add(layer.showing(content, layer.box.part(drawing.rect, ofPixels: drawing.box), clip))
    }
}

extension Frame.Layer {
    fileprivate func showing(
        _ content: Frame.Content, _ box: Frame.Box, _ clip: Int?
    ) -> Frame.Layer {
        var layer = self
        (layer.content, layer.box, layer.clip) = (content, box, clip)
        return layer
    }
}

extension Frame.Box {
    /// How many pixels its sides have on the screen if all of the box is as near to the eye as its
    /// nearest place; nil if nothing of the box is seen.
    fileprivate var pixelSize: PixelSize? {
        guard Outline(self) != nil, let nearest = nearestPlace else { return nil }
        let map = toScreen.affineApproximation(at: nearest)
        func pixels(_ x: Double, _ y: Double, _ side: Double) -> Int {
            let length = Point(x: x, y: y).length * side
            return max(1, Int(saturating: (length - Outline.tolerance).rounded(.up)))
        }
        return PixelSize(
            width: pixels(map.a, map.b, size.width), height: pixels(map.c, map.d, size.height))
    }

    /// A rectangle of a box that has `pixels` pixels, as a box of its own.
    fileprivate func part(_ rect: PixelRect, ofPixels pixels: PixelSize) -> Frame.Box {
        let x = size.width / Double(pixels.width)
        let y = size.height / Double(pixels.height)
        let toBox = Homography.translation(Point(x: Double(rect.x) * x, y: Double(rect.y) * y))
        return Frame.Box(
            toScreen: toScreen * toBox,
            size: Size(width: Double(rect.width) * x, height: Double(rect.height) * y),
            inFront: inFront.preimage(under: toBox))
    }
}
