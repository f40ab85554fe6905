internal import Geometry
internal import Paint
internal import Picture
internal import Platform

/// The meshes of frames as bitmaps, each drawn anew only if it has changed.
struct MeshPictures {
    private struct Drawn {
        let mesh: Mesh
        let size: PixelSize
        /// Nil if it cannot be drawn.
        let drawing: MeshDrawing?
        /// The bitmap that was shown before `drawing`, and the one before that. The next drawing
        /// uses the memory of `oldest`. A compositor keeps `former` until it has compared the next
        /// frame with the present one.
        var former: Bitmap?
        var oldest: Bitmap?

        /// Without a bitmap; no mesh is drawn at this size.
        static func undrawn(_ mesh: Mesh) -> Drawn {
            Drawn(mesh: mesh, size: PixelSize(width: 0, height: 0), drawing: nil)
        }

        var bytes: Int {
            [drawing?.bitmap, former, oldest].reduce(0) { $0 + ($1?.byteCount ?? 0) }
        }
    }

    /// In the order in which frames show them.
    private var drawn: [Drawn] = []
    /// How many of `drawn` the frame at work has needed so far.
    private var used = 0
    private(set) var counts = DrawCounts()
    /// The bytes of the bitmaps that the frame at work has needed since `forgetUsed`.
    private(set) var bytes = 0

    /// The bytes of all bitmaps, also of those that are not shown.
    var cachedBytes: Int { drawn.reduce(0) { $0 + $1.bytes } }

    mutating func begin() { (used, bytes) = (0, 0) }

    /// Forgets the bitmaps that the frame at work has needed so far; the next frame draws them anew.
    mutating func forgetUsed() {
        for index in 0..<used {
            drawn[index] = .undrawn(drawn[index].mesh)
        }
        bytes = 0
    }

    /// Forgets what the frame has not needed.
    mutating func end() { drawn.removeLast(drawn.count - used) }

    /// Adds a layer that shows a mesh, as a bitmap over its background.
    mutating func add(_ layer: Frame.Layer, _ mesh: Mesh, to flat: inout Frame) {
        guard layer.weight > 0, let size = layer.box.pixelSize else { return }
        let drawing = drawing(mesh, size, for: layer.sceneLayer)
        bytes += drawing?.bitmap.byteCount ?? 0
        let isHidden = drawing.map { $0.fillsBox && $0.bitmap.isOpaque } == true
        guard mesh.background.alpha > 0, !isHidden else {
            if let drawing { flat.add(layer, showing: drawing) }
            return
        }
        let group = flat.openGroup(like: layer)
        flat.add(Frame.Layer(.colour(mesh.background), box: layer.box, bleeds: layer.bleeds))
        if let drawing {
            flat.add(
                Frame.Layer(.mesh(mesh), box: layer.box, bleeds: layer.bleeds), showing: drawing)
        }
        flat.closeGroup(group)
    }

    private mutating func drawing(
        _ mesh: Mesh, _ size: PixelSize, for layer: Int?
    ) -> MeshDrawing? {
        defer { used += 1 }
        if used == drawn.count { drawn.append(.undrawn(mesh)) }
        if drawn[used].size == size, drawn[used].mesh == mesh {
            (drawn[used].former, drawn[used].oldest) = (nil, nil)
            if let drawing = drawn[used].drawing { counts.add(kept: drawing.rect) }
            return drawn[used].drawing
        }
        let began = processorSeconds()
        let new = MeshDrawing(mesh, box: size, insteadOf: &drawn[used].oldest)
        counts.add(processorSeconds() - began, .shade, layer: layer)
        counts.add(drawn: new?.rect ?? .nothing)
        drawn[used] = Drawn(
            mesh: mesh, size: size, drawing: new, former: drawn[used].drawing?.bitmap,
            oldest: drawn[used].former)
        return new
    }
}

extension Frame {
    /// Adds a layer with a bitmap in the place of its mesh.
    fileprivate mutating func add(_ layer: Layer, showing drawing: MeshDrawing) {
        let content = Content.bitmap(drawing.bitmap)
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
