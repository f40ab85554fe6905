internal import CLinux
import Glibc
internal import Platform

/// The screens of this machine, on which SDL draws without a desktop: KMS/DRM.
enum ConsoleScreens {
    /// Why none can be used, and what mends it; nil if there are none.
    static var obstacle: String? {
        let cards = ((try? names(inFolder: "/dev/dri")) ?? []).filter { $0.hasPrefix("card") }
        guard let first = cards.sorted().first.map({ "/dev/dri/\($0)" }) else { return nil }
        guard cards.allSatisfy({ access("/dev/dri/\($0)", R_OK | W_OK) != 0 }) else {
            return "none is connected, or another program draws on it"
        }
        return "no permission for \(first)\(advice(forFile: first))"
    }

    /// The command that adds the user to the group that may use a file; empty if no group may.
    private static func advice(forFile path: String) -> String {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IWGRP != 0, status.st_gid != 0,
            let group = getgrgid(status.st_gid)
        else { return "" }
        return ": \(joining(String(cString: group.pointee.gr_name)))"
    }

    /// The command by which a user joins a group.
    private static func joining(_ group: String) -> String {
        "sudo usermod -aG \(group) $USER, then log in again"
    }

    /// What the viewer has to know where SDL cannot read the keys.
    static var messageWithoutKeys: String {
        "only Ctrl-C works, because no keyboard in /dev/input can be read: "
            + joining("input")
    }
}

/// The keyboard of the console from which the program was started.
///
/// SDL turns it off where it reads the keys itself, and on again at the end; if a signal ends the
/// program before that, this does it.
struct ConsoleKeyboard: ~Copyable {
    private let cleaningUp: Ending.Registration
    private let console: OpenFile

    /// Nil if the program was not started from a virtual console.
    init?() {
        guard let console = try? OpenFile("/dev/tty", O_RDONLY) else { return nil }
        let descriptor = console.descriptor
        let mode = lenticule_keyboard_mode(descriptor)
        guard mode >= 0 else { return nil }
        cleaningUp = Ending.cleaningUp {
            _ = lenticule_set_keyboard_mode(descriptor, mode)
        }
        self.console = console
    }

    /// Leaves the keyboard on if SDL could not read its keys, so that Ctrl-C ends the program; SDL must not
    /// have started.
    static func setEnvironment() {
        if !InputDevice.canReadKeyboard { setenv("SDL_INPUT_LINUX_KEEP_KBD", "1", 0) }
    }
}
