import Animation
import CAllocations
import Decoding
import Geometry
import Motion
import Picture
import Plan
import Scene

/// Prints nanoseconds of processor time and allocations for each new frame of the classic card, from
/// an input to the frame's description, without its pixels.
func measureScene(of card: String, frames: Int) {
    let scene = Scene(
        size: Size(width: 64, height: 40),
        layers: (0..<3).map { Scene.Layer(.picture($0)) }, drivers: Scene.classicDrivers(3))
    measure(scene, of: card, frames: frames)
}

/// The same of a card of 50 layers with 200 driven properties.
func measureLargeScene(of card: String, frames: Int) throws {
    let layers = (0..<50).map { index in
        Scene.Layer(
            .picture(index % 3),
            values: [.width: 0.3, .height: 0.3, .depth: index % 2 == 0 ? 0.5 : 0])
    }
    let scene = Scene(
        size: Size(width: 480, height: 300), layers: layers,
        drivers: try layers.indices.flatMap(drivers))
    measure(scene, of: card, frames: frames)
}

private func measure(_ scene: Scene, of card: String, frames: Int) {
    let pictures = PictureFile.files(["back", "middle", "front"].map { "\(card)/\($0).svg" })
    var planner = FramePlanner(scene, files: pictures, assets: Assets())
    planner.resize(to: PixelSize(width: 64, height: 40))
    var (state, snapshot, layers) = (SceneState(of: scene), Snapshot(), 0)
    func draw(_ range: Range<Int>) {
        for index in range {
            let tilt = Double(index % 1200) / 10 - 60
            let tilts = Tilts(card: tilt, aboutVertical: tilt / 2, aboutHorizontal: -tilt / 3)
            let time = Double(index) / 60
            state.advance(by: Input(.tilts(tilts), at: time), in: scene)
            scene.evaluate(state, at: time, expecting: tilts, into: &snapshot)
            layers += planner.frame(of: snapshot).layers.count
        }
    }
    draw(0..<1200)
    let (start, before) = (Moment(), allocations())
    draw(1200..<1200 + frames)
    let allocated = allocations() - before
    start.printPassed(per: frames, unit: 1e-9)
    print(Double(allocated) / Double(frames))
    precondition(layers > frames)
}

/// Four drivers of a layer, of all kinds in turn; three in five layers only follow the tilt.
private func drivers(of layer: Int) throws -> [Driver] {
    let keys = try Keys([(-30, -10), (0, 0), (30, 20)], curves: [.easeInOut, .easeInOut])
    let turn = Driver.Kind.follow(.tiltX, Conversion(), keys, .spring(.smooth))
    let shown = Driver.Kind.follow(
        .front, Conversion(), try Keys(from: 0, to: 1, values: [1, 0.2]), .atOnce)
    switch layer % 5 {
    case 0:
        let phases = try Phases(
            [1, 1.06], animation: .curve(.easeInOut, duration: 1.2), loops: true)
        return [
            Driver(layer: layer, .opacity, shown), Driver(layer: layer, .rotation, turn),
            Driver(layer: layer, .offsetX, try sideways(.tiltX)),
            Driver(layer: layer, .scale, .phases(.shown, phases)),
        ]
    case 1:
        let track = try track()
        let smooth = Driver.Pace.smoothing(Smoothing(timeConstant: 0.2))
        return [
            Driver(layer: layer, .opacity, shown),
            Driver(
                layer: layer, .offsetX,
                .scrub(.tilt, Conversion(), -40...40, track, timelineDuration: track.duration)),
            Driver(layer: layer, .offsetY, try sideways(.tiltY, smooth)),
            Driver(
                layer: layer, .rotation,
                .run(.shown, track, timelineDuration: track.duration, repeats: true)),
        ]
    default:
        return [
            Driver(layer: layer, .opacity, shown), Driver(layer: layer, .rotation, turn),
            Driver(layer: layer, .offsetX, try sideways(.tiltX, .spring(.bouncy))),
            Driver(layer: layer, .offsetY, try sideways(.tiltY, .spring(.bouncy))),
        ]
    }
}

private func sideways(_ signal: Signal, _ pace: Driver.Pace = .atOnce) throws -> Driver.Kind {
    .follow(signal, Conversion(), try Keys(from: -60, to: 60, values: [-40, 0, 40]), pace)
}

private func track() throws -> Track {
    try Track([.cubic(to: 20, duration: 0.3), .spring(to: 0, spring: .bouncy)])
}
