import Compositor
import Foundation
import Geometry
import Paint
import Picture
import Plan
import Platform
import Scene
import Synchronization
import Testing

@testable import Decoding
@testable import Plan

/// A folder of pictures of one colour each, 8 x 8.
final class PictureFolder {
    private let folder = FileManager.default.temporaryDirectory
        .appending(path: "lenticule-pictures-\(UUID().uuidString)")

    init() {
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { remove() }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// A picture that is there only if it has a colour.
    func picture(_ name: String, _ colour: String?) -> PictureFile {
        let file = folder.appending(path: name + ".svg")
        if let colour {
            let text = """
                <svg xmlns="http://www.w3.org/2000/svg" width="8" height="8">
                <rect width="8" height="8" fill="\(colour)"/></svg>
                """
            try? text.write(to: file, atomically: true, encoding: .utf8)
        }
        return PictureFile(path: file.path)
    }
}

@Suite struct PixelRectTests {
    @Test(arguments: [
        (
            Size(width: 1600.0, height: 1000.0), PixelSize(width: 1280, height: 800),
            PixelRect(x: 0, y: 0, width: 1280, height: 800)
        ),
        (
            Size(width: 1600, height: 1000), PixelSize(width: 1280, height: 720),
            PixelRect(x: 64, y: 0, width: 1152, height: 720)
        ),
        (
            Size(width: 100, height: 100), PixelSize(width: 300, height: 200),
            PixelRect(x: 50, y: 0, width: 200, height: 200)
        ),
        (
            Size(width: 1, height: 1000), PixelSize(width: 80, height: 40),
            PixelRect(x: 38, y: 0, width: 4, height: 40)
        ),
    ])
    func `a card is letterboxed and centred`(size: Size, screen: PixelSize, card: PixelRect) {
        #expect(PixelRect(of: size, centredIn: screen, leastWidth: 4) == card)
    }
}

@Suite struct FramePlannerTests {
    private let folder = PictureFolder()

    /// A scene of three layers at fixed opacities.
    private func scene(_ opacities: [Double]) -> Scene {
        Scene(
            size: Size(width: 8, height: 8),
            layers: opacities.enumerated().map {
                Scene.Layer(.picture($0), values: [.opacity: $1])
            })
    }

    /// Three opaque pictures, of which the lowest may be missing.
    private func planner(
        _ scene: Scene, missing: Bool = false, assets: Assets = Assets()
    ) -> FramePlanner {
        let pictures = [
            folder.picture("back", missing ? nil : "#f00"), folder.picture("middle", "#0f0"),
            folder.picture("front", "#00f"),
        ]
        var planner = FramePlanner(scene, files: pictures, assets: assets)
        planner.resize(to: PixelSize(width: 16, height: 8))
        return planner
    }

    private func frame(_ planner: inout FramePlanner, _ scene: Scene) -> Frame {
        planner.frame(of: scene.evaluate(SceneState(of: scene), at: 0))
    }

    @Test func `no drawing is larger than the screen takes, also after its limit changes`() throws {
        let scene = Scene(
            size: Size(width: 8, height: 8),
            layers: [
                Scene.Layer(.picture(0)), Scene.Layer(.picture(0), values: [.scale: 3]),
                Scene.Layer(
                    PathContent(
                        try Path(data: "M 0 0 H 1 V 1 H 0 Z"),
                        view: Rect(x: 0, y: 0, width: 1, height: 1),
                        fill: .colour(Colour(red: 1, green: 1, blue: 1))),
                    values: [.scale: 3]),
            ])
        var planner = FramePlanner(
            scene, files: [folder.picture("large", "#0f0")], assets: Assets())
        for limit in [256, 100, Int.max] {
            planner.resize(to: PixelSize(width: 200, height: 200), longestSide: limit)
            let bitmaps = frame(&planner, scene).layers.compactMap(\.bitmap)
            let longest = bitmaps.map { max($0.width, $0.height) }
            #expect(longest.count == 3 && longest.allSatisfy { $0 <= limit }, "\(longest)")
            // Nor is it made smaller than it has to be.
            #expect(longest.allSatisfy { $0 > min(limit, 200) / 2 }, "\(longest)")
        }
    }

    @Test func `a picture that is covered is not read`() {
        let scene = scene([1, 1, 0.5])
        var planner = planner(scene, missing: true)
        let frame = frame(&planner, scene)
        #expect(frame.layers.count == 2 && planner.failures.isEmpty)
        // Half of green and half of blue, either way of rounding 127.5.
        var compositor = CPUCompositor()
        let pixel = compositor.bitmap(frame)[8, 4]
        #expect([127, 128].contains(pixel >> 8 & 255) && [127, 128].contains(pixel & 255))
    }

    @Test func `a picture that is seen and missing is a failure, and the others are drawn`() {
        let scene = scene([1, 0.5, 0])
        var planner = planner(scene, missing: true)
        #expect(frame(&planner, scene).layers.count == 1)
        #expect(planner.failures.count == 1 && planner.failures[0].kind == .missing)
        _ = frame(&planner, scene)
        #expect(planner.failures.count == 1)
    }

    @Test func `a new size keeps the pictures until they are drawn anew`() {
        let scene = scene([1, 1, 0])
        var planner = planner(scene)
        _ = frame(&planner, scene)
        #expect(planner.isFinal)
        // Nothing can be drawn anew.
        folder.remove()
        planner.resize(to: PixelSize(width: 64, height: 32))
        #expect(!planner.isFinal)
        let resized = frame(&planner, scene)
        #expect(!planner.isFinal && !planner.isIncomplete)
        #expect(resized.card == PixelRect(x: 16, y: 0, width: 32, height: 32))
        #expect(resized.layers.map(\.bitmap?.size) == [resized.card.size])
        #expect(planner.failures.isEmpty)
    }

    @Test func `effects go to the frame, and isolate a group only where they change something`() {
        func frame(_ values: [Property: Double]) -> Frame {
            var layers = [
                Scene.Layer(.picture(0), values: values),
                Scene.Layer(.group(count: 2), values: values),
                Scene.Layer(.picture(1), parent: 1),
                Scene.Layer(Colour(red: 1, green: 0, blue: 0), parent: 1, values: values),
            ]
            for index in [0, 1, 3] { layers[index].effects = [.hue, .gain] }
            let scene = Scene(size: Size(width: 8, height: 8), layers: layers)
            var planner = planner(scene)
            return self.frame(&planner, scene)
        }
        let matrix = ColourMatrix.product(red: 2, green: 2, blue: 2) * .hue(degrees: 90)
        #expect(
            frame([.hue: 90, .gain: 2]).layers.map(\.colours) == [matrix, matrix, nil, matrix])
        #expect(frame([:]).layers.map(\.colours) == [nil, nil, nil])
    }

    @Test func `a mode isolates a group, and a mask stands after its layer in a group of both`() {
        let red = Colour(red: 1, green: 0, blue: 0)
        var layers = [
            Scene.Layer(red), Scene.Layer(.group(count: 1)), Scene.Layer(red, parent: 1),
            Scene.Layer(red),
        ]
        layers[1].blend = .screen
        layers[1].mask = .init(layer: 0, kind: .luminance)
        layers[2].blend = .multiply
        layers[3].mask = .init(layer: 0, kind: .alpha)
        func combinations() -> [Frame.CompositingOperator] {
            let scene = Scene(size: Size(width: 8, height: 8), layers: layers)
            var planner = planner(scene)
            return frame(&planner, scene).layers.map(\.compositing)
        }
        #expect(
            combinations() == [
                .blend(.screen), .blend(.multiply), .mask(.luminance), .normal, .normal,
                .mask(.alpha),
            ])
        layers[1].isIsolated = true
        #expect(
            combinations() == [
                .blend(.screen), .normal, .blend(.multiply), .mask(.luminance), .normal, .normal,
                .mask(.alpha),
            ])
        // Also a group that waves may run over, so that it does not look otherwise while they do.
        (layers[1].isIsolated, layers[1].rippleTrigger) = (false, .tap)
        #expect(combinations()[1] == .normal)
        // What lies under a mask that is not seen is not seen either.
        layers[0][.opacity] = 0
        #expect(combinations().isEmpty)
    }

    @Test func `a mask of which nothing is drawn lets nothing through`() {
        var layers = [Scene.Layer(.picture(1)), Scene.Layer(.picture(0)), Scene.Layer(.picture(2))]
        layers[0].mask = .init(layer: 1, kind: .alpha)
        func pixel(missing: Bool) -> UInt32 {
            let scene = Scene(size: Size(width: 8, height: 8), layers: layers)
            var (planner, compositor) = (planner(scene, missing: missing), CPUCompositor())
            return compositor.bitmap(frame(&planner, scene))[8, 4]
        }
        layers[2][.opacity] = 0
        #expect(pixel(missing: true) == 0xFF00_0000)
        layers[1].mask = .init(layer: 2, kind: .alpha)
        #expect(pixel(missing: false) == 0xFF00_0000)
    }

    @Test func `below a picture that hides the card, masks and what is seen beside it are read`() {
        let white = Colour(red: 1, green: 1, blue: 1)
        var layers = (0...2).map { Scene.Layer(.picture($0)) } + [Scene.Layer(white)]
        layers[3].mask = .init(layer: 0, kind: .alpha)
        (layers[1].bleeds, layers[1][.width]) = (true, 2)
        let scene = Scene(size: Size(width: 8, height: 8), layers: layers)
        var (planner, compositor) = (planner(scene), CPUCompositor())
        let frame = frame(&planner, scene)
        #expect(frame.layers.compactMap(\.bitmap).count == 3)
        let drawn = compositor.bitmap(frame)
        #expect(drawn[1, 4] == 0xFF00_FF00 && drawn[8, 4] >> 8 & 255 >= 254)
    }

    @Test func `groups and a surround are no layers that are shown`() {
        var layers = [Scene.Layer(.group(count: 1)), Scene.Layer(.picture(0), parent: 0)]
        layers[0].isIsolated = true
        let surround = Scene.Surround.colour(Colour(red: 0, green: 0, blue: 1))
        let scene = Scene(size: Size(width: 8, height: 8), surround: surround, layers: layers)
        for isMissing in [true, false] {
            var planner = planner(scene, missing: isMissing)
            #expect(!frame(&planner, scene).layers.isEmpty)
            #expect(planner.showsLayers == !isMissing && planner.hasOnlyFailures == isMissing)
        }
    }

    @Test func `around the card its blurs are as much larger as the card`() {
        var layer = Scene.Layer(Colour(red: 1, green: 0, blue: 0))
        layer[.blur] = 2
        let scene = Scene(size: Size(width: 16, height: 16), surround: .card, layers: [layer])
        var planner = planner(scene)
        planner.resize(to: PixelSize(width: 48, height: 16))
        let blurs = frame(&planner, scene).layers.compactMap { layer in
            if case .group(_, let filter?) = layer.content { filter.blur } else { Double?.none }
        }
        #expect(blurs.dropFirst() == [6, 2])
    }

    @Test func `around the card lies a colour, or the card itself`() throws {
        let red = Scene.Layer(Colour(red: 1, green: 0, blue: 0))
        let blue = Colour(red: 0, green: 0, blue: 1)
        func frame(_ surround: Scene.Surround, width: Int) -> Frame {
            let scene = Scene(
                size: Size(width: 16, height: 16), surround: surround, layers: [red])
            var planner = planner(scene)
            planner.resize(to: PixelSize(width: width, height: 16))
            return self.frame(&planner, scene)
        }
        func pixel(_ surround: Scene.Surround, x: Int, width: Int = 48) -> UInt32 {
            var compositor = CPUCompositor()
            return compositor.bitmap(frame(surround, width: width))[x, 8]
        }
        #expect(pixel(.black, x: 8) == 0xFF00_0000)
        #expect(
            pixel(.colour(blue), x: 8) == 0xFF00_00FF && pixel(.colour(blue), x: 40) == 0xFF00_00FF)
        #expect(pixel(.colour(blue), x: 24) == 0xFFFF_0000)
        #expect(pixel(.card, x: 0) == 0xFF73_0000 && pixel(.card, x: 47) == 0xFF73_0000)
        #expect(pixel(.card, x: 24) == 0xFFFF_0000)
        #expect(frame(.card, width: 16).layers.count == 1)
    }

    @Test func `pictures that need too much memory are drawn smaller, and fill the card as before`()
        throws
    {
        let screen = PixelSize(width: 1920, height: 1080)
        let layers = (0..<200).map {
            Scene.Layer(.picture($0), values: [.opacity: $0 == 0 ? 1 : 0])
        }
        let scene = Scene(size: Size(screen), layers: layers)
        let files = (0..<200).map { folder.picture("\($0)", $0 == 0 ? "#f00" : nil) }
        var planner = FramePlanner(scene, files: files, assets: Assets())
        planner.resize(to: PixelSize(width: 960, height: 540))
        #expect(planner.excessivePictureBytes == nil)
        planner.resize(to: screen)
        let bytes = try #require(planner.excessivePictureBytes)
        #expect(bytes.needed == 200 * 16 * screen.area / 3)
        let frame = frame(&planner, scene)
        let bitmap = try #require(frame.layers.first?.bitmap)
        #expect(200 * 16 * bitmap.size.area / 3 <= bytes.most && bitmap.width > 1800)
        var compositor = CPUCompositor()
        let drawn = compositor.bitmap(frame)
        for (x, y) in [(0, 0), (1919, 1079), (960, 540)] { #expect(drawn[x, y] == 0xFFFF_0000) }
    }

    @Test(arguments: [16, 48])
    func `the surround is seen where the card is clear, in a screen of any shape`(width: Int) {
        var small = Scene.Layer(Colour(red: 1, green: 0, blue: 0))
        small[.width] = 0.5
        func pixels(_ surround: Scene.Surround) -> [UInt32] {
            let scene = Scene(
                size: Size(width: 16, height: 16), surround: surround, layers: [small])
            var (planner, compositor) = (planner(scene), CPUCompositor())
            planner.resize(to: PixelSize(width: width, height: 16))
            let drawn = compositor.bitmap(frame(&planner, scene))
            return [3, 8].map { drawn[(width - 16) / 2 + $0, 8] }
        }
        let blue = Colour(red: 0, green: 0, blue: 1)
        #expect(pixels(.black) == [0xFF00_0000, 0xFFFF_0000])
        #expect(pixels(.colour(blue)) == [0xFF00_00FF, 0xFFFF_0000])
        #expect(pixels(.card)[1] == 0xFFFF_0000)
    }

    @Test func `a blur and a shadow are filtered groups, and a material is what lies below it`()
        throws
    {
        let red = Colour(red: 1, green: 0, blue: 0)
        var layers = [Scene.Layer(red), Scene.Layer(Material(.thin, .dark))]
        (layers[0][.blur], layers[0][.shadowRadius], layers[0][.scale]) = (3, 2, 0.5)
        (layers[0][.shadowOffsetX], layers[0][.shadowOffsetY]) = (1, -4)
        (layers[0][.shadowOpacity], layers[0][.shadowSpread]) = (0.5, 0.75)
        layers[0].shadow = Colour(red: 0, green: 0, blue: 1, alpha: 0.5)
        let scene = Scene(size: Size(width: 16, height: 16), layers: layers)
        var planner = planner(scene)
        // Half as large on the screen, and again by its scale.
        let frame = frame(&planner, scene)
        let (blur, shadow) = (
            Frame.Filter(blur: 0.75),
            Frame.Filter(blur: 0.5, offset: Point(x: 0.25, y: -1), alphaFactor: 4)
        )
        var filters = frame.layers.map { layer in
            if case .group(_, let filter) = layer.content { filter } else { Frame.Filter?.none }
        }
        // The layer's box, at a half of its size in the middle of the screen.
        #expect(filters[0]?.ownSpace == frame.layers[2].box.toScreen)
        for index in filters.indices { filters[index]?.ownSpace = nil }
        #expect(filters == [shadow, blur, nil, blur, nil, nil])
        #expect(frame.layers[0].opacity == 0.25)
        let shade = Colour(red: 0, green: 0, blue: 1, alpha: 0.25)
        #expect(frame.layers[0].colours == .constant(shade))
        guard case .backdrop(let backdrop) = frame.layers[5].content else {
            Issue.record("no backdrop")
            return
        }
        let dark = Colour(red: 30 / 255, green: 30 / 255, blue: 30 / 255, alpha: 0.45)
        #expect(backdrop == Frame.Backdrop(blur: 10, tint: dark))
        #expect(frame.layers[5].colours == ColourMatrix.identity * .saturation(1.8))
    }

    @Test func `a picture that two layers show is drawn once`() {
        let scene = Scene(
            size: Size(width: 8, height: 8),
            layers: [1, 0.5, 0.5].map { Scene.Layer(.picture(1), values: [.opacity: $0]) })
        var planner = planner(scene)
        let layers = frame(&planner, scene).layers
        #expect(layers.count == 3 && layers.allSatisfy { $0.bitmap === layers[0].bitmap })
    }
}

@Suite struct AssetsTests {
    private let folder = PictureFolder()
    private let size = PixelSize(width: 8, height: 8)

    private func asset(
        _ name: String, _ colour: String? = "#f00", in assets: Assets, replacing old: Asset? = nil
    ) -> Asset {
        assets.asset(of: folder.picture(name, colour), fit: .stretch, size: size, replacing: old)
    }

    /// Waits until something was drawn in the background.
    private func wait(for assets: Assets) async throws {
        while !assets.hasFinished { try await Task.sleep(for: .milliseconds(2)) }
    }

    @Test func `what was not seen for longest is dropped beyond the budget`() {
        // Three pictures of 8 x 8 pixels.
        let assets = Assets(budget: 3 * 256)
        let pictures = ["a", "b", "c", "d"].map { asset($0, in: assets) }
        assets.setCardAssets(pictures)
        for picture in pictures[0...2] {
            assets.beginFrame()
            assets.require(picture)
        }
        assets.beginFrame()
        assets.require(pictures[0])
        assets.require(pictures[3])
        #expect(pictures.map { $0.bitmap != nil } == [true, false, true, true])
        assets.require(pictures[1])
        #expect(pictures[1].bitmap != nil && pictures[2].bitmap == nil)
    }

    @Test func `what a compositor keeps of pictures counts in the budget`() {
        // Four pictures of 8 x 8 pixels.
        let assets = Assets(budget: 4 * 256)
        let pictures = ["a", "b", "c"].map { asset($0, in: assets) }
        assets.setCardAssets(pictures)
        for picture in pictures {
            assets.beginFrame()
            assets.require(picture)
        }
        assets.compositorBytes = 256
        #expect(pictures.allSatisfy { $0.bitmap != nil })
        assets.compositorBytes = 2 * 256
        #expect(pictures.map { $0.bitmap != nil } == [false, true, true])
        // The first of them fits, beside the one that the newest frame shows.
        assets.prepare(pictures)
        #expect(assets.kept == [pictures[0].key, pictures[2].key])
        assets.compositorBytes = 8 * 256
        #expect(pictures[1].bitmap == nil && pictures[2].bitmap != nil)
    }

    @Test(.timeLimit(.minutes(10)))
    func `what is seen at once is kept even beyond the budget`() async throws {
        let assets = Assets(budget: 1)
        let pictures = ["a", "b"].map { asset($0, in: assets) }
        for _ in 0..<2 {
            assets.beginFrame()
            for picture in pictures { assets.require(picture) }
        }
        #expect(pictures.allSatisfy { $0.bitmap != nil })
        let (hidden, last) = (asset("c", in: assets), asset("d", in: assets))
        assets.prepare(pictures + [hidden])
        // What is asked for later is drawn later.
        last.lastUse = pictures[0].lastUse
        assets.prepare([last])
        try await wait(for: assets)
        assets.takeFinished()
        #expect(last.bitmap != nil && hidden.bitmap == nil)
    }

    @Test(.timeLimit(.minutes(10)))
    func `what is visible is drawn ahead first, and nothing is drawn again and again`() async throws
    {
        let assets = Assets(budget: 2 * 256)
        let pictures = (0..<4).map { asset("\($0)", in: assets) }
        assets.setCardAssets(pictures)
        // Each is visible once, the last of them at the end.
        for picture in pictures {
            assets.beginFrame()
            assets.require(picture)
        }
        assets.prepare(pictures)
        try await wait(for: assets)
        assets.takeFinished()
        #expect(pictures.map { $0.bitmap != nil } == [true, false, false, true])
        // All that fits is drawn: there is nothing to draw again.
        assets.prepare(pictures)
        #expect(assets.kept == [pictures[0].key, pictures[3].key])
        // At another size all are stretched; the visible one is drawn anew beyond the budget.
        let large = PixelSize(width: 64, height: 64)
        let stretched = pictures.map {
            assets.asset(of: $0.source, fit: .stretch, size: large, replacing: $0)
        }
        assets.setCardAssets(stretched)
        assets.beginFrame()
        assets.require(stretched[3])
        assets.prepare(stretched)
        try await wait(for: assets)
        assets.takeFinished()
        #expect(stretched.map(\.isDone) == [false, false, false, true])
    }

    @Test func `a picture that could not be drawn is tried again with its card`() {
        let assets = Assets()
        let file = folder.picture("late", nil)
        let asset = assets.asset(of: file, fit: .stretch, size: size)
        assets.beginFrame()
        assets.require(asset)
        #expect(asset.failure?.kind == .missing)
        _ = folder.picture("late", "#f00")
        #expect(assets.asset(of: file, fit: .stretch, size: size) === asset)
        assets.require(asset)
        #expect(asset.failure == nil && asset.bitmap != nil)
    }

    @Test func `a picture is tried again by the decoder of the card that is read anew`() throws {
        let assets = Assets()
        let picture = folder.picture("a", "#f00")
        let path = picture.path + ".png"
        try picture.bitmap(size).writePNG(to: path)
        let failing = PictureDecoder(folders: [], executable: "/nonexistent")
        let asset = assets.asset(
            of: PictureFile(path: path, decoder: failing), fit: .stretch, size: size)
        assets.beginFrame()
        assets.require(asset)
        #expect(asset.failure?.kind == .inputOutput)
        #expect(
            assets.asset(of: PictureFile(path: path), fit: .stretch, size: size) === asset)
        assets.require(asset)
        #expect(asset.failure == nil && asset.bitmap != nil)
    }

    @Test func `a size that one layer leaves and another takes is kept, and others are not`() throws
    {
        let assets = Assets()
        let picture = folder.picture("a", "#f00")
        let path = picture.path + ".png"
        try picture.bitmap(size).writePNG(to: path)
        let file = PictureFile(path: path)
        func asset(_ side: Int, replacing old: Asset? = nil) -> Asset {
            assets.asset(
                of: file, fit: .stretch, size: PixelSize(width: side, height: side),
                replacing: old)
        }
        let before = [asset(8), asset(16)]
        assets.setCardAssets(before)
        assets.beginFrame()
        assets.require(before[0])
        let after = [asset(16, replacing: before[0]), asset(32, replacing: before[1])]
        #expect(after[0] === before[1])
        assets.setCardAssets(after)
        for asset in after { assets.require(asset) }
        #expect(after.allSatisfy { $0.bitmap?.size == $0.size })
        #expect(asset(8) !== before[0])
    }

    @Test(.timeLimit(.minutes(10)))
    func `what goes bad in the background keeps its last good picture`() async throws {
        let assets = Assets()
        let good = asset("a", in: assets)
        assets.beginFrame()
        assets.require(good)
        let bad = assets.asset(
            of: folder.picture("gone", nil), fit: .stretch, size: PixelSize(width: 16, height: 16),
            replacing: good)
        #expect(bad.bitmap?.size == PixelSize(width: 16, height: 16))
        assets.prepare([bad])
        try await wait(for: assets)
        assets.takeFinished()
        #expect(bad.failure?.kind == .missing && bad.bitmap != nil)
    }

    @Test func `a file that was changed is another picture`() throws {
        let assets = Assets()
        let picture = folder.picture("a", "#f00")
        func asset() -> Asset {
            assets.asset(of: PictureFile(path: picture.path), fit: .stretch, size: size)
        }
        // An SVG may show other files, which may have changed.
        #expect(asset() !== asset())
        let png = picture.path + ".png"
        func raster() -> Asset {
            assets.asset(of: PictureFile(path: png), fit: .stretch, size: size)
        }
        try picture.bitmap(PixelSize(width: 8, height: 8)).writePNG(to: png)
        let before = raster()
        #expect(raster() === before)
        try picture.bitmap(PixelSize(width: 9, height: 8)).writePNG(to: png)
        #expect(raster() !== before)
    }

    @Test(.timeLimit(.minutes(10)))
    func `nobody is woken after the end`() async throws {
        let wakes = Mutex(0)
        for round in 0..<10 {
            let isOpen = Mutex(true)
            let assets = Assets {
                #expect(isOpen.withLock { $0 })
                wakes.withLock { $0 += 1 }
            }
            assets.prepare((0..<8).map { asset("\($0)", in: assets) })
            if round % 2 == 0 { try await wait(for: assets) }
            assets.close()
            isOpen.withLock { $0 = false }
        }
        #expect(wakes.withLock { $0 } > 0)
    }
}
