import Foundation
import TestSupport
import Testing

/// A desktop that turns its display with the device is kept from that while a card is tilted.
@Suite(
    .enabled(
        if: Xvfb.isManagerInstalled && RotatingDesktop.isInstalled,
        "needs Xvfb, xdotool, openbox, gsettings and gnome-settings-daemon-common"))
struct RotationLockTests {
    @Test func `GNOME's rotation is locked while a window has the focus`() throws {
        let desktop = try RotatingDesktop()
        let window = try desktop.show()
        #expect(try desktop.becomes(locked: true), "\(window.words)")
        #expect(try desktop.record == "unset")
        // Another window has the focus as long as it is there.
        let other = try desktop.show(from: "pointer:")
        #expect(try desktop.becomes(locked: false), "\(window.words)")
        #expect(try desktop.record == nil && !desktop.hasOwnValue)
        other.send(SIGTERM)
        #expect(try desktop.becomes(locked: true), "\(window.words)")
        try desktop.minimise(window)
        #expect(try desktop.becomes(locked: false), "\(window.words)")
        #expect(window.isRunning)
    }

    @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
    func `the own value comes back at the end`(signal: Int32) throws {
        let desktop = try RotatingDesktop()
        try desktop.set(locked: false)
        let window = try desktop.show()
        #expect(try desktop.becomes(locked: true), "\(window.words)")
        #expect(try desktop.record == "unlocked")
        window.send(signal)
        let result = try #require(try window.result(within: 10))
        #expect(result.status == 0 && result.errors == "")
        #expect(try !desktop.isLocked && desktop.hasOwnValue && desktop.record == nil)
    }

    @Test(arguments: [["--from", "pointer:"], ["--config", "unlocked.toml"]])
    func `after a crash the next window gives the own value back`(options: [String]) throws {
        let desktop = try RotatingDesktop()
        let window = try desktop.show()
        #expect(try desktop.becomes(locked: true), "\(window.words)")
        window.send(SIGKILL)
        _ = try window.result()
        #expect(try desktop.isLocked && desktop.record == "unset")
        let next = try desktop.show(options: options)
        #expect(try desktop.becomes(locked: false), "\(next.words)")
        #expect(try eventually { try desktop.record == nil } && !desktop.hasOwnValue)
    }

    @Test func `what the person changes meanwhile stays`() throws {
        let desktop = try RotatingDesktop()
        let window = try desktop.show()
        #expect(try desktop.becomes(locked: true), "\(window.words)")
        try desktop.set(locked: false)
        sleep(3)  // GLib tells of a changed file late, in which these settings are.
        window.send(SIGTERM)
        _ = try window.result(within: 10)
        #expect(try !desktop.isLocked && desktop.hasOwnValue && desktop.record == nil)
    }

    @Test func `a rotation that the person has locked stays so`() throws {
        let desktop = try RotatingDesktop()
        try desktop.set(locked: true)
        let window = try desktop.show()
        try desktop.awaitFocus(of: window)
        #expect(try desktop.isLocked && desktop.record == nil)
        window.send(SIGTERM)
        _ = try window.result(within: 10)
        #expect(try desktop.isLocked)
    }

    @Test(arguments: [
        ["--config", "unlocked.toml"], ["--from", "pointer:"], ["--from", "simulated:still"],
    ])
    func `rotation is left alone where nobody wants that, or the device does not move`(
        options: [String]
    ) throws {
        let desktop = try RotatingDesktop()
        let window = try desktop.show(options: options)
        try desktop.awaitFocus(of: window)
        #expect(try !desktop.isLocked && desktop.record == nil && !desktop.hasOwnValue)
        #expect(window.words.split(separator: "\n").allSatisfy { !$0.contains("rotation") })
    }

    @Test func `of two windows the one with the focus has locked it, also after a crash`() throws {
        let desktop = try RotatingDesktop()
        let first = try desktop.show()
        #expect(try desktop.becomes(locked: true), "\(first.words)")
        let second = try desktop.show()
        // The record is anew: the first window has given the value back.
        #expect(try eventually { try desktop.owner == second.process }, "\(second.words)")
        #expect(try desktop.becomes(locked: true) && desktop.record == "unset")
        second.send(SIGKILL)
        _ = try second.result()
        #expect(try eventually { try desktop.owner == first.process }, "\(first.words)")
        #expect(try desktop.becomes(locked: true) && desktop.record == "unset")
        first.send(SIGTERM)
        _ = try first.result(within: 10)
        #expect(try !desktop.isLocked)
        #expect(try desktop.record == nil)
        #expect(!desktop.hasOwnValue)
    }

    @Test func `without a record nothing is locked, and a line says so`() throws {
        let desktop = try RotatingDesktop()
        let window = try desktop.show(state: "/proc/lenticule")
        #expect(eventually { window.words.contains("rotation is not locked") })
        #expect(window.words.contains("cannot make the folder /proc/lenticule"))
        #expect(window.words.split(separator: "\n").count == 1)
        #expect(try !desktop.isLocked)
    }

    @Test(.enabled(if: Stand.isInstalled, "needs python3-dbus and python3-gi"))
    func `a desktop that cannot be told is named only where something turns it`() throws {
        let desktop = try RotatingDesktop()
        let window = try desktop.show(environment: ["XDG_CURRENT_DESKTOP": "sway"])
        try desktop.awaitFocus(of: window)
        window.send(SIGTERM)
        #expect(try window.result(within: 10)?.errors == "")
        let folder = TemporaryFolder()
        let bus = try SessionBus(in: folder)
        let script = """
            import dbus.service, dbus.mainloop.glib, time
            bus = dbus.SessionBus()
            name = dbus.service.BusName("net.hadess.SensorProxy", bus)
            print("ready", flush=True)
            time.sleep(600)
            """
        let proxy = try Stand(in: folder, ["-c", script], on: bus)
        let told = try desktop.show(environment: [
            "XDG_CURRENT_DESKTOP": "sway", "DBUS_SYSTEM_BUS_ADDRESS": bus.address,
        ])
        #expect(
            eventually { told.words.contains("sudo systemctl stop iio-sensor-proxy") },
            "\(told.words)")
        #expect(told.words.split(separator: "\n").count == 1)
        withExtendedLifetime(proxy) {}
    }

    @Test(
        .enabled(if: Stand.isInstalled, "needs python3-dbus and python3-gi"),
        arguments: ["rotates", "locked"])
    func `KDE's rotation is locked by its daemon`(before: String) throws {
        let (desktop, folder) = (try RotatingDesktop(), TemporaryFolder())
        let bus = try SessionBus(in: folder)
        let state = folder.write("state", "\(before)\n")
        let stand = try Stand(
            in: folder, [Repository.path("Tests/Judges/kscreen.py"), state], on: bus)
        func has(_ word: String) -> Bool {
            (try? String(contentsOfFile: state, encoding: .utf8)) == "\(word)\n"
        }
        let window = try desktop.show(environment: [
            "XDG_CURRENT_DESKTOP": "KDE", "DBUS_SESSION_BUS_ADDRESS": bus.address,
        ])
        try desktop.awaitFocus(of: window)
        #expect(eventually { has("locked") }, "\(window.words)")
        let other = try desktop.show(from: "pointer:")
        #expect(eventually { has(before) }, "\(window.words)")
        other.send(SIGTERM)
        #expect(eventually { has("locked") }, "\(window.words)")
        window.send(SIGTERM)
        #expect(try window.result(within: 10)?.status == 0)
        #expect(has(before))
        withExtendedLifetime(stand) {}
    }
}

/// A stranger's program on a bus, in Debian's Python.
private final class Stand {
    private let child: Child

    struct NotReady: Error {
        let words: String
    }

    static let isInstalled =
        SessionBus.isInstalled
        && (try? Program.run(script: "/usr/bin/python3 -c 'import dbus, gi'").status) == 0

    init(in folder: TemporaryFolder, _ arguments: [String], on bus: SessionBus) throws {
        let (output, errors) = (folder.file("stand").path, folder.file("complaints").path)
        child = try Child(
            "/usr/bin/python3", arguments,
            streams: Child.Streams(output: output, errors: errors),
            environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        guard eventually({ (try? String(contentsOfFile: output, encoding: .utf8)) == "ready\n" })
        else {
            throw NotReady(
                words: (try? String(contentsOfFile: errors, encoding: .utf8)) ?? "")
        }
    }
}

/// A desktop with GNOME's settings, and a service that a device tilts.
private final class RotatingDesktop {
    private static let schema = "org.gnome.settings-daemon.peripherals.touchscreen"
    private let server: Xvfb
    private let folder = TemporaryFolder()
    private let service: RunningProgram

    /// Whether the programs are here, and the schema.
    static let isInstalled =
        (try? Program.run(script: "gsettings get \(schema) orientation-lock").status) == 0

    init() throws {
        server = try Xvfb()
        try server.manageWindows()
        let log = folder.write("log.csv", TestCard.log(tilt: 0))
        folder.write("unlocked.toml", "show.lock_rotation = false\n")
        service = try RunningProgram(
            ["serve", "--from", "file:\(log)", "--loop", "--socket", folder.file("socket").path])
        _ = try ServiceListener(folder.file("socket").path)
    }

    private func environment(_ changes: [String: String]) -> [String: String?] {
        let own: [String: String?] = [
            "DISPLAY": server.display, "HOME": folder.path, "XDG_CONFIG_HOME": folder.path,
            "XDG_STATE_HOME": folder.file("state").path, "GSETTINGS_BACKEND": "keyfile",
            "XDG_CURRENT_DESKTOP": "ubuntu:GNOME", "WAYLAND_DISPLAY": nil, "SDL_VIDEODRIVER": nil,
            "SSH_CONNECTION": nil, "SSH_TTY": nil,
            // No bus of this machine is told anything.
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent",
            "DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nonexistent",
        ]
        return own.merging(changes.mapValues { $0 }) { $1 }
    }

    /// A window that the service tilts, if `options` name no other source.
    func show(
        from source: String? = nil, options: [String] = [], state: String? = nil,
        environment changes: [String: String] = [:]
    ) throws -> RunningProgram {
        var changes = changes
        if let state { changes["XDG_STATE_HOME"] = state }
        let options = options.map { $0.hasSuffix(".toml") ? folder.file($0).path : $0 }
        let source = source ?? "socket:\(folder.file("socket").path)"
        let window = try RunningProgram(
            ["show", "--renderer", "cpu"]
                + (options.contains("--from") ? [] : ["--from", source]) + options,
            environment: environment(changes))
        try awaitFocus(of: window)
        return window
    }

    /// Waits until the window has the focus.
    func awaitFocus(of window: RunningProgram) throws {
        try #require(
            try eventually {
                try server.xdotool("getwindowfocus", "getwindowpid") == "\(window.process)\n"
            }, "no focus: \(window.words)")
    }

    func minimise(_ window: RunningProgram) throws {
        try server.xdotool("getactivewindow", "windowminimize")
    }

    private func gsettings(_ words: String) throws -> String {
        let own = environment([:]).compactMap { name, value in value.map { "\(name)='\($0)'" } }
        return try Stranger.run("\(own.joined(separator: " ")) gsettings \(words)")
    }

    var isLocked: Bool {
        get throws { try gsettings("get \(Self.schema) orientation-lock") == "true\n" }
    }

    func set(locked: Bool) throws {
        _ = try gsettings("set \(Self.schema) orientation-lock \(locked)")
    }

    func becomes(locked: Bool) throws -> Bool { try eventually { try isLocked == locked } }

    /// Whether a value is set, and the desktop's default does not count.
    var hasOwnValue: Bool {
        let file = folder.file("glib-2.0/settings/keyfile")
        return (try? String(contentsOf: file, encoding: .utf8).contains("orientation-lock="))
            ?? false
    }

    private var recordPath: String { folder.file("state/lenticule/gnome.rotation").path }

    /// What a window has written down; nil if there is no file.
    var record: String? { get throws { try? String(contentsOfFile: recordPath, encoding: .utf8) } }

    /// The process that has locked the record, as the kernel lists it.
    var owner: pid_t? {
        get throws {
            var status = stat()
            guard stat(recordPath, &status) == 0, status.st_size > 0 else { return nil }
            let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
            let line = locks.split(separator: "\n").first { $0.contains(":\(status.st_ino) ") }
            let words = line?.split(separator: " ") ?? []
            return words.count > 4 && words[1] == "FLOCK" ? pid_t(words[4]) : nil
        }
    }
}
