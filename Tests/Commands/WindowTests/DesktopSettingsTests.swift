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

    @Test(arguments: [true, false])
    func `a loop stands still where the desktop reduces movement`(isAnimated: Bool) throws {
        let desktop = try Desktop(isAnimated: isAnimated)
        let card = TestCard.scene(Self.loop)
        let trace = card.folder.file("trace").path
        let window = try CardWindow(
            ["show", "--from", "pointer:", "--trace", trace], card: card,
            environment: ["DBUS_SESSION_BUS_ADDRESS": desktop.address])
        _ = try window.place()
        func lastFrame() throws -> Double? { try SceneTrace(trace).frames.last?.time }
        let isAsChosen =
            isAnimated
            // The hint over the picture has gone by then.
            ? try eventually { try lastFrame() ?? 0 > 6 }
            : try eventually {
                guard let before = try lastFrame() else { return false }
                sleep(3)
                return try lastFrame() == before
            }
        #expect(isAsChosen, "\(window.program.words)")
    }
}

/// The bus of a session, on which GNOME's settings are asked for with the portal.
private final class Desktop {
    let address: String
    private let server: Xvfb
    private let bus: Child
    private let folder = TemporaryFolder()

    static let isInstalled =
        Xvfb.isInstalled
        && ["/usr/bin/dbus-daemon", "/usr/libexec/xdg-desktop-portal-gtk"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: $0)
        }

    struct NoBus: Error {}
    struct NoPortal: Error {}

    init(isAnimated: Bool) throws {
        server = try Xvfb()
        _ = folder.write(
            "glib-2.0/settings/keyfile",
            "[org/gnome/desktop/interface]\nenable-animations=\(isAnimated)\n")
        let name = folder.file("address")
        let own = [
            "DISPLAY": server.display, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
            "XDG_RUNTIME_DIR": folder.path, "XDG_CURRENT_DESKTOP": "GNOME",
            "GSETTINGS_BACKEND": "keyfile", "NO_AT_BRIDGE": "1",
        ]
        bus = try Child(
            "dbus-daemon", ["--session", "--nofork", "--nopidfile", "--print-address"],
            streams: Child.Streams(output: name.path),
            environment: ProcessInfo.processInfo.environment.merging(own) { $1 })
        var text = ""
        let isReady = eventually {
            text = (try? String(contentsOf: name, encoding: .utf8)) ?? ""
            return text.hasSuffix("\n")
        }
        guard isReady else { throw NoBus() }
        address = String(text.dropLast())
        try startPortal()
    }

    /// Starts the portal, as a desktop does when its person logs in, and waits until it answers.
    private func startPortal() throws {
        let answer = try Child(
            "dbus-send",
            [
                "--bus=\(address)", "--print-reply", "--dest=org.freedesktop.portal.Desktop",
                "/org/freedesktop/portal/desktop", "org.freedesktop.portal.Settings.Read",
                "string:org.gnome.desktop.interface", "string:enable-animations",
            ]
        ).wait()
        guard answer == 0 else { throw NoPortal() }
    }

    deinit {
        bus.send(SIGTERM)
        bus.wait()
    }
}
