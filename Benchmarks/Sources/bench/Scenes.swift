import Assets
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
    let pictures = PictureFile.files(["back", "middle", "front"].map { "\(card)/\($0).svg" })
    var planner = FramePlanner(scene, pictures: pictures, assets: Assets())
    planner.resize(to: PixelSize(width: 64, height: 40))
    var (state, snapshot, layers) = (SceneState(of: scene), Snapshot(), 0)
    func draw(_ range: Range<Int>) {
        for index in range {
            let tilt = Double(index % 1200) / 10 - 60
            let (tilts, time) = (Tilts(tilt, about: .horizontal), Double(index) / 60)
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
