import Card
import Compositor
import Decoding
import Display
import Geometry
import Glibc
import Motion
import Plan
import Scene

/// Prints milliseconds of wall and of processor time a frame of a card in full screen that is tilted about
/// both axes without a rest, and tapped so many times at once twice a second, from the input to the window,
/// back to back.
func measureCard(
    _ folder: String, renderer: String, count: Int, size: PixelSize, taps: Int = 0
) throws {
    let card = try Card(folder: folder)
    let decoder = PictureDecoder(pictures: card.pictures.map(\.path), fonts: card.fontFiles)
    let files = PictureFile.pages(
        card.pictures.map { PictureFile.Page(path: $0.path) }, decoder: decoder)
    var sizes: [Int: Size] = [:]
    for index in card.measuredPictures { sizes[index] = try files[index].size() }
    let bare = card.scene(size: Size(size), pictureSizes: sizes, over: TiltStateSettings())
    let texts = try card.shownTexts(in: bare).mapValues { text in
        TextContent.LaidOut(text, try decoder.layout(of: text))
    }
    let scene = card.scene(
        size: Size(size), pictureSizes: sizes, texts: texts, over: TiltStateSettings())
    let screen = try WindowScreen(
        title: "bench", size: Size(size), fullscreen: true,
        renderer: RendererChoice(rawValue: renderer) ?? .auto)
    precondition(screen.size == size, "the window is \(screen.size)")
    var planner = FramePlanner(scene, files: files, decoder: decoder, assets: Assets())
    planner.resize(to: size)
    var (state, snapshot) = (SceneState(of: scene), Snapshot())
    func show(_ index: Int) throws {
        let (time, phase) = (Double(index) / 60, 2 * .pi * Double(index) / 240)
        let (x, y) = (20 * sin(phase), 12 * cos(phase))
        let tilts = Tilts(card: x, aboutVertical: x, aboutHorizontal: y)
        state.advance(by: Input(.tilts(tilts), at: time), in: scene)
        for tap in 0..<taps where index % 30 == 0 {
            let angle = 2 * .pi * (Double(tap) / Double(taps) + 0.1)
            let place = Point(
                x: scene.size.width * (0.5 + 0.3 * cos(angle)),
                y: scene.size.height * (0.5 + 0.3 * sin(angle)))
            state.advance(by: Input(.tap(place), at: time), in: scene)
        }
        scene.evaluate(state, at: time, expecting: tilts, into: &snapshot)
        try screen.present(planner.frame(of: snapshot), hud: [])
        _ = try screen.events(timeout: 0)
    }
    var index = 0
    while index < 60 || planner.isIncomplete {
        try show(index)
        planner.prepare()
        index += 1
    }
    let start = Moment()
    for frame in index..<index + count { try show(frame) }
    start.printPassed(per: count, unit: 1e-3)
    precondition(screen.renderer == renderer, "\(renderer) failed")
}
