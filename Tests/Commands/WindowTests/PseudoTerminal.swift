import Foundation

/// A terminal that a test plays: 40 columns and 12 rows.
final class PseudoTerminal {
    private let master: Int32
    /// Held open, so that the terminal lives on when the program leaves it.
    private let slave: Int32
    /// What a program opens as its terminal.
    let path: String
    /// All that was written to the terminal so far.
    private(set) var text = ""

    struct NoTerminal: Error {}

    init() throws {
        var (master, slave) = (Int32(-1), Int32(-1))
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&master, &slave, &name, nil, nil) == 0 else { throw NoTerminal() }
        for end in [master, slave] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        (self.master, self.slave) = (master, slave)
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        resize(columns: 40, rows: 12)
    }

    deinit {
        close(master)
        close(slave)
    }

    func resize(columns: UInt16, rows: UInt16) {
        var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    }

    /// Whether it shows what is typed and waits for whole lines, as shells leave it.
    var isInLineMode: Bool {
        var mode = termios()
        tcgetattr(master, &mode)
        return mode.c_lflag & tcflag_t(ECHO | ICANON) == tcflag_t(ECHO | ICANON)
    }

    /// All that stty(1) can set.
    var settings: [UInt32] {
        var mode = termios()
        tcgetattr(master, &mode)
        let characters = withUnsafeBytes(of: mode.c_cc) { $0.map { UInt32($0) } }
        return [mode.c_iflag, mode.c_oflag, mode.c_cflag, mode.c_lflag] + characters
    }

    func type(_ keys: String) { _ = write(master, keys, keys.utf8.count) }

    /// Takes what was written; gives all of it.
    @discardableResult
    func read() -> String {
        var bytes = [UInt8](repeating: 0, count: 65536)
        while case let count = Glibc.read(master, &bytes, bytes.count), count > 0 {
            text += String(decoding: bytes.prefix(count), as: UTF8.self)
        }
        return text
    }
}
