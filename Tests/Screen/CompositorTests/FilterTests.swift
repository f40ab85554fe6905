import CCairo
import CRsvg
import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Effects against librsvg's filters, which share nothing with them.
@Suite struct FilterTests {
    /// A filter of SVG, and the same as a matrix.
    private struct Filter {
        let element: String
        let matrix: ColourMatrix

        init(_ noise: inout Noise) {
            let (factor, degrees) = (noise.between(0, 1), noise.between(0, 360))
            switch noise.below(4) {
            case 0:
                element = "<feColorMatrix type='hueRotate' values='\(degrees)'/>"
                matrix = .hue(degrees: degrees)
            case 1:
                element = "<feColorMatrix type='saturate' values='\(factor)'/>"
                matrix = .saturation(factor)
            case 2:
                element = Self.transfer(slope: 3 * factor, intercept: (1 - 3 * factor) / 2)
                matrix = .contrast(3 * factor)
            default:
                element = Self.transfer(slope: 1 - 2 * factor, intercept: factor)
                matrix = .inversion(factor)
            }
        }

        private static func transfer(slope: Double, intercept: Double) -> String {
            let functions = "RGB".map {
                "<feFunc\($0) type='linear' slope='\(slope)' intercept='\(intercept)'/>"
            }
            return "<feComponentTransfer>\(functions.joined())</feComponentTransfer>"
        }
    }

    private static let count = 25

    /// Colours side by side, four pixels each.
    private func drawing(
        _ colours: [Colour], _ filter: String, colourSpace: String = "sRGB"
    ) -> String {
        let boxes = colours.enumerated().map { index, colour in
            let parts = [colour.red, colour.green, colour.blue].map { "\(Int($0 * 255))" }
            return "<rect x='\(4 * index)' width='4' height='4' "
                + "fill='rgb(\(parts.joined(separator: ",")))' fill-opacity='\(colour.alpha)'/>"
        }
        return """
            <svg xmlns='http://www.w3.org/2000/svg' width='\(4 * Self.count)' height='4'>
            <filter id='f' x='0' y='0' width='1' height='1' color-interpolation-filters='\(colourSpace)'>
            \(filter)</filter><g filter='url(#f)'>\(boxes.joined())</g></svg>
            """
    }

    /// The pixels in the middle of each colour, as librsvg draws them over black.
    private func drawn(_ text: String) throws -> [UInt32] {
        let width = 4 * Self.count
        var pixels = [UInt32](repeating: 0xFF00_0000, count: 4 * width)
        let handle = try #require(
            Array(text.utf8).withUnsafeBufferPointer {
                rsvg_handle_new_from_data($0.baseAddress, gsize($0.count), nil)
            })
        defer { g_object_unref(handle) }
        try pixels.withUnsafeMutableBytes { bytes in
            let surface = cairo_image_surface_create_for_data(
                bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
                Int32(width), 4, Int32(4 * width))
            let context = cairo_create(surface)
            var area = RsvgRectangle(x: 0, y: 0, width: Double(width), height: 4)
            try #require(rsvg_handle_render_document(handle, context, &area, nil) != 0)
            cairo_destroy(context)
            cairo_surface_destroy(surface)
        }
        return (0..<Self.count).map { pixels[2 * width + 4 * $0 + 2] }
    }

    @Test func `a thousand random colours with alphas are librsvg's within 3`() throws {
        var noise = Noise(seed: 2023)
        for number in 0..<40 {
            let filter = Filter(&noise)
            let colours = (0..<Self.count).map { _ in
                Colour(
                    red: Double(noise.below(256)) / 255, green: Double(noise.below(256)) / 255,
                    blue: Double(noise.below(256)) / 255, alpha: Double(noise.below(256)) / 255)
            }
            let judged = try drawn(drawing(colours, filter.element))
            for (colour, wanted) in zip(colours, judged) {
                let size = PixelSize(width: 4, height: 1)
                var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
                let group = frame.openGroup(opacity: 1, colours: filter.matrix)
                frame.add(
                    Frame.Layer(
                        .colour(colour), box: .init(toScreen: .identity, size: Size(size))))
                frame.closeGroup(group)
                let pixel = onProcessor(frame)[1, 0]
                #expect(
                    Comparison.differences(pixel, wanted).allSatisfy { $0 <= 3 },
                    "\(number), \(filter.element), \(colour)")
            }
        }
    }

    /// Not of dark colours, of whose light librsvg has only 8 bits.
    @Test func `colours that are laid over others in linear light are librsvg's within 3`() throws {
        var noise = Noise(seed: 2026)
        func part() -> Double { Double(96 + noise.below(160)) / 255 }
        for number in 0..<40 {
            let below = [part(), part(), part()]
            let colours = (0..<Self.count).map { _ in
                Colour(red: part(), green: part(), blue: part(), alpha: noise.unit())
            }
            let flood = below.map { "\(Int(($0 * 255).rounded()))" }.joined(separator: ",")
            let filter = """
                <feFlood flood-color='rgb(\(flood))' result='below'/>
                <feComposite in='SourceGraphic' in2='below' operator='over'/>
                """
            let judged = try drawn(drawing(colours, filter, colourSpace: "linearRGB"))
            for (colour, wanted) in zip(colours, judged) {
                let size = PixelSize(width: 4, height: 1)
                let box = Frame.Box(toScreen: .identity, size: Size(size))
                var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
                let ground = Colour(red: below[0], green: below[1], blue: below[2])
                frame.add(Frame.Layer(.colour(ground), box: box))
                frame.add(Frame.Layer(.colour(colour), box: box, compositing: .blend(.linear)))
                #expect(
                    Comparison.differences(onProcessor(frame)[1, 0], wanted).allSatisfy { $0 <= 3 },
                    "\(number), \(below), \(colour)")
            }
        }
    }
}
