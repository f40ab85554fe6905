import Foundation
import TestSupport
import Testing

/// A display that the desktop has turned: the axes of the tilt turn with it.
///
/// The device's left edge is raised by 60 degrees. That is a tilt about the card's horizontal axis only
/// where the left or the right edge of the panel is the picture's top.
struct DisplayTurnTests {
    private static let (front, middle, back) = (
        Colour(0, 0, 255), Colour(0, 255, 0), Colour(255, 0, 0)
    )
    private let folder = TemporaryFolder()
    private let card = TestCard.plain()
    private var socket: String { folder.file("socket").path }

    /// A service on a device whose left edge is raised.
    private func serve() throws -> RunningProgram {
        let acceleration = "\(-9.81 * sin(.pi / 3)),0,\(9.81 * cos(.pi / 3))"
        let rows = (0..<100).map { "\($0 * 10_000_000),\(acceleration),0,0,0\n" }
        let log = folder.write(
            "log.csv",
            "timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z\n" + rows.joined())
        let service = try RunningProgram(
            ["serve", "--from", "file:\(log)", "--loop", "--socket", socket])
        _ = try ServiceListener(socket)
        return service
    }

    private func show(
        in environment: [String: String?], from source: String? = nil, _ options: [String] = []
    ) throws -> RunningProgram {
        try RunningProgram(
            [
                "show", "--renderer", "cpu", "--card", card.folder.path, "--neutral", "gravity",
                "--from", source ?? "socket:\(socket)",
            ] + options, environment: environment)
    }

    @Test(.enabled(if: Xephyr.isInstalled, "needs Xvfb, xdotool, Xephyr and xrandr"))
    func `on X11 the axes turn with the display at once`() throws {
        let (server, service) = (try Xephyr(), try serve())
        let window = try show(in: server.environment)
        #expect(try server.becomes(Self.middle), "\(window.words)")
        for (rotation, colour) in [
            ("left", Self.front), ("right", Self.back), ("inverted", Self.middle),
            ("left", Self.front), ("normal", Self.middle),
        ] {
            try server.turn(rotation)
            #expect(try server.becomes(colour), "\(rotation): \(window.words)")
        }
        withExtendedLifetime(service) {}
    }

    @Test(
        .enabled(if: Xephyr.isInstalled, "needs Xvfb, xdotool, Xephyr and xrandr"),
        arguments: [
            ([], front), (["--orientation", "auto"], front),
            (["--orientation", "natural"], middle), (["--orientation", "landscape-right"], back),
        ])
    func `a window that opens on a turned display has its axes, or those that were asked for`(
        options: [String], colour: Colour
    ) throws {
        let (server, service) = (try Xephyr(), try serve())
        try server.turn("left")
        let window = try show(in: server.environment, options)
        // The card is green before the first attitude, and blue or red from then on.
        #expect(try server.becomes(colour), "\(window.words)")
        sleep(1)
        #expect(try server.becomes(colour), "\(window.words)")
        withExtendedLifetime(service) {}
    }

    @Test(.enabled(if: Xephyr.isInstalled, "needs Xvfb, xdotool, Xephyr and xrandr"))
    func `a log is not turned`() throws {
        let server = try Xephyr()
        try server.turn("left")
        let log = folder.write("up.csv", TestCard.log(tilt: 60))
        let window = try show(in: server.environment, from: "file:\(log)", ["--loop"])
        #expect(try server.becomes(Self.front), "\(window.words)")
    }

    @Test(
        .enabled(if: Weston.isInstalled, "needs Xvfb, xdotool and weston"),
        arguments: [
            ("normal", middle), ("rotate-90", front), ("rotate-180", middle), ("rotate-270", back),
        ])
    func `on Wayland the axes are those of the turned output`(
        transform: String, colour: Colour
    ) throws {
        let (weston, service) = (try Weston(scale: 1, transform: transform), try serve())
        let window = try show(in: weston.environment, ["--fullscreen"])
        let isShown = try eventually {
            let screen = try weston.screenshot()
            // The middle of the output, which has the place (0, 0).
            return difference(screen[150, 150], colour) <= 1
        }
        #expect(isShown && window.isRunning, "\(window.words)")
        withExtendedLifetime(service) {}
    }

    @Test(.enabled(if: Sway.isInstalled, "needs sway, grim and setpriv"))
    func `on Wayland the axes turn with the output at once`() throws {
        let (sway, service) = (try Sway(), try serve())
        let window = try show(in: sway.environment)
        #expect(try sway.becomes(Self.middle), "\(window.words)")
        // As sway counts, clockwise. Upside down is what SDL does not tell.
        for (degrees, colour) in [
            (270, Self.front), (90, Self.back), (180, Self.middle), (270, Self.front),
            (0, Self.middle),
        ] {
            try sway.turn(degrees)
            #expect(try sway.becomes(colour), "\(degrees): \(window.words)")
        }
        withExtendedLifetime(service) {}
    }
}

/// An X server in a window of another one, which can turn its display; both end with this object.
private final class Xephyr {
    private static let side = 400
    private let host: Xvfb
    private let child: Child
    private let display: String
    private let folder = TemporaryFolder()

    static let isInstalled =
        Xvfb.isInstalled && Stranger.isHere("Xephyr") && Stranger.isHere("xrandr")

    init() throws {
        host = try Xvfb(width: Self.side, height: Self.side)
        let name = folder.file("display")
        child = try Child(
            "Xephyr",
            [
                "-displayfd", "1", "-screen", "\(Self.side)x\(Self.side)", "-nolisten", "tcp",
                "-noreset",
            ], streams: Child.Streams(output: name.path),
            environment: ProcessInfo.processInfo.environment.merging(["DISPLAY": host.display]) {
                $1
            })
        var number = ""
        let isReady = eventually {
            number = (try? String(contentsOf: name, encoding: .utf8)) ?? ""
            return number.hasSuffix("\n")
        }
        guard isReady else { throw Xvfb.NoServer() }
        display = ":\(number.dropLast())"
    }

    deinit {
        child.send(SIGTERM)
        child.wait()
    }

    /// For a program that is to be shown on it.
    var environment: [String: String?] {
        [
            "DISPLAY": display, "HOME": "/nonexistent", "XDG_CONFIG_HOME": nil,
            "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil, "SSH_CONNECTION": nil, "SSH_TTY": nil,
            "XDG_CURRENT_DESKTOP": nil,
        ]
    }

    /// Turns the display, as xrandr calls it: with "left", the picture's top is at the panel's left edge.
    func turn(_ rotation: String) throws {
        // It complains that this server has no gamma.
        let result = try Program.run(script: "DISPLAY=\(display) xrandr -o \(rotation)")
        try #require(result.status == 0, "\(result.errors)")
    }

    /// Whether the middle of the panel gets this colour.
    func becomes(_ colour: Colour) throws -> Bool {
        try eventually {
            try difference(host.screenshot()[Self.side / 2, Self.side / 2], colour) <= 1
        }
    }
}

/// A Wayland desktop without a screen, which can turn its output; it ends with this object.
private final class Sway {
    private let child: Child
    private let folder = TemporaryFolder()
    private let socket: String

    static let isInstalled = ["sway", "swaymsg", "grim", "setpriv"].allSatisfy(Stranger.isHere)

    struct NoDesktop: Error {
        let words: String
    }

    init() throws {
        let settings = folder.write("config", "output HEADLESS-1 mode 640x480\n")
        let errors = folder.file("errors")
        chmod(folder.path, 0o700)
        // Root may not run it.
        let isRoot = geteuid() == 0
        if isRoot {
            chown(folder.path, 65534, 65534)
            chmod(settings, 0o644)
            try Data().write(to: errors)
        }
        let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        let words = (isRoot ? user : []) + ["sway", "--config", settings]
        var environment = ProcessInfo.processInfo.environment
        environment["DISPLAY"] = nil
        environment["WAYLAND_DISPLAY"] = nil
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["HOME"] = folder.path
        environment["WLR_BACKENDS"] = "headless"
        environment["WLR_RENDERER"] = "pixman"
        environment["WLR_LIBINPUT_NO_DEVICES"] = "1"
        child = try Child(
            words[0], Array(words.dropFirst()), streams: Child.Streams(errors: errors.path),
            environment: environment)
        var names: [String] = []
        let path = folder.path
        let isReady = try eventually {
            names = try FileManager.default.contentsOfDirectory(atPath: path)
            return names.contains { $0.hasPrefix("sway-ipc") } && names.contains("wayland-1")
        }
        socket = names.first { $0.hasPrefix("sway-ipc") } ?? ""
        guard isReady else {
            throw NoDesktop(words: (try? String(contentsOf: errors, encoding: .utf8)) ?? "")
        }
    }

    deinit {
        child.send(SIGTERM)
        child.wait()
    }

    /// For a program that is to be shown on it.
    var environment: [String: String?] {
        [
            "XDG_RUNTIME_DIR": folder.path, "WAYLAND_DISPLAY": "wayland-1", "DISPLAY": nil,
            "HOME": "/nonexistent", "XDG_CONFIG_HOME": nil, "SDL_VIDEODRIVER": nil,
            "SSH_CONNECTION": nil, "SSH_TTY": nil, "XDG_CURRENT_DESKTOP": nil,
        ]
    }

    /// Turns the output so many degrees clockwise.
    func turn(_ degrees: Int) throws {
        try Stranger.run(
            "SWAYSOCK='\(folder.file(socket).path)' swaymsg output HEADLESS-1 transform \(degrees)")
    }

    /// Whether the middle of the output gets this colour.
    func becomes(_ colour: Colour) throws -> Bool {
        let picture = folder.file("middle.png").path
        return try eventually {
            try Stranger.run(
                "XDG_RUNTIME_DIR='\(folder.path)' WAYLAND_DISPLAY=wayland-1 grim -g '240,240 1x1'"
                    + " '\(picture)'")
            let pixel = try Stranger.pixels(picture).map(Double.init)
            return difference(Colour(pixel[0], pixel[1], pixel[2]), colour) <= 1
        }
    }
}
