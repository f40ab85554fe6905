import Animation
import Geometry
import Motion
import Paint
import Scene
import Testing

@testable import Playback

/// Films of cards that sway.
@Suite struct SwayTests {
    @Test func `a sway lasts one round, or until all that repeats has done so`() {
        #expect(SwayLength(periods: []).seconds == 4)
        #expect(SwayLength(periods: [2]).seconds == 4)
        #expect(SwayLength(periods: [7]).seconds == 7)
        #expect(SwayLength(periods: [7]).rounds == 2)
        #expect(SwayLength(periods: [2, 3]).seconds == 6)
        #expect(SwayLength(periods: [2, 3]).isSeamless)
        #expect(SwayLength(periods: [11, 13]).seconds == 4)
        #expect(!SwayLength(periods: [11, 13]).isSeamless)
        #expect(SwayLength(periods: [2, 3], seconds: 12).isSeamless)
        #expect(!SwayLength(periods: [2, 3], seconds: 8).isSeamless)
        #expect(SwayLength(periods: [], seconds: 10).rounds == 3)
    }

    @Test(arguments: [TiltPath.Figure.orbit(degrees: 20), .swing(degrees: 20), .sweep(-60...30)])
    func `a path is closed, and says how fast it turns`(figure: TiltPath.Figure) {
        let path = TiltPath(figure, axis: .horizontal, period: 3)
        for time in stride(from: 0.0, to: 3, by: 0.1) {
            let (now, later) = (path.tilts(at: time), path.tilts(at: time + 3))
            #expect(abs(now.card - later.card) < 1e-9)
            #expect(abs(now.aboutVertical - later.aboutVertical) < 1e-9)
            let next = path.tilts(at: time + 1e-6)
            let (x, y) = (
                next.aboutVertical - now.aboutVertical, next.aboutHorizontal - now.aboutHorizontal
            )
            #expect(abs((x * x + y * y).squareRoot() / 1e-6 - now.turnRate) < 0.01)
        }
    }

    @Test func `the orbit is the one of the documents`() {
        let path = TiltPath(.orbit(degrees: 20), axis: .horizontal)
        let tilts = path.tilts(at: 0.5)
        #expect(abs(tilts.aboutVertical - 20 * 0.5.squareRoot()) < 1e-12)
        #expect(abs(tilts.aboutHorizontal - 10) < 1e-12 && tilts.card == tilts.aboutHorizontal)
    }

    @Test func `a spring is where it is after any number of rounds`() throws {
        let spring = Spring(duration: 0.8, bounce: 0.4)
        let layer = Scene.Layer(Colour(red: 1, green: 0, blue: 0))
        let driver = Driver(
            layer: 0, .offsetX, .follow(.tiltX, Conversion(), nil, .spring(spring)))
        let scene = Scene(size: Size(width: 8, height: 8), layers: [layer], drivers: [driver])
        let path = TiltPath(.orbit(degrees: 20), axis: .horizontal)
        var moments = PathMoments(of: scene, along: path, length: 4)
        func place(_ seconds: Double) throws -> Point {
            let found = moments.moment(at: seconds)
            let moment = try #require(found)
            return scene.evaluate(moment).layers[0].toCard.apply(Point(x: 0, y: 0))
        }
        let places = try stride(from: 0.0, through: 4, by: 0.5).map(place)
        #expect(abs(places[0].x - places[8].x) < 0.01)
        #expect(abs(places[1].x - places[5].x) > 1)
    }
}
