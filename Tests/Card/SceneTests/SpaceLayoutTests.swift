import Animation
import Foundation
import Geometry
import Motion
import Scene
import Testing

/// Layers that are turned in space, against places that walk there step by step.
@Suite struct SpaceLayoutTests {
    /// A place in space: x right, y down, z away from the eye.
    private typealias Place = SIMD3<Double>

    private func turned(_ place: Place, _ axis: Int, degrees: Double) -> Place {
        // From one of the other two axes to the other.
        let (from, to) = [(2, 1), (0, 2), (0, 1)][axis]
        let (s, c) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
        var turned = place
        turned[from] = c * place[from] - s * place[to]
        turned[to] = s * place[from] + c * place[to]
        return turned
    }

    /// Where a place of a box is seen in its parent, step by step; nil if it is too near.
    private func seen(_ place: Point, _ values: [Property: Double], in parent: Size) -> Point? {
        let size = Size(
            width: parent.width * values[.width]!, height: parent.height * values[.height]!)
        var at = Place(
            (place.x - values[.anchorX]! * size.width) * values[.scaleX]!,
            (place.y - values[.anchorY]! * size.height) * values[.scaleY]!, -values[.anchorZ]!)
        at = turned(at, 0, degrees: values[.rotationX]!)
        at = turned(at, 1, degrees: values[.rotationY]!)
        at = turned(at, 2, degrees: values[.rotation]!)
        at += Place(
            values[.atX]! * parent.width + values[.offsetX]!,
            values[.atY]! * parent.height + values[.offsetY]!,
            values[.anchorZ]! - values[.offsetZ]!)
        let eye = Place(parent.width / 2, parent.height / 2, -values[.perspective]!)
        let depth = (at.z - eye.z) / values[.perspective]!
        guard depth > 0.05 else { return nil }
        return Point(x: eye.x + (at.x - eye.x) / depth, y: eye.y + (at.y - eye.y) / depth)
    }

    private func placing(_ random: inout RandomNumbers) -> [Property: Double] {
        var values: [Property: Double] = [:]
        for property in [
            Property.atX, .atY, .width, .height, .scaleX, .scaleY, .anchorX, .anchorY,
        ] {
            values[property] = 0.1 + random.uniform() * 1.5
        }
        for property in [Property.rotation, .rotationX, .rotationY] {
            values[property] = random.uniform() * 720 - 360
        }
        for property in [Property.offsetX, .offsetY, .offsetZ, .anchorZ] {
            values[property] = random.uniform() * 200 - 100
        }
        values[.perspective] = 100 + random.uniform() * 900
        return values
    }

    @Test func `layers in groups are seen where a walk through space puts them`() {
        var random = RandomNumbers(seed: 6)
        var (seen, cut) = (0, 0)
        for _ in 0..<1000 {
            let values = (0..<2).map { _ in placing(&random) }
            let card = Size(width: 400, height: 300)
            let scene = Scene(
                size: card,
                layers: [.group(of: 1, values: values[0]), .colour(in: 0, values: values[1])])
            let look = scene.snapshot().layers
            let place = Point(
                x: random.uniform() * look[1].size.width, y: random.uniform() * look[1].size.height)
            let wanted = self.seen(place, values[1], in: look[0].size).flatMap {
                self.seen($0, values[0], in: card)
            }
            #expect(look[1].inFront.contains(place) == (wanted != nil))
            guard let wanted else {
                cut += 1
                continue
            }
            seen += 1
            let found = look[1].toCard.apply(place)
            let allowed = 1e-6 * max(1, abs(wanted.x), abs(wanted.y))
            #expect(abs(found.x - wanted.x) < allowed && abs(found.y - wanted.y) < allowed)
            #expect(look[1].toCard.distance(of: place) > 0)
        }
        #expect(seen > 500 && cut > 20)
    }

    @Test func `the top edge goes away with rotation-x, and the right one with rotation-y`() {
        func look(_ values: [Property: Double]) -> Snapshot.Appearance {
            Scene.single([], values: values).snapshot().layers[0]
        }
        func depth(_ look: Snapshot.Appearance, _ x: Double, _ y: Double) -> Double {
            look.toCard.distance(of: Point(x: x, y: y))
        }
        #expect(depth(look([.rotationX: 30]), 200, 0) > 1.1)
        #expect(depth(look([.rotationX: 30]), 200, 300) < 0.9)
        #expect(depth(look([.rotationY: 30]), 400, 150) > 1.1)
        #expect(depth(look([.rotationY: 30]), 0, 150) < 0.9)
        #expect(depth(look([.offsetZ: 300]), 0, 0) == 0.5)
        #expect(look([.anchorZ: 300, .perspective: 90]).toCard == .identity)
    }

    @Test func `the eye stands one and a half times the longer side away, unless a card says more`()
    {
        let eye = Scene.single([], values: [.rotationY: 90]).snapshot().value(
            of: .perspective, layer: 0)
        #expect(eye == 600)
        let driver = (
            Property.perspective,
            Driver.Kind.follow(.time, Conversion(gain: 10, offset: -500), nil, .atOnce)
        )
        let driven = Scene.single([driver], values: [.perspective: 0]).snapshot()
        #expect(driven.value(of: .perspective, layer: 0) == 500)
    }

    /// A layer that a driver turns in four turned groups.
    private func inTurnedGroups(_ turn: Driver.Kind) -> Scene {
        let groups = (0..<4).map {
            Scene.Layer.group(of: 4 - $0, in: $0 > 0 ? $0 - 1 : nil, values: [.rotationY: 10])
        }
        return Scene(
            size: Size(width: 400, height: 300), layers: groups + [.colour(in: 3)],
            drivers: [Driver(layer: 4, .rotationY, turn)])
    }

    @Test func `a layer that is turned in four turned groups is not visible`() {
        let scene = inTurnedGroups(.steps(.tap, [10, 0], .immediate))
        #expect(scene.snapshot().layers.map(\.isVisible) == [true, true, true, true, false])
    }

    @Test func `a layer in four turned groups is awake until it is turned back`() throws {
        let scene = inTurnedGroups(try .follow(.time, over: 0...1, [10, 0]))
        let (turned, flat) = (scene.snapshot(at: 0.5), scene.snapshot(at: 1))
        #expect(!turned.layers[4].isVisible && turned.unchangedUntil == 0.5)
        #expect(flat.layers[4].isVisible && flat.unchangedUntil == .infinity)
    }

    @Test(arguments: [0.0, 60]) func `a blur has an end where the eye is in the anchor's plane`(
        turn: Double
    ) {
        let look = Scene.single(
            [], values: [.offsetZ: 600, .rotationY: turn, .blur: 5]
        ).snapshot()
        #expect(abs(look.layers[0].toCard.distance(of: Point(x: 200, y: 150))) < 1e-12)
        #expect(look.layers[0].blur < 1e10 && look.appearsEqual(to: look, scale: 1))
    }

    @Test func `a tap on a turned layer hits what is seen, and not what lies behind the eye`() {
        let values: [Property: Double] = [.rotationY: 80, .perspective: 100]
        let tapped = Driver.Kind.steps(.tapHere, [0.2, 0.9], .immediate)
        func opacity(_ place: Point) -> Double {
            let scene = Scene.single([(.opacity, tapped)], values: values)
            var state = SceneState(of: scene)
            state.advance(by: Input(.tap(place), at: 0.1), in: scene)
            return scene.evaluate(state, at: 1).layers[0].opacity
        }
        // The right half, 200 points deep, is seen within 35 / 3 points of the middle.
        #expect(opacity(Point(x: 205, y: 150)) == 0.9)
        #expect(opacity(Point(x: 240, y: 150)) == 0.2)
        #expect(opacity(Point(x: 120, y: 150)) == 0.9)
    }
}
