import CPlainRows
import CRowKernels
import Foundation
import Geometry
import Paint
import Picture
import Testing

@testable import Compositor

/// The inner loops as the program runs them on this processor, and compiled without newer instructions.
@Suite struct RowKernelTests {
    /// Rows of noise, with room for as many columns as the inner loops may touch.
    private struct Rows {
        var even, odd: [UInt16]

        init(_ noise: inout Noise, quads: Int) {
            let count = (quads + 1) * 8
            even = (0..<count).map { _ in noise.component() }
            odd = (0..<count).map { _ in noise.component() }
        }

        /// The numbers after a change.
        func changed(_ change: (rows_pixels) -> Void) -> [[UInt16]] {
            var (even, odd) = (even, odd)
            even.withUnsafeMutableBufferPointer { even in
                odd.withUnsafeMutableBufferPointer { odd in
                    change(rows_pixels(even: even.baseAddress!, odd: odd.baseAddress!))
                }
            }
            return [even, odd]
        }
    }

    /// Requires that two functions do the same to rows of many lengths, and nothing beyond them.
    private func expectSame(
        _ noise: inout Noise, _ one: (rows_pixels, Int, UInt16) -> Void,
        _ other: (rows_pixels, Int, UInt16) -> Void
    ) {
        for quads in 0..<40 {
            let rows = Rows(&noise, quads: quads)
            let weight = noise.chance(0.3) ? UInt16.max : UInt16(noise.below(65536))
            let changed = rows.changed { one($0, quads, weight) }
            #expect(changed == rows.changed { other($0, quads, weight) }, "\(quads)")
            #expect(changed[0][(8 * quads)...] == rows.even[(8 * quads)...])
            #expect(changed[1][(8 * quads)...] == rows.odd[(8 * quads)...])
        }
    }

    @Test func `blurred rows`() {
        var noise = Noise(seed: 60)
        let source = Array(noise.bitmap(400, 1, isOpaque: false).pixels)
        var row = [UInt16](repeating: 0, count: 4 * 416)
        let weights: [UInt16] = [20000, 12000, 7000, 3000, 700, 60]
        row.withUnsafeMutableBufferPointer { memory in
            let start = memory.baseAddress!
            rows_store_copied(
                rows_pixels(even: start, odd: start + 2 * 416), 100, source, .max)
            let middle = rows_pixels(even: start + 2 * 100, odd: start + 2 * 516)
            for step in [1, 16] {
                expectSame(
                    &noise, { row, quads, _ in rows_blur(row, quads, middle, step, weights, 5) },
                    { row, quads, _ in plain_rows_blur(row, quads, middle, step, weights, 5) })
            }
        }
    }

    @Test func `blended rows and masks`() {
        var noise = Noise(seed: 59)
        let source = Array(noise.bitmap(160, 1, isOpaque: false).pixels)
        var row = [UInt16](repeating: 0, count: 2 * 2 * 164)
        row.withUnsafeMutableBufferPointer { memory in
            let other = rows_pixels(
                even: memory.baseAddress!, odd: memory.baseAddress! + 2 * 164)
            rows_store_copied(other, 40, source, .max)
            for mode in rows_multiply.rawValue...rows_normal_in_light.rawValue {
                expectSame(
                    &noise, { row, quads, _ in rows_blend(row, quads, other, rows_mode(mode)) },
                    { row, quads, _ in plain_rows_blend(row, quads, other, rows_mode(mode)) })
            }
            expectSame(
                &noise, { row, quads, _ in rows_mask(row, quads, other) },
                { row, quads, _ in plain_rows_mask(row, quads, other) })
            expectSame(
                &noise, { row, quads, _ in rows_luminance_to_alpha(row, quads) },
                { row, quads, _ in plain_rows_luminance_to_alpha(row, quads) })
        }
    }

    @Test func `copied pixels`() {
        var noise = Noise(seed: 50)
        let pixels = Array(noise.bitmap(160, 1, isOpaque: false).pixels)
        expectSame(
            &noise, { rows_store_copied($0, $1, pixels, $2) },
            { plain_rows_store_copied($0, $1, pixels, $2) })
        expectSame(
            &noise, { rows_source_over_copied($0, $1, pixels, $2) },
            { plain_rows_source_over_copied($0, $1, pixels, $2) })
    }

    @Test func `moved pixels`() {
        var noise = Noise(seed: 51)
        let pixels = Array(noise.bitmap(161, 2, isOpaque: false).pixels)
        pixels.withUnsafeBufferPointer { pixels in
            for _ in 0..<20 {
                let source = rows_moved(
                    above: pixels.baseAddress!, below: pixels.baseAddress! + 161,
                    fraction_x: UInt16(noise.below(65536)), fraction_y: UInt16(noise.below(65536)))
                withUnsafePointer(to: source) { source in
                    expectSame(
                        &noise, { rows_store_moved($0, $1, source, $2) },
                        { plain_rows_store_moved($0, $1, source, $2) })
                    expectSame(
                        &noise, { rows_source_over_moved($0, $1, source, $2) },
                        { plain_rows_source_over_moved($0, $1, source, $2) })
                }
            }
        }
    }

    @Test func `rows and colours`() {
        var noise = Noise(seed: 52)
        var source = Rows(&noise, quads: 40)
        source.even.withUnsafeMutableBufferPointer { even in
            source.odd.withUnsafeMutableBufferPointer { odd in
                let row = rows_pixels(even: even.baseAddress!, odd: odd.baseAddress!)
                for step in [0, 8] {
                    expectSame(
                        &noise, { rows_store_row($0, $1, row, step, $2) },
                        { plain_rows_store_row($0, $1, row, step, $2) })
                    expectSame(
                        &noise, { rows_source_over_row($0, $1, row, step, $2) },
                        { plain_rows_source_over_row($0, $1, row, step, $2) })
                }
            }
        }
    }

    @Test func `clear pixels take a step from each component`() {
        var noise = Noise(seed: 53)
        expectSame(
            &noise, { row, quads, _ in rows_source_over_clear(row, quads) },
            { row, quads, _ in plain_rows_source_over_clear(row, quads) })
        let rows = Rows(&noise, quads: 5)
        let changed = rows.changed { rows_source_over_clear($0, 5) }
        #expect(changed[0][..<40].elementsEqual(rows.even[..<40].map { $0 == 0 ? 0 : $0 - 1 }))
    }

    @Test func `other colours`() {
        var noise = Noise(seed: 57)
        for _ in 0..<20 {
            func row() -> (Float, Float, Float, Float) {
                let parts = (0..<4).map { _ in Float(noise.between(-3, 3)) }
                return (parts[0], parts[1], parts[2], parts[3])
            }
            let matrix = rows_matrix(red: row(), green: row(), blue: row())
            withUnsafePointer(to: matrix) { matrix in
                expectSame(
                    &noise, { row, quads, _ in rows_recolour(row, quads, matrix) },
                    { row, quads, _ in plain_rows_recolour(row, quads, matrix) })
            }
        }
    }

    @Test func `rows of gradients, also behind the eye`() {
        var noise = Noise(seed: 58)
        let pieces: [Float] = [0, 2, 0.5, 1e12, 0.5, 3]
        let colours = (0..<13).map { _ in noise.next() & 0xFF00_FF00_FF00_FF00 }
        let kept = (
            UnsafeMutablePointer<Float>.allocate(capacity: 6),
            UnsafeMutablePointer<UInt64>.allocate(capacity: 13)
        )
        kept.0.initialize(from: pieces, count: 6)
        kept.1.initialize(from: colours, count: 13)
        defer {
            kept.0.deallocate()
            kept.1.deallocate()
        }
        for number in 0..<100 {
            var shading = rows_shading(
                offset: Float(noise.unit()), factor: Float(noise.between(-3, 3)),
                wrap: Float(noise.unit()), pieces: kept.0, count: 3, steps: 4, colours: kept.1)
            var line = rows_projected_line(
                x: noise.between(-2, 2), y: noise.between(-2, 2), w: noise.between(-1, 2),
                step_x: noise.between(-0.1, 0.1), step_y: noise.between(-0.1, 0.1),
                step_w: noise.between(-0.02, 0.02))
            if number % 2 == 0 { (line.w, line.step_w) = (1, 0) }
            if number == 1 { (line.w, line.step_w) = (0, 0) }
            if number == 3 { line.x = .nan }
            let column = 4 * noise.below(20)
            for (shade, plain) in [
                (rows_shade_linear, plain_rows_shade_linear),
                (rows_shade_radial, plain_rows_shade_radial),
                (rows_shade_angular, plain_rows_shade_angular),
            ] {
                expectSame(
                    &noise, { row, quads, _ in shade(row, column, quads, &shading, &line) },
                    { row, quads, _ in plain(row, column, quads, &shading, &line) })
            }
        }
    }

    @Test func `dithered rows`() {
        var noise = Noise(seed: 59)
        let weights = (0..<168).map { _ in UInt32(noise.below(65536)) }
        for y in 0..<16 {
            for step in [0, 8] {
                let column = 4 * noise.below(20)
                expectSame(
                    &noise, { row, quads, _ in rows_dither(row, column, quads, y, weights, step) },
                    { row, quads, _ in plain_rows_dither(row, column, quads, y, weights, step) })
            }
        }
    }

    /// A net of 4 x 3 cells of noise, which folds, over so many pixels.
    private func meshNodes(
        _ noise: inout Noise, _ width: Int, _ height: Int, isOpaque: Bool
    ) -> [rows_mesh_node] {
        (0..<20).map { index in
            let x = Double(index % 5) / 4 + noise.between(-0.2, 0.2)
            let y = Double(index / 5) / 3 + noise.between(-0.2, 0.2)
            func part() -> Float { Float(noise.between(-20, 275)) }
            return rows_mesh_node(
                x: Int32(min(max(x, 0), 1) * Double(256 * width)),
                y: Int32(min(max(y, 0), 1) * Double(256 * height)),
                numbers: (part(), part(), part(), isOpaque ? 255 : part()))
        }
    }

    @Test func `cells of meshes and their samples`() {
        var noise = Noise(seed: 63)
        let (width, height) = (61, 23)
        let encoded = (0..<4098).map { Float(min(Double($0) / 4096, 1).squareRoot()) }
        let columns = [[Int32]](repeating: [3, 17, 18, 60], count: height).flatMap { $0 }
        let starts = (0...height).map { Int32(4 * $0) }
        for number in 0..<30 {
            let nodes = meshNodes(&noise, width, height, isOpaque: number % 2 == 0)
            let space = [rows_space_device, rows_space_linear, rows_space_oklab][number % 3]
            func drawn(
                _ draw: (UnsafePointer<rows_mesh_target>, UnsafePointer<rows_mesh>, rows_mesh_cells)
                    -> Void,
                _ sample: (
                    UnsafePointer<rows_mesh_edges>, UnsafePointer<rows_mesh_target>,
                    UnsafePointer<rows_mesh>, rows_mesh_cells
                ) -> Void,
                _ resolve: (UnsafePointer<rows_mesh_edges>, UnsafePointer<rows_mesh_target>) -> Void
            ) -> [[UInt32]] {
                var pixels = Array(repeating: UInt32(7), count: width * height)
                var samples = Array(repeating: UInt32(0), count: 16 * columns.count)
                pixels.withUnsafeMutableBufferPointer { pixels in
                    samples.withUnsafeMutableBufferPointer { samples in
                        var target = rows_mesh_target(
                            pixels: pixels.baseAddress!, width: width, top: 2, end: height)
                        // The arrays stay as long as the loop's body.
                        var mesh = rows_mesh(
                            nodes: nodes.start, columns: 5, colour_space: space,
                            is_opaque: number % 2 == 0 ? 1 : 0, encoded: encoded.start)
                        var edges = rows_mesh_edges(
                            starts: starts.start, columns: columns.start,
                            samples: samples.baseAddress!)
                        for row in 0..<3 {
                            let cells = rows_mesh_cells(row: row, column: 0, count: 4)
                            draw(&target, &mesh, cells)
                            sample(&edges, &target, &mesh, cells)
                        }
                        resolve(&edges, &target)
                    }
                }
                return [pixels, samples]
            }
            let one = drawn(rows_draw_cells, rows_sample_cells, rows_resolve_samples)
            let other = drawn(
                plain_rows_draw_cells, plain_rows_sample_cells, plain_rows_resolve_samples)
            #expect(one == other, "\(number)")
            #expect(one[0][..<(2 * width)].allSatisfy { $0 == 7 } && one[0].contains { $0 != 7 })
        }
    }

    @Test func `a sprite that is seen nearly from the side stays in its rows`() {
        let width = 1024
        for place in stride(from: Float(-30), to: 30, by: 0.7) {
            let sprite = rows_sprite(
                x: 500, y: place, u_x: 5000, u_y: 0, v_x: 2534.8064, v_y: 2.42408e-5,
                colour: (1, 1, 1, 1), square: 0)
            // Rows beyond which nothing may be written.
            var memory = [UInt16](repeating: 0, count: 4 * width * 40)
            memory.withUnsafeMutableBufferPointer { memory in
                let even = memory.baseAddress! + 2 * width * 8
                let rows = rows_pixels(even: even, odd: even + 2 * width * 24)
                var target = rows_sprite_target(rows: rows, width: width, top: 0, end: 8)
                rows_draw_sprites(
                    &target, [sprite], 1, rows_sprite_disc, rows_sprite_over, nil)
            }
            let (even, odd) = (2 * width * 8..<2 * width * 16, 2 * width * 32..<2 * width * 40)
            #expect(
                memory.indices.allSatisfy {
                    memory[$0] == 0 || even.contains($0) || odd.contains($0)
                })
        }
    }

    @Test func `sprites of every shape and blending`() {
        var noise = Noise(seed: 62)
        let (width, height) = (48, 20)
        let picture = SpritePicture(noise.bitmap(32, 32, isOpaque: false))
        for number in 0..<42 {
            let sprites = (0..<30).map { _ in
                func between(_ low: Double, _ high: Double) -> Float {
                    Float(noise.between(low, high))
                }
                let alpha = between(0, 1)
                return rows_sprite(
                    x: between(-4, 52), y: between(-4, 24), u_x: between(1, 8),
                    u_y: between(-4, 4), v_x: between(-4, 4), v_y: between(1, 8),
                    colour: (
                        alpha * between(0, 1), alpha * between(0, 1), alpha * between(0, 1), alpha
                    ), square: UInt32(noise.below(picture.squares.count)))
            }
            let below = (0..<4 * width * height).map { _ in UInt16(noise.below(65281)) }
            let shape = rows_sprite_shape(UInt32(number % 7))
            let blend = rows_sprite_blend(UInt32(number % 3))
            let drawn = [rows_draw_sprites, plain_rows_draw_sprites].map { draw -> [UInt16] in
                var memory = below
                memory.withUnsafeMutableBufferPointer { memory in
                    let even = memory.baseAddress!
                    let rows = rows_pixels(even: even, odd: even + 2 * width * height)
                    var target = rows_sprite_target(
                        rows: rows, width: width, top: 3, end: height - 2)
                    picture.withKernelPicture {
                        draw(&target, sprites, sprites.count, shape, blend, $0)
                    }
                }
                return memory
            }
            #expect(drawn[0] == drawn[1] && drawn[0] != below, "\(number)")
            // The rows from 3 to 17.
            let (first, last) = (2 * width * 15, 2 * width * height)
            #expect(drawn[0][first..<last] == below[first..<last])
        }
    }

    @Test func `foils of one to three planes`() {
        var noise = Noise(seed: 63)
        func numbers(_ count: Int, below most: Int) -> [UInt32] {
            (0..<count).map { _ in UInt32(noise.below(most)) }
        }
        let colours = (0..<2048).map { _ in UInt32(noise.below(1 << 32)) }
        for count in 1..<60 {
            let cells = (0..<3).map { number in
                // A plane of nothing is left out.
                number == 1 && count % 2 == 0
                    ? [UInt32](repeating: 0, count: count + 8)
                    : (0..<count + 8).map { _ in UInt32(noise.below(1 << 32)) }
            }
            let (near, glare) = (
                numbers(count + 8, below: 65536), numbers(count + 8, below: 65536)
            )
            let drawn = [rows_foil, plain_rows_foil].map { draw -> [UInt32] in
                var pixels = [UInt32](repeating: 7, count: count + 1)
                colours.withUnsafeBufferPointer { colours in
                    cells[0].withUnsafeBufferPointer { one in
                        cells[1].withUnsafeBufferPointer { two in
                            cells[2].withUnsafeBufferPointer { three in
                                near.withUnsafeBufferPointer { near in
                                    glare.withUnsafeBufferPointer { glare in
                                        let planes = [one, two, three].prefix(1 + count % 3).map {
                                            rows_foil_plane(
                                                cells: $0.baseAddress!,
                                                colours: colours.baseAddress!)
                                        }
                                        var light = rows_foil_light(
                                            x: 0x8123_4567, step: 0x0123_4567, y: 0xFEDC_BA98,
                                            near: near.baseAddress!, glare: glare.baseAddress!,
                                            least: 25_600, most: 39_900, glare_y: 51_200)
                                        draw(&pixels, count, planes, planes.count, &light)
                                    }
                                }
                            }
                        }
                    }
                }
                return pixels
            }
            #expect(drawn[0] == drawn[1] && drawn[0][count] == 7, "\(count)")
            #expect(drawn[0].dropLast().contains { $0 != 0 })
        }
    }

    @Test(arguments: [true, false])
    func `waves that move a picture`(isAffine: Bool) {
        var noise = Noise(seed: 64)
        for width in Array(1..<40) + [79, 80, 81, 250] {
            let picture = noise.bitmap(width, 9, isOpaque: false)
            let waves = (0..<1 + width % 8).map { _ in
                rows_wave(
                    x: Float(noise.between(0, 40)), y: Float(noise.between(0, 9)),
                    age: Float(noise.between(0, 3)), inner_square: Float(noise.between(-9, 99)),
                    outer_square: Float(noise.between(0, 999)))
            }
            let map: (Float, Float, Float, Float, Float, Float, Float, Float, Float) =
                isAffine ? (1, 0.1, 2, -0.1, 1, 0, 0, 0, 1) : (1, 0, 2, 0, 1, 0, 0.01, -0.2, 1)
            let drawn = [rows_ripple_row, plain_rows_ripple_row].map { draw -> [UInt32] in
                var pixels = [UInt32](repeating: 7, count: width + 1)
                waves.withUnsafeBufferPointer { waves in
                    var ripple = rows_ripple(
                        from_picture: map, to_picture: map, is_affine: isAffine ? 1 : 0,
                        waves: waves.baseAddress!, wave_count: waves.count, amplitude: 9,
                        frequency: 15, decay: 2, delay: 0.1, longest: 2.5, light: 0.02,
                        smooth_square: Float(width))
                    let bitmap = rows_bitmap(pixels: picture.start, width: width, height: 9)
                    draw(&pixels, 4, bitmap, &ripple)
                }
                return pixels
            }
            #expect(drawn[0] == drawn[1] && drawn[0][width] == 7, "\(width)")
        }
    }

    /// Rows that a wave has moved, of a smooth picture: it is interpolated beyond a radius.
    private func rows(movedAt frequency: Double, smoothBeyond radius: Double?) throws -> [UInt32] {
        let size = PixelSize(width: 700, height: 300)
        let ripple = Ripple(
            amplitude: 12, frequency: frequency, decay: 8, speed: 1200, light: 0.3,
            waves: [Ripple.Wave(from: Point(x: 150, y: 40), age: 0.4)])
        let filter = Frame.Filter(blur: 0, ownSpace: .identity, change: .ripple(ripple))
        let placed = try #require(PlacedRipple(filter))
        let radius = radius ?? placed.smoothRadius
        let pixels = (0..<size.area).map { index -> UInt32 in
            let (x, y) = (Double(index % size.width), Double(index / size.width))
            func part(_ value: Double) -> UInt32 { UInt32((127 + 110 * sin(value)).rounded()) }
            return 0xFF00_0000 | part(x / 9) << 16 | part(y / 11) << 8 | part((x + y) / 13)
        }
        let picture = Bitmap(width: size.width, height: size.height, pixels: pixels)
        var moved = pixels
        let outer = Float(0.4 * 1200)
        let waves = [
            rows_wave(x: 150, y: 40, age: 0.4, inner_square: -1, outer_square: outer * outer)
        ]
        waves.withUnsafeBufferPointer { waves in
            let map: (Float, Float, Float, Float, Float, Float, Float, Float, Float) =
                (1, 0, 0, 0, 1, 0, 0, 0, 1)
            var ripple = rows_ripple(
                from_picture: map, to_picture: map, is_affine: 1, waves: waves.baseAddress!,
                wave_count: 1, amplitude: 12, frequency: Float(frequency), decay: 8,
                delay: 1 / 1200, longest: 0.4, light: 0.3 / 12,
                smooth_square: Float(radius * radius))
            let bitmap = rows_bitmap(
                pixels: picture.start, width: size.width, height: size.height)
            for y in 0..<size.height {
                moved.withUnsafeMutableBufferPointer {
                    rows_ripple_row($0.baseAddress! + y * size.width, y, bitmap, &ripple)
                }
            }
        }
        return moved
    }

    @Test func `waves are interpolated where no level changes by more than one`() throws {
        for frequency in [5.0, 15, 60] {
            let exact = try rows(movedAt: frequency, smoothBeyond: .infinity)
            let shown = try rows(movedAt: frequency, smoothBeyond: nil)
            let worst = zip(exact, shown).map { one, other in
                zip(components(one), components(other)).map { abs(Int($0) - Int($1)) }.max() ?? 0
            }
            #expect(worst.allSatisfy { $0 <= 1 }, "\(frequency)")
        }
        // So steep a wave is not smooth, and is another one where it is interpolated.
        #expect(
            try rows(movedAt: 500, smoothBeyond: nil) == rows(movedAt: 500, smoothBeyond: .infinity)
        )
        #expect(
            try rows(movedAt: 500, smoothBeyond: 0) != rows(movedAt: 500, smoothBeyond: .infinity))
    }

    @Test(arguments: [0, 1, 2])
    func `pixels of several bitmaps, also with shades`(relief: Int) {
        var noise = Noise(seed: 61)
        let bitmaps = (0..<3).map { _ in noise.bitmap(90, 2, isOpaque: relief == 2) }
        for count in 0..<60 {
            let padded = (count + 7) / 8 * 8
            // Near each other, up to the bitmaps' ends, or anywhere.
            let (start, step) = (noise.below(180), noise.between(0, 1))
            let offsets = (0..<padded).map { column in
                count % 3 == 0
                    ? Int32(noise.below(180))
                    : Int32(min(179, start + Int(step * Double(column))))
            }
            let first = (0..<padded).map { _ in
                noise.chance(0.5) ? .max : UInt16(noise.below(65536))
            }
            let second = first.map { UInt16(noise.below(65536 - Int($0))) }
            let third = zip(first, second).map { UInt16.max - $0 - $1 }
            let light = (0..<padded).map { _ in UInt16(noise.below(256)) }
            let mixed = [rows_mix, plain_rows_mix].map { mix -> [UInt32] in
                var pixels = Array(repeating: UInt32(7), count: count + 9)
                withMixture(bitmaps, [first, second, third], offsets, light, relief) {
                    mix(&pixels, count, $0)
                }
                return pixels
            }
            #expect(mixed[0] == mixed[1] && mixed[0][count...].allSatisfy { $0 == 7 })
        }
    }

    private func withMixture(
        _ bitmaps: [Bitmap], _ weights: [[UInt16]], _ offsets: [Int32], _ light: [UInt16],
        _ relief: Int, _ body: (UnsafePointer<rows_mixture>) -> Void
    ) {
        let flat = weights.flatMap { $0 }
        flat.withUnsafeBufferPointer { flat in
            light.withUnsafeBufferPointer { light in
                offsets.withUnsafeBufferPointer { offsets in
                    guard let start = flat.baseAddress, let places = offsets.baseAddress else {
                        return
                    }
                    let weighed = bitmaps.indices.map { index in
                        rows_weighed_bitmap(
                            pixels: bitmaps[index].start, weights: start + index * offsets.count)
                    }
                    weighed.withUnsafeBufferPointer { weighed in
                        var mixture = rows_mixture(
                            offsets: places, readable: 180, bitmaps: weighed.baseAddress!,
                            bitmap_count: weighed.count,
                            shades: relief == 1 ? light.baseAddress : nil,
                            lights: relief == 1 ? light.baseAddress : nil,
                            whites: relief == 2 ? light.baseAddress : nil, rows: 1,
                            target_stride: 0, stride: 0)
                        withExtendedLifetime(bitmaps) { body(&mixture) }
                    }
                }
            }
        }
    }

    @Test func `finished rows`() {
        var noise = Noise(seed: 54)
        for count in 0..<50 {
            var rows = Rows(&noise, quads: 13)
            let finished = [rows_finish, plain_rows_finish].map { finish -> [UInt32] in
                var pixels = Array(repeating: UInt32(7), count: count + 9)
                _ = rows.changed { finish(&pixels, count, $0) }
                return pixels
            }
            #expect(finished[0] == finished[1] && finished[0][count...].allSatisfy { $0 == 7 })
            rows.even = []
        }
    }

    @Test func `halved rows are means of four pixels`() {
        var noise = Noise(seed: 58)
        for width in 1..<70 {
            let source = noise.bitmap(width, 2, isOpaque: false)
            let halved = [rows_halve, plain_rows_halve].map { halve -> [UInt32] in
                var means = [UInt32](repeating: 7, count: (width + 1) / 2 + 9)
                halve(&means, width, source.start, source.start + width)
                return means
            }
            let means = (0..<(width + 1) / 2).map { x in
                let columns = [2 * x, min(2 * x + 1, width - 1)]
                let pixels = columns.flatMap { [source[$0, 0], source[$0, 1]] }
                return [UInt32(24), 16, 8, 0].reduce(UInt32(0)) { made, shift in
                    let sum = pixels.reduce(2) { $0 + ($1 >> shift & 255) }
                    return made | (sum / 4) << shift
                }
            }
            #expect(halved[0] == means + Array(repeating: 7, count: 9) && halved[1] == halved[0])
        }
    }

    private func picture(_ pixels: UnsafePointer<UInt32>, bits: Int) -> rows_picture {
        rows_picture(
            pixels: pixels, stride: 50, to_below: 50, first_x: 3 << Int64(bits), first_y: 0,
            last_x: 48 << Int64(bits) - 1, last_y: 29 << Int64(bits) - 1, ahead: 100)
    }

    private typealias Draw = (rows_pixels, UnsafePointer<rows_picture>, UInt16, rows_operator) ->
        Void

    /// Requires that functions draw the same along a line, with each operator.
    private func expectSame(
        _ noise: inout Noise, _ picture: rows_picture, quads: Int, _ draws: [Draw]
    ) {
        for op in [rows_fetch, rows_source, rows_source_over, rows_plus] {
            let (rows, weight) = (Rows(&noise, quads: quads), UInt16(noise.below(65536)))
            let drawn = withUnsafePointer(to: picture) { picture in
                draws.map { draw in rows.changed { draw($0, picture, weight, op) } }
            }
            #expect(drawn.allSatisfy { $0 == drawn[0] }, "\(op)")
            #expect(drawn[0][0][(8 * quads)...] == rows.even[(8 * quads)...])
        }
    }

    /// Requires that what is finished at once, if it is, is what is drawn and then finished; gives whether
    /// it is.
    private func isFinished(
        _ noise: inout Noise, _ picture: rows_picture, quads: Int, _ draw: Draw,
        _ finish: (UnsafeMutablePointer<UInt32>, UnsafePointer<rows_picture>) -> Int32
    ) -> Bool {
        let (rows, before) = (
            Rows(&noise, quads: quads), noise.bitmap(4 * quads + 8, 1, isOpaque: false)
        )
        var (found, wanted) = (Array(before.pixels), Array(before.pixels))
        let isDone = withUnsafePointer(to: picture) { finish(&found, $0) != 0 }
        guard isDone else { return false }
        _ = rows.changed { row in
            withUnsafePointer(to: picture) { draw(row, $0, .max, rows_source) }
            plain_rows_finish(&wanted, 4 * quads, row)
        }
        #expect(found == wanted)
        return true
    }

    /// Requires that a row of `ramp` shows the place of each column; nil where that is not known.
    private func expectNear(
        _ picture: rows_picture, quads: Int, _ draw: Draw, _ place: (Int) -> (Double, Double)?
    ) {
        var noise = Noise(seed: 64)
        let row = withUnsafePointer(to: picture) { picture in
            Rows(&noise, quads: quads).changed { draw($0, picture, 0, rows_fetch) }
        }
        for index in 0..<4 * quads {
            guard let (x, y) = place(index), x.isFinite, y.isFinite else { continue }
            let shown = (min(max(x, 3), 48), min(max(y, 0), 29))
            let (blue, red) = (Double(row[0][2 * index]), Double(row[0][2 * index + 1]))
            // A 256th of a pixel, and what the products are rounded down by.
            #expect(abs(blue - 1280 * shown.0) < 10 && abs(red - 2048 * shown.1) < 13)
        }
    }

    /// Blue grows by 5 from column to column, red by 8 from row to row.
    private static let ramp = (0..<1500).map { (index: Int) -> UInt32 in
        let (column, row) = (UInt32(index % 50), UInt32(index / 50))
        return 0xFF00_0000 | (8 * row) << 16 | 5 * column
    }

    @Test func `pictures along a line, also beyond their ends`() {
        var noise = Noise(seed: 55)
        let pixels = Array(noise.bitmap(50, 30, isOpaque: false).pixels)
        var atOnce = 0
        for number in 0..<400 {
            let steep = number % 10 == 0 ? 1e3 : number % 2 == 0 ? 1.2 : 0.28
            let wide = number % 4 == 1 ? 2.3 : max(1, steep)
            var line = rows_line(
                x: noise.fixed(-30, 60), y: noise.fixed(-20, 40),
                step_x: noise.fixed(-wide, wide), step_y: noise.fixed(-steep, steep))
            if number % 7 == 0 { line.x = noise.fixed(-1e6, 1e6) }
            let (column, quads) = (noise.below(50), noise.below(12))
            let far: Draw = { plain_rows_draw_far_line($0, column, quads, $1, &line, $2, $3) }
            pixels.withUnsafeBufferPointer { pixels in
                let picture = picture(pixels.baseAddress!, bits: 24)
                expectSame(
                    &noise, picture, quads: quads,
                    [
                        far, { rows_draw_far_line($0, column, quads, $1, &line, $2, $3) },
                        { rows_draw_line($0, column, quads, $1, &line, $2, $3) },
                    ])
                let isAtOnce = isFinished(&noise, picture, quads: quads, far) {
                    rows_finish_line($0, column, quads, $1, &line)
                }
                atOnce += isAtOnce ? 1 : 0
            }
            Self.ramp.withUnsafeBufferPointer { pixels in
                expectNear(picture(pixels.baseAddress!, bits: 24), quads: quads, far) { index in
                    let one = Double(1 << 24)
                    let at = Double(column + index)
                    return (
                        (Double(line.x) + at * Double(line.step_x)) / one,
                        (Double(line.y) + at * Double(line.step_y)) / one
                    )
                }
            }
        }
        expectAtOnce(atOnce)
    }

    /// Requires that so many rows were finished at once, where the processor can.
    private func expectAtOnce(_ count: Int) {
        let flags = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        #expect(flags.contains(" avx2 ") == (count > 150), "\(count)")
    }

    @Test func `pictures in perspective, also behind the eye`() {
        var noise = Noise(seed: 56)
        let pixels = Array(noise.bitmap(50, 30, isOpaque: false).pixels)
        var atOnce = 0
        for number in 0..<400 {
            var line = number % 2 == 0 ? noise.steepLine() : noise.gentleLine()
            if number == 0 { (line.w, line.step_w) = (0, 0) }
            if number == 2 { line.x = .nan }
            if number == 3 { line.step_y = .nan }
            let (column, quads) = (noise.below(50), noise.below(40))
            let far: Draw = {
                plain_rows_draw_far_projected_line($0, column, quads, $1, &line, $2, $3)
            }
            pixels.withUnsafeBufferPointer { pixels in
                let picture = picture(pixels.baseAddress!, bits: 16)
                expectSame(
                    &noise, picture, quads: quads,
                    [
                        far,
                        { rows_draw_far_projected_line($0, column, quads, $1, &line, $2, $3) },
                        { rows_draw_projected_line($0, column, quads, $1, &line, $2, $3) },
                    ])
                let isAtOnce = isFinished(&noise, picture, quads: quads, far) {
                    rows_finish_projected_line($0, column, quads, $1, &line)
                }
                atOnce += isAtOnce ? 1 : 0
            }
            Self.ramp.withUnsafeBufferPointer { pixels in
                expectNear(picture(pixels.baseAddress!, bits: 16), quads: quads, far) { index in
                    let at = Double(column + index)
                    let w = line.w + at * line.step_w
                    guard w > 1e-3 else { return nil }
                    return ((line.x + at * line.step_x) / w, (line.y + at * line.step_y) / w)
                }
            }
        }
        expectAtOnce(atOnce)
    }

    @Test func `how much of its pixels an area covers`() {
        var noise = Noise(seed: 65)
        for count in 0..<60 {
            let sides = (0..<1 + noise.below(8)).map { _ in
                let angle = noise.between(0, 2 * .pi)
                return rows_side(x: cos(angle), y: sin(angle), offset: noise.between(-20, 90))
            }
            let (column, y) = (noise.below(50), noise.between(0, 60))
            let most = noise.chance(0.5) ? 1 : noise.unit()
            let weight = Double(noise.below(65536))
            let covered = [rows_cover, plain_rows_cover].map { cover -> [UInt32] in
                var weights = [UInt32](repeating: 7, count: count + 8)
                cover(&weights, column, count, y, sides.start, sides.count, weight, most)
                return weights
            }
            let wanted = (0..<count).map { index in
                let x = Double(column + index) + 0.5
                let farthest = sides.map { $0.x * x + $0.y * y - $0.offset }.max() ?? 0
                return UInt32(weight * min(max(0.5 - farthest, 0), most))
            }
            #expect(covered[0] == covered[1] && Array(covered[0][..<count]) == wanted)
        }
    }

    @Test func `rows with a weight for each column`() {
        var noise = Noise(seed: 66)
        let weights = (0..<168).map { _ in UInt32(noise.below(65536)) }
        var source = Rows(&noise, quads: 40)
        source.even.withUnsafeMutableBufferPointer { even in
            source.odd.withUnsafeMutableBufferPointer { odd in
                let row = rows_pixels(even: even.baseAddress!, odd: odd.baseAddress!)
                expectSame(
                    &noise, { to, quads, _ in rows_store_weighed(to, quads, row, 8, weights) },
                    { to, quads, _ in plain_rows_store_weighed(to, quads, row, 8, weights) })
                expectSame(
                    &noise,
                    { to, quads, _ in rows_source_over_weighed(to, quads, row, 8, weights) },
                    { to, quads, _ in plain_rows_source_over_weighed(to, quads, row, 8, weights) })
                let even = Rows(&noise, quads: 9)
                #expect(
                    even.changed {
                        rows_source_over_weighed(
                            $0, 9, row, 8, [UInt32](repeating: 40000, count: 40))
                    } == even.changed { rows_source_over_row($0, 9, row, 8, 40000) })
            }
        }
    }
}

extension Noise {
    /// Of a picture that may lie behind the eye.
    fileprivate mutating func steepLine() -> rows_projected_line {
        rows_projected_line(
            x: between(-30, 60), y: between(-20, 40), w: between(-1, 2), step_x: between(-1, 1),
            step_y: between(-1, 1), step_w: between(-0.02, 0.02))
    }

    /// Of a picture in front of the eye, enlarged or made smaller.
    fileprivate mutating func gentleLine() -> rows_projected_line {
        rows_projected_line(
            x: between(-30, 60), y: between(-20, 40), w: 1, step_x: between(-2.3, 2.3),
            step_y: between(-0.3, 0.3), step_w: between(-0.002, 0.004))
    }
}

extension Noise {
    /// A component times 256, sometimes the smallest or the largest.
    fileprivate mutating func component() -> UInt16 {
        chance(0.1) ? 0 : chance(0.1) ? .max : UInt16(below(65536))
    }

    /// A place with 24 bits after the point.
    fileprivate mutating func fixed(_ lower: Double, _ upper: Double) -> Int64 {
        Int64(between(lower, upper) * Double(1 << 24))
    }
}

extension Array {
    /// The first element; the array has to stay.
    fileprivate var start: UnsafePointer<Element> { withUnsafeBufferPointer { $0.baseAddress! } }
}
