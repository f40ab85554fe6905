import Foundation
import TestSupport
import Testing

/// What a desktop's settings change: those of GNOME, through the portal that all desktops have.
@Suite(.enabled(if: Desktop.isInstalled, "needs Xvfb, dbus-daemon and xdg-desktop-portal-gtk"))
struct DesktopSettingsTests {
    private static let loop = """
        format = 2
        size = [240, 180]
        [[layer]]
        colour = "#ff8000"
        size = [0.3, 0.4]
        scale = { on = "shown", phases = [1, 1.2], animation = { ease-in-out = 0.3 }, loop = true }
        """

    /// The loop in a window, with the frames that it has had.
    private struct Show {
        let window: CardWindow
        let trace: String

        init(on desktop: Desktop) throws {
            let card = TestCard.scene(DesktopSettingsTests.loop)
            trace = card.folder.file("trace").path
            window = try CardWindow(
                ["show", "--from", "pointer:", "--trace", trace], card: card,
                environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.address])
            _ = try window.place()
        }

        private func lastFrame() throws -> Double? { try SceneTrace(trace).frames.last?.time }

        /// Whether it goes on for six seconds: the hint over the picture has gone by then.
        func goesOn() throws -> Bool {
            let start = try lastFrame() ?? 0
            return try eventually { try lastFrame() ?? 0 > start + 6 }
        }

        func comesToRest() throws -> Bool {
            try eventually {
                guard let before = try lastFrame() else { return false }
                sleep(3)
                return try lastFrame() == before
            }
        }
    }

    @Test(arguments: [true, false])
    func `a loop stands still where the desktop reduces movement`(isAnimated: Bool) throws {
        let desktop = try Desktop(isAnimated: isAnimated)
        let show = try Show(on: desktop)
        #expect(
            isAnimated ? try show.goesOn() : try show.comesToRest(), "\(show.window.program.words)")
    }

    @Test func `a setting that changes is followed`() throws {
        let desktop = try Desktop(isAnimated: true)
        let show = try Show(on: desktop)
        #expect(try show.goesOn())
        desktop.set(isAnimated: false)
        #expect(try show.comesToRest())
        desktop.set(isAnimated: true)
        #expect(try show.goesOn(), "\(show.window.program.words)")
    }
}

/// The bus of a session, on which GNOME's settings are asked for with the portal.
private final class Desktop {
    var address: String { bus.address }
    private let server: Xvfb
    private let bus: SessionBus
    private let folder = TemporaryFolder()

    static let isInstalled =
        Xvfb.isInstalled && SessionBus.isInstalled
        && FileManager.default.isExecutableFile(atPath: "/usr/libexec/xdg-desktop-portal-gtk")

    init(isAnimated: Bool) throws {
        server = try Xvfb()
        bus = try SessionBus(
            in: folder,
            [
                "DISPLAY": server.display, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
                "XDG_RUNTIME_DIR": folder.path, "XDG_CURRENT_DESKTOP": "GNOME",
                "GSETTINGS_BACKEND": "keyfile", "NO_AT_BRIDGE": "1",
            ])
        set(isAnimated: isAnimated)
    }

    func set(isAnimated: Bool) {
        _ = folder.write(
            "glib-2.0/settings/keyfile",
            "[org/gnome/desktop/interface]\nenable-animations=\(isAnimated)\n")
    }
}
