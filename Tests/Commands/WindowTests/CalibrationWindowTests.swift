import Foundation
import Geometry
import Motion
import Paint
import Picture
import TestSupport
import Testing

@testable import lenticule

/// `calibrate --window`: the poses as drawings.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct CalibrationWindowTests {
    private let folder = TemporaryFolder()
    /// That of the top edge and of the rest that is over.
    private let light = Colour(255, 210, 138)

    private func start(_ poses: PosePath, on server: Xvfb) throws -> RunningProgram {
        let log = folder.write("poses.csv", poses.log())
        let config = folder.write("config.toml", "show.renderer = \"cpu\"")
        return try RunningProgram(
            ["calibrate", "--window", "--dry-run", "--from", "file:\(log)", "--config", config],
            environment: [
                "DISPLAY": server.display, "HOME": "/nonexistent", "XDG_CONFIG_HOME": nil,
                "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil, "SSH_CONNECTION": nil,
                "SSH_TTY": nil,
            ])
    }

    /// Whether much of the screen has the light's colour: the whole of the table's edge.
    private func isLit(_ server: Xvfb) throws -> Bool {
        let screen = try server.screenshot()
        let rows = (0..<screen.height).map { y in
            (0..<screen.width).filter { difference(screen[$0, y], light) < 30 }.count
        }
        // 560 of the drawing's 800 pixels, and the window takes three quarters of the screen.
        return (rows.max() ?? 0) > screen.width * 45 / 100
    }

    private func end(_ program: RunningProgram, _ server: Xvfb) throws -> Program.Result {
        #expect(try eventually { try isLit(server) || !program.isRunning }, "\(program.words)")
        try #require(program.isRunning, "\(program.words)")
        try server.xdotool("key", "q")
        return try #require(try program.result(within: 20))
    }

    @Test func `the window stays with the result until it is closed`() throws {
        let server = try Xvfb(width: 800, height: 600)
        let result = try end(start(PosePath(), on: server), server)
        #expect(result.status == 0)
        #expect(result.output.contains("mount_matrix = \"1, 0, 0; 0, 1, 0; 0, 0, 1\""))
    }

    @Test func `what went wrong is told in the window, too`() throws {
        let server = try Xvfb(width: 800, height: 600)
        let result = try end(start(PosePath([PosePath.few[0]]), on: server), server)
        #expect(result.status == 65)
        #expect(result.errors.contains("ends before the device rests in the pose \"top edge up\""))
    }

    @Test func `each pose and each twelfth of a rest has a drawing of its own`() throws {
        let drawings = CalibrationPose.allCases.flatMap { pose in
            (0...12).map { PoseDrawing(pose: pose, share: Double($0) / 12) }
        }
        let bitmaps = try drawings.map { try $0.bitmap(PixelSize(width: 400, height: 250)) }
        #expect(Set(bitmaps.map { Array($0.pixels) }).count == 6 * 13)
        for (drawing, bitmap) in zip(drawings, bitmaps) {
            // In the middle the table's edge is lit but at the very start of a rest.
            let isLit = difference(Colour(bitmap[200, 165]), light) < 30
            #expect(isLit == (drawing.share > 0))
        }
    }
}
