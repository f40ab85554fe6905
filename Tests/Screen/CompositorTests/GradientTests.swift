import Geometry
import Paint
import Picture
import Platform
import Testing

@testable import Compositor

/// The colours of gradients, from both compositors.
@Suite(.serialized) @MainActor struct GradientTests {
    private nonisolated static func colour(
        _ red: Int, _ green: Int, _ blue: Int, _ alpha: Double = 1
    ) -> Colour {
        Colour(
            red: Double(red) / 255, green: Double(green) / 255, blue: Double(blue) / 255,
            alpha: alpha)
    }

    private nonisolated static let across = Gradient.Shape.linear(
        from: Point(x: 0, y: 0), to: Point(x: 1, y: 0))

    /// Colours evenly from 0 to 1.
    private func stops(_ colours: [Colour]) -> [Gradient.Stop] {
        colours.enumerated().map {
            Gradient.Stop(Double($0) / Double(max(1, colours.count - 1)), $1)
        }
    }

    /// A frame whose card a gradient fills, or a box in it.
    private func frame(
        _ gradient: Gradient, _ width: Int, _ height: Int, box: Frame.Box? = nil,
        opacity: Double = 1, colours: ColourMatrix? = nil
    ) -> Frame {
        let size = PixelSize(width: width, height: height)
        var frame = Frame(size: size, card: PixelRect(x: 0, y: 0, size: size))
        let box = box ?? Frame.Box(toScreen: .identity, size: Size(size))
        frame.add(Frame.Layer(.gradient(gradient), box: box, opacity: opacity, colours: colours))
        return frame
    }

    /// A frame from both.
    private func drawn(_ frame: Frame) throws -> [Bitmap] {
        var drawn = [onProcessor(frame)]
        try OffscreenContext.use { drawn.append(try $0.bitmap(frame)) }
        return drawn
    }

    private func parts(_ bitmap: Bitmap, _ x: Int, _ y: Int) -> [Int] {
        [16, 8, 0].map { Int(bitmap[x, y] >> $0 & 255) }
    }

    // MARK: Mixing

    private nonisolated static let midpoints: [(Colour, Colour, [Gradient.ColourSpace: [Int]])] = [
        (
            colour(255, 0, 0), colour(0, 0, 255),
            [.device: [128, 0, 128], .linear: [188, 0, 188], .oklab: [140, 83, 162]]
        ),
        (
            colour(255, 0, 0), colour(0, 255, 0),
            [.device: [128, 128, 0], .linear: [188, 188, 0], .oklab: [208, 168, 0]]
        ),
        (
            colour(0, 0, 255), colour(255, 255, 0),
            [.device: [128, 128, 128], .linear: [188, 188, 188], .oklab: [108, 171, 199]]
        ),
        (
            colour(0, 0, 0), colour(255, 255, 255),
            [.device: [128, 128, 128], .linear: [188, 188, 188], .oklab: [99, 99, 99]]
        ),
    ]

    @Test(arguments: midpoints.indices)
    func `the middle of two colours is that of the design's table`(row: Int) throws {
        let (from, to, middles) = Self.midpoints[row]
        for (colourSpace, middle) in middles {
            let gradient = Gradient(Self.across, stops([from, to]), colourSpace: colourSpace)
            for bitmap in try drawn(frame(gradient, 9, 8)) {
                for y in 0..<8 {
                    for (got, wanted) in zip(parts(bitmap, 4, y), middle) {
                        #expect(abs(got - wanted) <= 1, "\(colourSpace): \(parts(bitmap, 4, y))")
                    }
                }
            }
        }
    }

    /// How a frame of one layer differs from the formula: the largest difference of a component, and how
    /// many pixels were looked at. Where the formula jumps, and at edges, nothing is looked at.
    private func error(
        of bitmap: Bitmap, _ gradient: Gradient, _ box: Frame.Box
    ) throws -> (largest: Double, count: Int) {
        let (toBox, outline) = (try #require(box.toScreen.inverse), try #require(Outline(box)))
        var (largest, count) = (0.0, 0)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let centre = Point(x: Double(x) + 0.5, y: Double(y) + 0.5)
                guard outline.distance(centre) < -1.5 else { continue }
                let exact = GradientFormula.colour(gradient, toBox.apply(centre), in: box.size)
                let isSteady = [(-0.01, 0.0), (0.01, 0), (0, -0.01), (0, 0.01)].allSatisfy {
                    let near = toBox.apply(Point(x: centre.x + $0, y: centre.y + $1))
                    let other = GradientFormula.colour(gradient, near, in: box.size)
                    return zip(exact, other).allSatisfy { abs($0 - $1) < 0.5 }
                }
                guard isSteady else { continue }
                count += 1
                for (got, wanted) in zip(parts(bitmap, x, y), exact) {
                    largest = max(largest, abs(Double(got) - wanted.rounded()))
                }
            }
        }
        return (largest, count)
    }

    @Test(.timeLimit(.minutes(5)))
    func `random gradients are within 1 of the formula`() throws {
        var (noise, counted) = (Noise(seed: 900), 0)
        for number in 0..<200 {
            let gradient = noise.gradient()
            let size = Size(width: noise.between(20, 90), height: noise.between(20, 90))
            let box = noise.boxInSpace(size, on: PixelSize(width: 80, height: 60))
            guard Outline(box) != nil else { continue }
            for bitmap in try drawn(frame(gradient, 80, 60, box: box)) {
                let error = try error(of: bitmap, gradient, box)
                #expect(error.largest <= 1, "\(number): \(gradient)")
                counted += error.count
            }
        }
        #expect(counted > 300_000)
    }

    @Test(.timeLimit(.minutes(5)))
    func `linear and radial gradients are within 1 of Cairo's`() throws {
        var (noise, counted) = (Noise(seed: 901), 0)
        for number in 0..<100 {
            var gradient = noise.gradient()
            gradient.colourSpace = .device
            if gradient.shape.kind == .angular { continue }
            for index in gradient.stops.indices {
                // Cairo has places from 0 to 1, and mixes colours before alpha.
                gradient.stops[index].t = min(max(gradient.stops[index].t, 0), 1)
                gradient.stops[index].colour.alpha = 1
            }
            let size = Size(width: noise.between(40, 120), height: noise.between(40, 120))
            let map =
                Homography.translation(Point(x: 40, y: 30))
                * .rotation(degrees: noise.between(0, 360))
                * .translation(Point(x: -size.width / 2, y: -size.height / 2))
            let frame = frame(gradient, 80, 60, box: Frame.Box(toScreen: map, size: size))
            let judge = try CairoPainter(frame).bitmap()
            for bitmap in try drawn(frame) {
                let comparison = Comparison(bitmap, judge, of: frame, tolerance: 1)
                // Where two stops have one place, a pixel may lie on either side.
                #expect(comparison.strays <= 0.01, "\(number): \(gradient)")
                counted += comparison.pixelsAwayFromEdges
            }
        }
        #expect(counted > 300_000)
    }

    @Test func `a table's steps between two stops are within a quarter of a level`() {
        let dark = [Self.colour(0, 0, 0), Self.colour(1, 2, 3), Self.colour(0, 0, 0, 0)]
        let light = [Self.colour(255, 255, 255), Self.colour(255, 0, 30), Self.colour(0, 255, 0)]
        for colourSpace in Gradient.ColourSpace.allCases {
            for from in dark + light {
                for to in light + dark {
                    let ramp = ColourRamp([from, to], colourSpace)
                    let (first, last) = (colourSpace.numbers(of: from), colourSpace.numbers(of: to))
                    var largest = 0.0
                    for index in 0..<4096 {
                        let part = (Double(index) + 0.5) / 4096
                        let exact =
                            colourSpace.deviceColour(of: first + (last - first) * part) * 255
                        let shown = ramp.level(after: part * Double(ramp.stepsPerPiece))
                        for lane in 0..<4 { largest = max(largest, abs(exact[lane] - shown[lane])) }
                    }
                    #expect(
                        largest < 0.25,
                        "\(colourSpace) \([from, to].map { [$0.red, $0.green, $0.blue, $0.alpha] })"
                    )
                }
            }
        }
    }

    // MARK: Angles

    /// From an angle to another, in a direction: which part of the last colour is seen.
    struct Turn: Sendable, CustomTestStringConvertible {
        let from, to, angle, part: Double

        var testDescription: String { "\(from) to \(to), at \(angle)" }

        init(_ from: Double, _ to: Double, _ angle: Double, _ part: Double) {
            (self.from, self.to, self.angle, self.part) = (from, to, angle, part)
        }

        static let all = [
            Turn(0, 360, 0.5, 0), Turn(0, 360, 90, 0.25), Turn(0, 360, 180, 0.5),
            Turn(0, 360, 359.5, 1), Turn(-90, 270, 0, 0.25), Turn(-90, 270, 269, 1),
            Turn(-90, 270, 271, 0), Turn(45, 405, 40, 355.0 / 360),
            // Less than a turn: what is missing has the last colour up to its middle, then the first.
            Turn(0, 90, 45, 0.5), Turn(0, 90, 100, 1), Turn(0, 90, 224, 1), Turn(0, 90, 226, 0),
            Turn(0, 90, 350, 0), Turn(30, 210, 120, 0.5), Turn(30, 210, 299, 1),
            Turn(30, 210, 301, 0),
            // More than a turn: only the last one.
            Turn(0, 720, 90, 0.625), Turn(0, 720, 1, 0.5), Turn(0, 720, 359, 1),
            Turn(90, 630, 90, 2.0 / 3), Turn(90, 630, 269, 539.0 / 540),
            Turn(90, 630, 271, 181.0 / 540), Turn(90, 630, 89, 359.0 / 540),
            // Counter-clockwise.
            Turn(360, 0, 90, 0.75), Turn(0, -360, 90, 0.75), Turn(90, 0, 45, 0.5),
            Turn(90, 0, 350, 1), Turn(90, 0, 100, 0), Turn(0, -720, 90, 0.875),
            // Without a length.
            Turn(90, 90, 180, 1), Turn(90, 90, 269, 1), Turn(90, 90, 271, 0),
            Turn(90, 90, 80, 0),
        ]
    }

    @Test(arguments: Turn.all)
    func `an angle is clockwise from the right`(turn: Turn) throws {
        let shape = Gradient.Shape.angular(
            centre: Point(x: 0.5, y: 0.5), from: turn.from, to: turn.to)
        let gradient = Gradient(
            shape, stops([Self.colour(255, 0, 0), Self.colour(0, 0, 255)]))
        // The pixel lies in this direction from the centre of the box.
        let way = Homography.rotation(degrees: turn.angle).apply(Point(x: 800, y: 0))
        let box = Frame.Box(
            toScreen: .translation(Point(x: 4.5 - 1000 - way.x, y: 4.5 - 900 - way.y)),
            size: Size(width: 2000, height: 1800))
        for bitmap in try drawn(frame(gradient, 9, 9, box: box)) {
            let (red, blue) = (parts(bitmap, 4, 4)[0], parts(bitmap, 4, 4)[2])
            #expect(abs(Double(blue) - 255 * turn.part) <= 2 && abs(red + blue - 255) <= 1)
        }
    }

    // MARK: Dithering

    @Test func `whole levels have no dither`() throws {
        let colours = [
            Self.colour(255, 255, 255), Self.colour(1, 128, 254), Self.colour(0, 0, 0),
        ]
        for colour in colours {
            for colourSpace in Gradient.ColourSpace.allCases {
                let gradient = Gradient(
                    Self.across, stops([colour, colour]), colourSpace: colourSpace)
                for bitmap in try drawn(frame(gradient, 33, 17)) {
                    #expect(Set(bitmap.pixels).count == 1)
                    #expect(
                        parts(bitmap, 0, 0)
                            == [colour.red, colour.green, colour.blue].map {
                                Int(($0 * 255).rounded())
                            })
                }
            }
        }
    }

    @Test(arguments: [1, 0.5, 0.1])
    func `the mean of eight by eight pixels is the exact colour`(opacity: Double) throws {
        var noise = Noise(seed: 902)
        for _ in 0..<30 {
            let colour = Colour(red: noise.unit(), green: noise.unit() / 8, blue: noise.unit())
            let frame = frame(
                Gradient(Self.across, stops([colour, colour])), 24, 16, opacity: opacity)
            for bitmap in try drawn(frame) {
                for (x, y) in [(0, 0), (8, 8), (16, 0), (3, 5)] {
                    for (index, part) in [colour.red, colour.green, colour.blue].enumerated() {
                        let sum = (0..<64).reduce(0) {
                            $0 + parts(bitmap, x + $1 % 8, y + $1 / 8)[index]
                        }
                        #expect(abs(Double(sum) / 64 - part * 255 * opacity) <= 1.0 / 16)
                    }
                }
            }
        }
    }

    @Test func `a dark slow gradient has no bands`() throws {
        let (width, levels) = (250, 2.5)
        let dark = Colour(red: levels / 255, green: levels / 255, blue: levels / 255)
        let gradient = Gradient(Self.across, stops([Self.colour(0, 0, 0), dark]))
        for bitmap in try drawn(frame(gradient, width, 8)) {
            for y in 0..<8 {
                let row = (0..<width).map { bitmap[$0, y] & 255 }
                let runs = row.indices.dropFirst().filter { row[$0] != row[$0 - 1] }
                let ends = [0] + runs + [width]
                let longest = zip(ends, ends.dropFirst()).map { $1 - $0 }.max() ?? width
                // A row of the matrix has none of 22 thresholds that follow each other, of 64.
                let band = Double(width) / levels
                #expect(Double(longest) <= band * 22 / 64 + 16, "row \(y)")
            }
        }
    }

    @Test func `the pattern stays on the screen while the gradient moves`() throws {
        // Between two thresholds, so that nothing that is lost by cutting off is seen.
        let level = (76 + 132.0 / 256) / 255
        let colour = Colour(red: level, green: level, blue: level)
        let gradient = Gradient(Self.across, stops([colour, colour]))
        func box(_ x: Double) -> Frame.Box {
            Frame.Box(
                toScreen: .translation(Point(x: x, y: -3)) * .rotation(degrees: 2),
                size: Size(width: 90, height: 60))
        }
        let first = try drawn(frame(gradient, 32, 16, box: box(-10)))
        let second = try drawn(frame(gradient, 32, 16, box: box(-17.3)))
        #expect(first[0].pixels == second[0].pixels && first[1].pixels == second[1].pixels)
        #expect(first[0].pixels == first[1].pixels && Set(first[0].pixels).count > 1)
    }

    // MARK: Ill numbers

    private nonisolated static let atOnce: [Gradient.Shape] = [
        .linear(from: Point(x: 0.5, y: 0.5), to: Point(x: 0.5, y: 0.5)),
        .linear(from: Point(x: 0.5, y: 0.5), to: Point(x: 0.5, y: 0.5 + 1e-300)),
        .radial(centre: Point(x: 0.5, y: 0.5), from: 0, to: 0),
        .radial(centre: Point(x: 0.5, y: 0.5), from: 0, to: 1e-300),
    ]

    @Test(arguments: atOnce)
    func `a gradient without a length has its last colour`(shape: Gradient.Shape) throws {
        let gradient = Gradient(shape, stops([Self.colour(255, 0, 0), Self.colour(0, 0, 255)]))
        for bitmap in try drawn(frame(gradient, 20, 20)) {
            #expect(bitmap.pixels.allSatisfy { $0 == 0xFF00_00FF })
        }
    }

    @Test func `stops at one place make an edge, in any order of the others`() throws {
        let (red, green) = (Self.colour(255, 0, 0), Self.colour(0, 255, 0))
        let stops = [
            Gradient.Stop(1, green), Gradient.Stop(0.5, red), Gradient.Stop(0.5, green),
            Gradient.Stop(0, red),
        ]
        for bitmap in try drawn(frame(Gradient(Self.across, stops), 40, 8)) {
            for x in 0..<40 where x != 19 && x != 20 {
                #expect(bitmap[x, 3] == (x < 20 ? 0xFFFF_0000 : 0xFF00_FF00))
            }
        }
        // The box is so large that a table's step would be seen.
        let box = Frame.Box(
            toScreen: .translation(Point(x: -99_980, y: 0)), size: Size(width: 200_000, height: 8))
        for bitmap in try drawn(frame(Gradient(Self.across, stops), 40, 8, box: box)) {
            for x in 0..<40 where x < 19 || x > 20 {
                #expect(bitmap[x, 3] == (x < 20 ? 0xFFFF_0000 : 0xFF00_FF00))
            }
        }
    }

    @Test(arguments: [0, 1])
    func `too few stops are a plain colour or nothing`(count: Int) throws {
        let stops = Array(repeating: Gradient.Stop(0.5, Self.colour(7, 200, 30)), count: count)
        for bitmap in try drawn(frame(Gradient(Self.across, stops), 20, 20)) {
            #expect(bitmap.pixels.allSatisfy { $0 == (count == 0 ? 0xFF00_0000 : 0xFF07_C81E) })
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e9])
    func `numbers beyond all measure are drawn or left out, the same from both`(
        number: Double
    ) throws {
        for kind in Gradient.Kind.allCases {
            for index in 0..<6 {
                var numbers = SIMD4(0.2, 0.3, 0.9, 1.0)
                if index < 4 { numbers[index] = number }
                var stops = stops([Self.colour(200, 0, 0), Self.colour(0, 0, 255)])
                if index == 4 { stops[1].t = number }
                if index == 5 { stops[1].colour = Colour(red: number, green: 0, blue: 1) }
                let gradient = Gradient(Gradient.Shape(kind, numbers), stops)
                let drawn = try drawn(frame(gradient, 20, 20))
                for (one, other) in zip(drawn[0].pixels, drawn[1].pixels) {
                    #expect((Comparison.differences(one, other).max() ?? 0) <= 1, "\(gradient)")
                }
                // Nothing at all where the shape has no place.
                let isNowhere = index < 4 && !number.isFinite
                #expect(drawn[0].pixels.contains { $0 != 0xFF00_0000 } != isNowhere)
            }
        }
    }

    // MARK: With the rest

    @Test func `effects change the colours of each pixel`() throws {
        let gradient = Gradient(
            Self.across, stops([Self.colour(0, 0, 0), Self.colour(255, 255, 255)]))
        let matrix = ColourMatrix.contrast(3)
        for bitmap in try drawn(frame(gradient, 100, 8, colours: matrix)) {
            for x in 0..<100 {
                let wanted = min(max((Double(x) + 0.5) / 100 * 3 - 1, 0), 1) * 255
                #expect(abs(Double(parts(bitmap, x, 2)[0]) - wanted.rounded()) <= 1)
            }
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `two hundred random frames with gradients are the same from both`() throws {
        var noise = Noise(seed: 903)
        var (cpu, counted) = (CPUCompositor(), 0)
        try OffscreenContext.use { gl in
            for number in 0..<200 {
                let frame = noise.transformedFrame(inSpace: number % 2 == 1, gradients: true)
                let comparison = Comparison(
                    try gl.bitmap(frame), cpu.bitmap(frame), of: frame, tolerance: 2)
                #expect(comparison.mean <= 0.5 && comparison.strays <= 0.005, "frame \(number)")
                counted += comparison.pixelsAwayFromEdges
            }
        }
        #expect(counted > 700_000)
    }
}

extension ColourRamp {
    /// Red, green, blue and alpha after so many steps, 0 to 255.
    fileprivate func level(after steps: Double) -> SIMD4<Double> {
        let whole = min(Int(steps), colours.count - 2)
        func lanes(_ colour: UInt64) -> SIMD4<Double> {
            let lanes = (0..<4).map { Double(colour >> (16 * UInt64($0)) & 0xFFFF) / 256 }
            return SIMD4(lanes[1], lanes[2], lanes[0], lanes[3])
        }
        let (from, to) = (lanes(colours[whole]), lanes(colours[whole + 1]))
        return from + (to - from) * (steps - Double(whole))
    }
}
