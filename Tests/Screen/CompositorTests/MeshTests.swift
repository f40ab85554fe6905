import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// Meshes of colours, from both compositors.
@Suite(.serialized) @MainActor struct MeshTests {
    private nonisolated static let (black, blue, green) = (
        Colour(red: 0, green: 0, blue: 0), Colour(red: 0, green: 0, blue: 1),
        Colour(red: 0, green: 1, blue: 0)
    )

    /// Vertices at even places, with these colours row by row.
    private nonisolated static func even(
        _ width: Int, _ colours: [Colour], isSmooth: Bool = true,
        colourSpace: Gradient.ColourSpace = .device
    ) -> Mesh {
        let height = colours.count / width
        return Mesh(
            width: width,
            colours.enumerated().map { index, colour in
                let (column, row) = (index % width, index / width)
                return Mesh.Vertex(
                    Point(
                        x: Double(column) / Double(width - 1),
                        y: Double(row) / Double(height - 1)), colour)
            }, isSmooth: isSmooth, colourSpace: colourSpace)
    }

    @Test func `a mesh that is folded hundreds of times is drawn in fewer pixels`() {
        var noise = Noise(seed: 81)
        var mesh = Self.even(16, Array(repeating: Self.green, count: 16 * 16))
        for index in mesh.vertices.indices {
            mesh.vertices[index].place = Point(x: noise.between(-20, 20), y: noise.between(-20, 20))
        }
        let drawing = meshDrawing(mesh, PixelSize(width: 60, height: 40))
        #expect(drawing.map { $0.bitmap.size.area < 2_000_000 } == true)
    }

    /// The design's: rows of black, blue and green, with the vertex in the middle moved.
    private nonisolated static func design(isSmooth: Bool) -> Mesh {
        var mesh = even(
            3, [black, blue, green].flatMap { [$0, $0, $0] }, isSmooth: isSmooth)
        mesh.vertices[4].place = Point(x: 0.9, y: 0.3)
        return mesh
    }

    /// A frame of which a mesh fills the whole, or a box.
    private func frame(
        _ mesh: Mesh, _ size: PixelSize, box: Frame.Box? = nil, opacity: Double = 1
    ) -> Frame {
        var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        let box = box ?? Frame.Box(toScreen: .identity, size: Size(size))
        frame.add(Frame.Layer(.mesh(mesh), box: box, opacity: opacity))
        return frame
    }

    private func meshDrawing(
        _ mesh: Mesh, _ size: PixelSize
    ) -> (bitmap: Bitmap, rect: PixelRect, fillsBox: Bool)? {
        MeshNodes(mesh, fittingInto: size).map { nodes in
            var none: Bitmap?
            return (nodes.bitmap(insteadOf: &none), nodes.rect, nodes.fillsBox)
        }
    }

    // MARK: The design's values

    struct Value: Sendable, CustomTestStringConvertible {
        let column, row: Int
        let u, v: Double
        let isSmooth: Bool
        let place: Point
        let colour: [Double]

        var testDescription: String { "patch \(column), \(row) at \(u), \(v)" }
    }

    private nonisolated static let values: [Value] = [
        (0, 0, 0.5, 0.5, true, (0.4062, 0.1719), [0, 0, 0.625]),
        (0, 0, 0.5, 0.5, false, (0.4062, 0.1719), [0, 0, 0.5]),
        (0, 1, 0.5, 0.5, true, (0.4062, 0.6719), [0, 0.4375, 0.625]),
        (0, 1, 0.5, 0.5, false, (0.4062, 0.6719), [0, 0.5, 0.5]),
        (0, 0, 0.5, 0.25, true, (0.3242, 0.0879), [0, 0, 0.2969]),
        (0, 0, 0.5, 0.25, false, (0.3242, 0.0879), [0, 0, 0.25]),
        (0, 0, 1, 1, true, (0.9, 0.3), [0, 0, 1]),
        (1, 1, 0, 0, false, (0.9, 0.3), [0, 0, 1]),
        (1, 1, 1, 1, true, (1, 1), [0, 1, 0]),
    ].map { column, row, u, v, isSmooth, place, colour in
        Value(
            column: column, row: row, u: u, v: v, isSmooth: isSmooth,
            place: Point(x: place.0, y: place.1), colour: colour)
    }

    @Test(arguments: values)
    func `the formula has the design's values`(value: Value) {
        let formula = MeshFormula(Self.design(isSmooth: value.isSmooth))
        let patch = formula.patch(column: value.column, row: value.row)
        let (place, colour) = patch.at(value.u, value.v)
        // Half a unit of the last digit, rounded.
        #expect(abs(place.x - value.place.x) < 0.000_06 && abs(place.y - value.place.y) < 0.000_06)
        for (index, part) in value.colour.enumerated() {
            #expect(abs(colour[index] / 255 - part) < 0.000_06)
        }
        #expect(abs(colour.w - 255) < 1e-9)
    }

    @Test(arguments: values)
    func `drawn pixels have the design's values`(value: Value) throws {
        let size = PixelSize(width: 256, height: 256)
        let mesh = Self.design(isSmooth: value.isSmooth)
        for bitmap in try drawings(frame(mesh, size)) {
            let (x, y) = (min(255, Int(value.place.x * 256)), min(255, Int(value.place.y * 256)))
            let wanted = value.colour.map { Int(($0 * 255).rounded()) }
            // Half a pixel of the way, on which a colour changes by 3 levels at most.
            #expect(
                isNear(components(bitmap[x, y]), wanted, within: 3), "\(components(bitmap[x, y]))")
        }
    }

    @Test func `straight meshes of two by two are the same smooth or not`() throws {
        var noise = Noise(seed: 701)
        for _ in 0..<20 {
            let colours = (0..<4).map { _ in noise.colour() }
            let size = PixelSize(width: 60, height: 40)
            let both = try [true, false].map {
                try drawings(frame(Self.even(2, colours, isSmooth: $0), size))
            }
            for (one, other) in zip(both[0], both[1]) {
                #expect(
                    zip(one.pixels, other.pixels).allSatisfy {
                        Comparison.differences($0, $1).max()! <= 1
                    })
            }
        }
    }

    @Test func `handles bend an edge as a Bézier curve`() throws {
        let white = Colour(red: 1, green: 1, blue: 1)
        var mesh = Self.even(2, [white, white, white, white])
        // The upper edge sags to 3/4 of the handles' 0.8, in the middle.
        mesh.vertices[0].controls[.trailing] = Point(x: 1.0 / 3, y: 0.8)
        mesh.vertices[1].controls[.leading] = Point(x: 2.0 / 3, y: 0.8)
        // Handles of the border that lead outwards are not used.
        mesh.vertices[0].controls[.leading] = Point(x: -9, y: 3)
        mesh.vertices[0].controls[.top] = Point(x: 5, y: -7)
        for bitmap in try drawings(frame(mesh, PixelSize(width: 100, height: 100))) {
            #expect(components(bitmap[50, 58]) == [0, 0, 0])
            #expect(components(bitmap[50, 61]) == [255, 255, 255])
            // A part of the pixels that the curve cuts is white.
            let shades = (0..<100).flatMap { x in (0..<62).map { components(bitmap[x, $0])[0] } }
            #expect(shades.count { 0 < $0 && $0 < 255 } > 80)
        }
    }

    // MARK: Random meshes

    /// What dense samples of a mesh say of the pixels of a frame.
    private struct Samples {
        /// Of each pixel: the last patch found within its reach.
        private var patches: [Int]
        /// The colours found there, least and largest, and the one that is nearest to the middle.
        private var least, most, nearest: [SIMD4<Double>]
        private var distances: [Double]
        /// Between which parts of the patch they lie.
        private var first, last: [SIMD2<Double>]
        private let size: PixelSize
        private static let reach = 1.5

        init(_ mesh: Mesh, _ box: Frame.Box, _ size: PixelSize) {
            self.size = size
            patches = Array(repeating: -1, count: size.area)
            least = Array(repeating: .zero, count: size.area)
            (most, nearest) = (least, least)
            distances = Array(repeating: .infinity, count: size.area)
            first = Array(repeating: .zero, count: size.area)
            last = first
            let formula = MeshFormula(mesh)
            for row in 0..<formula.rows {
                for column in 0..<formula.columns {
                    add(
                        formula.patch(column: column, row: row), row * formula.columns + column, box
                    )
                }
            }
        }

        private mutating func add(_ patch: MeshFormula.Patch, _ number: Int, _ box: Frame.Box) {
            let steps = 200
            for i in 0...steps {
                for j in 0...steps {
                    let way = SIMD2(Double(i), Double(j)) / Double(steps)
                    let (part, colour) = patch.at(way.x, way.y)
                    let place = box.toScreen.apply(
                        Point(x: part.x * box.size.width, y: part.y * box.size.height))
                    add(place, colour, number, way)
                }
            }
        }

        private mutating func add(
            _ place: Point, _ colour: SIMD4<Double>, _ patch: Int, _ way: SIMD2<Double>
        ) {
            let (left, top) = (Int((place.x - 2).rounded(.up)), Int((place.y - 2).rounded(.up)))
            for y in (top..<top + 4).clamped(to: 0..<size.height) {
                for x in (left..<left + 4).clamped(to: 0..<size.width) {
                    let distance = max(
                        abs(place.x - Double(x) - 0.5), abs(place.y - Double(y) - 0.5))
                    guard distance <= Self.reach else { continue }
                    let index = y * size.width + x
                    if patch > patches[index] {
                        patches[index] = patch
                        (least[index], most[index]) = (colour, colour)
                        (first[index], last[index]) = (way, way)
                        distances[index] = .infinity
                    }
                    first[index] = pointwiseMin(first[index], way)
                    last[index] = pointwiseMax(last[index], way)
                    least[index] = pointwiseMin(least[index], colour)
                    most[index] = pointwiseMax(most[index], colour)
                    if distance < distances[index] {
                        (distances[index], nearest[index]) = (distance, colour)
                    }
                }
            }
        }

        /// The colour of a pixel that lies inside of the last patch near it, and by how much it changes
        /// there on the way of a pixel, if that is little; 0 where nothing is near. Else nil.
        func colour(_ x: Int, _ y: Int) -> (SIMD4<Double>, change: Double)? {
            let index = y * size.width + x
            guard patches[index] >= 0 else { return (.zero, 0) }
            let isInside = (-2...2).allSatisfy { dy in
                (-2...2).allSatisfy { dx in
                    guard (0..<size.width).contains(x + dx), (0..<size.height).contains(y + dy)
                    else { return false }
                    let near = (y + dy) * size.width + x + dx
                    return patches[near] == patches[index] && distances[near] < 0.5
                }
            }
            let change = (most[index] - least[index]).max() / (2 * Self.reach)
            // A patch that is folded has several parts at one place.
            let isOne = (last[index] - first[index]).max() < 0.25
            return isInside && isOne && change <= 20 ? (nearest[index], change) : nil
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `random meshes are what their formula says`() throws {
        var (noise, counted, covered) = (Noise(seed: 700), 0, 0)
        let size = PixelSize(width: 72, height: 60)
        let box = Frame.Box(
            toScreen: .translation(Point(x: 11, y: 10)), size: Size(width: 50, height: 40))
        for number in 0..<150 {
            var mesh = noise.mesh()
            mesh.background = Mesh.clear
            let samples = Samples(mesh, box, size)
            for bitmap in try drawings(frame(mesh, size, box: box)) {
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        guard let (wanted, change) = samples.colour(x, y) else { continue }
                        let drawn = components(bitmap[x, y])
                        counted += 1
                        covered += wanted.w > 0 ? 1 : 0
                        // A level each by dithering and by the grid, and what the colour changes on the
                        // quarter of a pixel by which the grid may be off, and as far to the sample.
                        let isNear = (0..<3).allSatisfy {
                            abs(Double(drawn[$0]) - wanted[$0]) <= 2 + 0.5 * change
                        }
                        #expect(isNear, "mesh \(number) at \(x), \(y): \(drawn), \(wanted)")
                    }
                }
            }
        }
        #expect(counted > 500_000 && covered > 150_000, "\(counted), \(covered)")
    }

    @Test func `pixels at the ends are covered by as much as the mesh has of them`() throws {
        var (noise, sum, count) = (Noise(seed: 702), 0.0, 0.0)
        let (size, fine) = (PixelSize(width: 40, height: 32), 8)
        let white = Colour(red: 1, green: 1, blue: 1)
        for number in 0..<12 {
            var mesh = noise.mesh()
            (mesh.background, mesh.colourSpace) = (Mesh.clear, .device)
            for index in mesh.vertices.indices { mesh.vertices[index].colour = white }
            let box = Frame.Box(
                toScreen: .translation(Point(x: 8, y: 6)), size: Size(width: 24, height: 20))
            let wide = size.width * fine
            var hit = [Bool](repeating: false, count: size.area * fine * fine)
            let formula = MeshFormula(mesh)
            let steps = 800
            for patch in 0..<formula.rows * formula.columns {
                let patch = formula.patch(
                    column: patch % formula.columns, row: patch / formula.columns)
                for index in 0..<(steps + 1) * (steps + 1) {
                    let part = patch.place(
                        Double(index % (steps + 1)) / Double(steps),
                        Double(index / (steps + 1)) / Double(steps))
                    let x = Int(((part.x * 24 + 8) * Double(fine)).rounded(.down))
                    let y = Int(((part.y * 20 + 6) * Double(fine)).rounded(.down))
                    if (0..<wide).contains(x), (0..<size.height * fine).contains(y) {
                        hit[y * wide + x] = true
                    }
                }
            }
            for bitmap in try drawings(frame(mesh, size, box: box)) {
                for y in 0..<size.height {
                    for x in 0..<size.width {
                        let cells = (0..<fine * fine).count {
                            hit[(y * fine + $0 / fine) * wide + x * fine + $0 % fine]
                        }
                        let wanted = Double(cells) / Double(fine * fine)
                        let drawn = Double(components(bitmap[x, y])[0]) / 255
                        // A cell that is touched counts as one that is covered.
                        #expect(
                            drawn <= wanted + 0.1 && drawn >= wanted - 0.35, "\(number): \(x), \(y)"
                        )
                        guard cells > 0, cells < fine * fine else { continue }
                        sum += drawn - wanted
                        count += 1
                    }
                }
            }
        }
        #expect(count > 2000 && abs(sum / count) < 0.1, "\(count), \(sum / count)")
    }

    // MARK: Covering

    @Test func `an opaque mesh of one colour is that colour`() throws {
        var noise = Noise(seed: 703)
        let size = PixelSize(width: 61, height: 47)
        for number in 0..<60 {
            let colour = Colour(
                red: Double(noise.below(256)) / 255, green: Double(noise.below(256)) / 255,
                blue: Double(noise.below(256)) / 255)
            var mesh = Self.even(
                3, Array(repeating: colour, count: 9), isSmooth: noise.chance(0.5),
                colourSpace: Gradient.ColourSpace.allCases[number % 3])
            mesh.vertices[4].place = Point(x: noise.between(0.2, 0.8), y: noise.between(0.2, 0.8))
            var box = Frame.Box(toScreen: .identity, size: Size(size))
            if number % 2 == 1 { box = noise.boxInSpace(Size(width: 50, height: 40), on: size) }
            var plain = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
            plain.add(Frame.Layer(.colour(colour), box: box))
            let wanted = try drawings(plain)
            for (one, other) in zip(try drawings(frame(mesh, size, box: box)), wanted) {
                let largest =
                    zip(one.pixels, other.pixels).map {
                        Comparison.differences($0, $1).max() ?? 0
                    }.max() ?? 0
                #expect(largest <= (number % 2 == 0 ? 0 : 1), "\(number)")
            }
        }
    }

    @Test func `a mesh that fills its box covers its pixels, and is copied`() throws {
        var noise = Noise(seed: 704)
        for number in 0..<40 {
            let colours = (0..<9).map { _ -> Colour in
                var colour = noise.colour()
                colour.alpha = 1
                return colour
            }
            var mesh = Self.even(3, colours)
            mesh.vertices[4].place = Point(x: noise.between(0.1, 0.9), y: noise.between(0.1, 0.9))
            mesh.vertices[1].place.x = noise.between(0.2, 0.8)
            mesh.vertices[5].place.y = noise.between(0.2, 0.8)
            let size = PixelSize(width: 8 + noise.below(90), height: 3 + noise.below(60))
            let drawing = try #require(meshDrawing(mesh, size))
            #expect(drawing.fillsBox && drawing.bitmap.isOpaque, "\(number)")
            let drawn = try drawings(frame(mesh, size))
            #expect(drawn[0].pixels == drawing.bitmap.pixels)
            // At the border of two triangles, OpenGL may take the other one's colour.
            let comparison = Comparison(drawn[1], drawing.bitmap, of: frame(mesh, size))
            #expect(comparison.mean <= 0.5 && comparison.strays <= 0.005)
            mesh.vertices[1].place.y = -0.01
            let other = try #require(meshDrawing(mesh, size))
            #expect(!other.fillsBox && !other.bitmap.isOpaque)
            #expect(other.rect.y < 0 && other.rect.endY > size.height)
        }
    }

    @Test func `a background fills the box, not what the mesh has beyond it`() throws {
        let white = Colour(red: 1, green: 1, blue: 1)
        var mesh = Self.even(2, [white, white, white, white])
        for index in mesh.vertices.indices {
            mesh.vertices[index].place.x = mesh.vertices[index].place.x / 2 - 0.25
        }
        mesh.background = Colour(red: 0, green: 0, blue: 1)
        let box = Frame.Box(
            toScreen: .translation(Point(x: 20, y: 10)), size: Size(width: 40, height: 20))
        let size = PixelSize(width: 80, height: 40)
        for bitmap in try drawings(frame(mesh, size, box: box, opacity: 0.6)) {
            let row = [5, 9, 10, 29, 30, 59, 60].map { components(bitmap[$0, 20]) }
            let (light, dark) = ([153, 153, 153], [0, 0, 153])
            let none = [0, 0, 0]
            for (drawn, wanted) in zip(row, [none, none, light, light, dark, dark, none]) {
                #expect(isNear(drawn, wanted))
            }
        }
    }

    @Test func `round corners cut a mesh that leaves its box`() throws {
        let white = Colour(red: 1, green: 1, blue: 1)
        var mesh = Self.even(2, [white, white, white, white])
        mesh.vertices[0].place = Point(x: -1, y: -1)
        var box = Frame.Box(
            toScreen: .translation(Point(x: 20, y: 20)), size: Size(width: 40, height: 40))
        let size = PixelSize(width: 80, height: 80)
        for bitmap in try drawings(frame(mesh, size, box: box)) {
            #expect(components(bitmap[10, 10]) == [255, 255, 255])
        }
        box.radius = 20
        for bitmap in try drawings(frame(mesh, size, box: box)) {
            #expect(components(bitmap[10, 10]) == [0, 0, 0])
            #expect(components(bitmap[22, 22]) == [0, 0, 0])
            #expect(components(bitmap[40, 40]) == [255, 255, 255])
        }
    }

    @Test func `later patches cover earlier ones`() throws {
        // Two patches beside each other, of which the right one is folded over the left one.
        let red = Colour(red: 1, green: 0, blue: 0)
        var mesh = Self.even(3, [red, red, Self.green, red, red, Self.green], isSmooth: false)
        mesh.vertices[2].place.x = -0.5
        mesh.vertices[5].place.x = -0.5
        let size = PixelSize(width: 60, height: 20)
        for bitmap in try drawings(frame(mesh, size)) {
            let drawn = components(bitmap[2, 10])
            #expect(drawn[1] > 100, "\(drawn)")
        }
    }

    @Test func `the memory of an old bitmap leaves nothing where the mesh is not`() throws {
        // Its sides end a pixel and a half inside the box, so its bitmap is as large as the box; its
        // left side is bent inwards.
        let size = PixelSize(width: 60, height: 40)
        var mesh = Self.even(3, Array(repeating: Self.green, count: 9), isSmooth: false)
        for index in mesh.vertices.indices {
            let place = mesh.vertices[index].place
            mesh.vertices[index].place = Point(
                x: 1.5 / 60 + place.x * 57 / 60, y: 1.5 / 40 + place.y * 37 / 40)
        }
        mesh.vertices[3].place.x = 0.2
        var old: Bitmap? = Bitmap(
            width: 60, height: 40, pixels: Array(repeating: 0xFFFF_FFFF, count: 60 * 40))
        let fresh = try #require(meshDrawing(mesh, size))
        let nodes = try #require(MeshNodes(mesh, fittingInto: size))
        let bitmap = nodes.bitmap(insteadOf: &old)
        #expect(nodes.rect == PixelRect(x: 0, y: 0, size: size) && !nodes.fillsBox)
        #expect(bitmap.pixels == fresh.bitmap.pixels && !bitmap.isOpaque)
    }

    // MARK: Dithering

    @Test(arguments: Gradient.ColourSpace.allCases)
    func `a dark slow mesh has no bands`(colourSpace: Gradient.ColourSpace) throws {
        let (width, levels) = (250, 2.5)
        func grey(_ level: Double) -> Colour {
            Colour(red: level / 255, green: level / 255, blue: level / 255)
        }
        let (from, to) = (grey(20), grey(20 + levels))
        let mesh = Self.even(2, [from, to, from, to], colourSpace: colourSpace)
        for bitmap in try drawings(frame(mesh, PixelSize(width: width, height: 8))) {
            for y in 0..<8 {
                let row = (0..<width).map { bitmap[$0, y] & 255 }
                let runs = row.indices.dropFirst().filter { row[$0] != row[$0 - 1] }
                let ends = [0] + runs + [width]
                let longest = zip(ends, ends.dropFirst()).map { $1 - $0 }.max() ?? width
                // A row of the matrix has none of 22 thresholds that follow each other, of 64.
                let band = Double(width) / levels
                #expect(Double(longest) <= band * 22 / 64 + 16, "row \(y): \(longest)")
            }
        }
    }

    // MARK: Frames

    @Test func `a still mesh is drawn once, and a moved vertex is seen`() throws {
        var meshes = MeshPictures<BitmapPainter>(())
        var noise = Noise(seed: 705)
        let size = PixelSize(width: 50, height: 40)
        func bitmap(_ mesh: Mesh, x: Double, opacity: Double = 1) throws -> Bitmap {
            let box = Frame.Box(
                toScreen: .translation(Point(x: x, y: 3)), size: Size(width: 30, height: 20))
            var flat = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
            meshes.begin()
            meshes.add(
                Frame.Layer(.mesh(mesh), box: box, opacity: opacity), mesh, to: &flat)
            meshes.end()
            return try #require(flat.layers.first?.bitmap)
        }
        var mesh = noise.mesh()
        mesh.background = Mesh.clear
        let first = try bitmap(mesh, x: 1)
        #expect(try bitmap(mesh, x: 7.5, opacity: 0.5) === first)
        mesh.vertices[0].place.x += 0.1
        let second = try bitmap(mesh, x: 7.5)
        #expect(second !== first && second.pixels != first.pixels)
        mesh.vertices[1].colour.green = 1 - mesh.vertices[1].colour.green
        #expect(try bitmap(mesh, x: 7.5).pixels != second.pixels)
    }

    @Test func `a mesh that changes takes turns with the memory of three bitmaps`() throws {
        var (offscreen, mesh) = (Offscreen<BitmapPainter>(()), Self.design(isSmooth: false))
        let size = PixelSize(width: 300, height: 200)
        // As a compositor does: it keeps the frame that it shows and the one before.
        var kept: [Frame] = []
        // Memory that is given back is taken for these.
        var others: [[UInt32]] = []
        var starts: [UnsafePointer<UInt32>] = []
        for number in 0..<9 {
            mesh.vertices[4].place.x = 0.5 + 0.04 * Double(number)
            kept = kept.suffix(1) + [offscreen.flattened(frame(mesh, size))]
            others.append(Array(repeating: 1, count: size.area))
            starts.append(try #require(kept.last?.layers.compactMap(\.bitmap).first).start)
        }
        #expect(Set(starts).count == 3 && others.count == 9)
    }

    @Test func `a frame that shows the same mesh elsewhere draws only what changes`() throws {
        var noise = Noise(seed: 706)
        let size = PixelSize(width: 100, height: 60)
        let mesh = noise.mesh(isOpaque: true, folds: false)
        func frame(at x: Double) -> Frame {
            self.frame(
                mesh, size,
                box: Frame.Box(
                    toScreen: .translation(Point(x: x, y: 20)), size: Size(width: 20, height: 20)))
        }
        var cpu = CPUCompositor()
        var pixels = [UInt32](repeating: 0, count: size.area)
        pixels.withTarget(size) { target in
            cpu.draw(frame(at: 20), into: target)
            #expect(cpu.redraw(frame(at: 20), into: target).isEmpty)
            let part = cpu.redraw(frame(at: 30), into: target)
            #expect(!part.isEmpty && part.height < 40 && part.width < 60)
        }
        #expect(pixels.map { $0 | 0xFF00_0000 } == Array(onProcessor(frame(at: 30)).pixels))
    }

    @Test func `numbers that are none show nothing, and huge ones something`() throws {
        let size = PixelSize(width: 60, height: 60)
        for number in [Double.nan, .infinity, -.infinity, 1e300, 20, -20, 1e5] {
            var mesh = Self.design(isSmooth: true)
            mesh.vertices[0].place.x = number
            mesh.vertices[8].colour.red = number
            let drawn = try drawings(frame(mesh, size))
            #expect(drawn[0].pixels.contains { $0 != 0xFF00_0000 } == (abs(number) < 100))
            let comparison = Comparison(drawn[1], drawn[0], of: frame(mesh, size))
            #expect(comparison.mean <= 0.5 && comparison.strays <= 0.005, "\(number)")
        }
        var flat = Self.design(isSmooth: true)
        for index in flat.vertices.indices { flat.vertices[index].place.y = 0.5 }
        #expect(onProcessor(frame(flat, size)).pixels.allSatisfy { $0 == 0xFF00_0000 })
    }

    @Test(.timeLimit(.minutes(10)))
    func `random frames with meshes are the same from both`() throws {
        var noise = Noise(seed: 707)
        var (cpu, counted, meshes) = (CPUCompositor(), 0, 0)
        try OffscreenContext.use { gl in
            for number in 0..<100 {
                let frame = noise.transformedFrame(
                    inSpace: number % 2 == 1, meshes: true, blends: number % 4 > 1,
                    filters: number % 8 > 5)
                meshes += frame.layers.count {
                    if case .mesh = $0.content { true } else { false }
                }
                let hasEffects = frame.layers.contains { $0.compositing != .normal }
                let comparison = Comparison(
                    try gl.bitmap(frame), cpu.bitmap(frame), of: frame,
                    tolerance: hasEffects ? 4 : 2)
                #expect(
                    comparison.mean <= 0.5 && comparison.strays <= (hasEffects ? 0.01 : 0.005),
                    "frame \(number)")
                counted += comparison.pixelsAwayFromEdges
            }
        }
        #expect(counted > 350_000 && meshes > 150, "\(counted), \(meshes)")
    }
}
