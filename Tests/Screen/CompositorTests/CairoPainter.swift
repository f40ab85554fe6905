import CCairo
import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Draws frames with Cairo, as a judge of both compositors: pictures bilinear from the mip that they
/// would take, and coverage by Cairo's own rules.
final class CairoPainter {
    private let frame: Frame
    private let surface: OpaquePointer
    private let context: OpaquePointer
    private var mips = MipCache()

    init(_ frame: Frame) throws {
        self.frame = frame
        surface = try #require(
            cairo_image_surface_create(
                CAIRO_FORMAT_ARGB32, Int32(frame.size.width), Int32(frame.size.height)))
        context = try #require(cairo_create(surface))
    }

    deinit {
        cairo_destroy(context)
        cairo_surface_destroy(surface)
    }

    func bitmap() -> Bitmap {
        cairo_set_source_rgb(context, 0, 0, 0)
        cairo_paint(context)
        cairo_push_group(context)
        draw(frame.layers.indices)
        cairo_pop_group_to_source(context)
        cairo_paint(context)
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface)) / 4
        let pixels = (0..<frame.size.height).flatMap { y in
            cairo_image_surface_get_data(surface).withMemoryRebound(
                to: UInt32.self, capacity: stride * frame.size.height
            ) { Array(UnsafeBufferPointer(start: $0 + y * stride, count: frame.size.width)) }
        }
        return Bitmap(width: frame.size.width, height: frame.size.height, pixels: pixels)
    }

    private func draw(_ range: Range<Int>) {
        var index = range.lowerBound
        while index < range.upperBound {
            let layer = frame.layers[index]
            index += 1
            cairo_save(context)
            cut(to: layer)
            switch layer.content {
            case .backdrop, .mesh, .sprites, .lens, .foil, .drawn:
                Issue.record(
                    "Cairo draws no plates, lenses, foils and sprites, and no meshes with folds")
            case .group(let count, _):
                cairo_push_group(context)
                draw(index..<index + count)
                cairo_pop_group_to_source(context)
                index += count
                cairo_set_operator(context, layer.cairoOperator)
                cairo_paint_with_alpha(context, layer.opacity)
            case .colour(let colour):
                clip(to: layer.box)
                cairo_set_source_rgba(
                    context, colour.red, colour.green, colour.blue, colour.alpha)
                cairo_set_operator(context, layer.cairoOperator)
                cairo_paint_with_alpha(context, layer.opacity)
            case .gradient(let gradient, _):
                clip(to: layer.box)
                paint(gradient, in: layer.box, opacity: layer.opacity)
            case .bitmap(let bitmap, _):
                cairo_set_operator(context, layer.cairoOperator)
                clip(to: layer.box)
                paint(bitmap, in: layer.box, opacity: layer.opacity)
            }
            cairo_restore(context)
        }
    }

    /// Clips to the card and to the layer's clips.
    private func cut(to layer: Frame.Layer) {
        if !layer.bleeds {
            let card = Rect(frame.card)
            cairo_rectangle(context, card.x, card.y, card.width, card.height)
            cairo_clip(context)
        }
        var next = layer.clip
        while let index = next {
            clip(to: frame.clips[index].box)
            next = frame.clips[index].parent
        }
    }

    private func clip(to box: Frame.Box) {
        addPath(of: box)
        cairo_clip(context)
    }

    func addPath(of box: Frame.Box) {
        cairo_save(context)
        var matrix = Self.matrix(box.toScreen)
        cairo_set_matrix(context, &matrix)
        let (width, height) = (box.size.width, box.size.height)
        let radius = min(max(box.radius, 0), width / 2, height / 2)
        cairo_new_path(context)
        for (corner, x, y) in [
            (0.0, width - radius, radius), (1, width - radius, height - radius),
            (2, radius, height - radius), (3, radius, radius),
        ] {
            cairo_arc(context, x, y, radius, (corner - 1) * .pi / 2, corner * .pi / 2)
        }
        cairo_close_path(context)
        cairo_restore(context)
    }

    private func paint(_ bitmap: Bitmap, in box: Frame.Box, opacity: Double) {
        let toScreen =
            box.toScreen
            * .scale(
                x: box.size.width / Double(bitmap.width), y: box.size.height / Double(bitmap.height)
            )
        let density = SampleDensity(toScreen, along: toScreen)
        let mip = min(density.mip, bitmap.size.smallestMip)
        let shown = mips.mip(mip, of: bitmap)
        var pixels = Array(shown.pixels)
        pixels.withUnsafeMutableBytes { bytes in
            let image = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
                Int32(shown.width), Int32(shown.height), Int32(4 * shown.width))
            let step = Double(1 << mip)
            cairo_push_group(context)
            cairo_set_operator(context, CAIRO_OPERATOR_ADD)
            for offset in density.samples.offsets {
                var matrix = Self.matrix(
                    .translation(Point(x: -offset.x, y: -offset.y)) * toScreen
                        * .scale(x: step, y: step))
                cairo_save(context)
                cairo_set_matrix(context, &matrix)
                cairo_set_source_surface(context, image, 0, 0)
                cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_BILINEAR)
                cairo_pattern_set_extend(cairo_get_source(context), CAIRO_EXTEND_PAD)
                cairo_paint_with_alpha(context, 1 / Double(density.samples.count))
                cairo_restore(context)
            }
            cairo_pop_group_to_source(context)
            cairo_paint_with_alpha(context, opacity)
            cairo_surface_finish(image)
            cairo_surface_destroy(image)
        }
    }

    /// Cairo mixes as `device` does, but colours that are not multiplied by alpha.
    private func paint(_ gradient: Gradient, in box: Frame.Box, opacity: Double) {
        let (width, height) = (box.size.width, box.size.height)
        let pattern: OpaquePointer?
        switch gradient.shape {
        case .linear(let from, let to):
            pattern = cairo_pattern_create_linear(
                from.x * width, from.y * height, to.x * width, to.y * height)
        case .radial(let centre, let from, let to):
            let (x, y, unit) = (centre.x * width, centre.y * height, min(width, height) / 2)
            pattern = cairo_pattern_create_radial(x, y, from * unit, x, y, to * unit)
        case .angular: return
        }
        for stop in gradient.stops {
            let colour = stop.colour
            cairo_pattern_add_color_stop_rgba(
                pattern, stop.t, colour.red, colour.green, colour.blue, colour.alpha)
        }
        cairo_save(context)
        var matrix = Self.matrix(box.toScreen)
        cairo_set_matrix(context, &matrix)
        cairo_set_source(context, pattern)
        cairo_pattern_destroy(pattern)
        cairo_paint_with_alpha(context, opacity)
        cairo_restore(context)
    }

    private static func matrix(_ map: Homography) -> cairo_matrix_t {
        cairo_matrix_t(xx: map.a, yx: map.b, xy: map.c, yy: map.d, x0: map.tx, y0: map.ty)
    }
}

extension Frame.Layer {
    /// Cairo's name of the blend mode; masks have none.
    fileprivate var cairoOperator: cairo_operator_t {
        guard case .blend(let mode) = compositing else { return CAIRO_OPERATOR_DEST_IN }
        return switch mode {
        case .normal: CAIRO_OPERATOR_OVER
        case .multiply: CAIRO_OPERATOR_MULTIPLY
        case .screen: CAIRO_OPERATOR_SCREEN
        case .overlay: CAIRO_OPERATOR_OVERLAY
        case .darken: CAIRO_OPERATOR_DARKEN
        case .lighten: CAIRO_OPERATOR_LIGHTEN
        case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
        case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
        case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
        case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
        case .difference: CAIRO_OPERATOR_DIFFERENCE
        case .exclusion: CAIRO_OPERATOR_EXCLUSION
        case .hue: CAIRO_OPERATOR_HSL_HUE
        case .saturation: CAIRO_OPERATOR_HSL_SATURATION
        case .color: CAIRO_OPERATOR_HSL_COLOR
        case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
        case .plusLighter: CAIRO_OPERATOR_ADD
        case .linear: preconditionFailure("Cairo mixes no light")
        }
    }
}
