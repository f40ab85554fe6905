import Testing

@testable import Motion

/// Where up is on the screen, as a card is told.
@Suite struct UpDirectionTests {
    private func tilts(of attitude: Attitude, _ orientation: DisplayOrientation) throws -> Tilts {
        var follower = TiltFollower(TiltSettings(orientation: orientation), forCard: true)
        follower.update(with: attitude, .moving)
        return try #require(follower.tilts)
    }

    @Test(arguments: DisplayOrientation.allCases)
    func `it is that of the attitude, in the screen's frame`(
        orientation: DisplayOrientation
    ) throws {
        for (roll, pitch) in [(0.0, 0.0), (20, 35), (-40, 10), (130, -50), (5, 70)] {
            let attitude = attitude(roll: roll, pitch: pitch, yaw: 17)
            let (tilts, up) = (
                try tilts(of: attitude, orientation), orientation.screen(attitude.up)
            )
            #expect(isClose(tilts.upX, up.x, within: 1e-9))
            #expect(isClose(tilts.upY, up.y, within: 1e-9))
        }
    }

    @Test func `a device on its lower edge has up at the top, on its left edge at the right`()
        throws
    {
        let upright = try tilts(of: attitude(pitch: 80), .natural)
        #expect(upright.upY > 0.98 && abs(upright.upX) < 0.01)
        // Its left edge is low, so its right one is high.
        let onItsSide = try tilts(of: attitude(roll: -80), .natural)
        #expect(onItsSide.upX > 0.98 && abs(onItsSide.upY) < 0.01)
        let lying = try tilts(of: attitude(), .natural)
        #expect(abs(lying.upX) < 1e-9 && abs(lying.upY) < 1e-9)
    }

    @Test func `a follower of one axis and the pointer have it at the top`() {
        #expect(Tilts(5, about: .horizontal).upY == 1)
        var follower = TiltFollower(TiltSettings())
        follower.update(with: attitude(roll: 60, pitch: 10), .moving)
        #expect(follower.tilts?.upX == 0 && follower.tilts?.upY == 1)
    }
}
