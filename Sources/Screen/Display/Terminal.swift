internal import CLinux
internal import CTerminal
import Glibc
internal import Platform
internal import SystemPackage

/// This program's terminal; until deinit in raw mode, on the alternate screen.
struct Terminal: ~Copyable {
    struct WaitResult {
        /// Typed bytes; may be empty.
        var bytes: [UInt8] = []
        var isGone = false
        /// The screen has to be drawn completely.
        var needsRepaint = false
    }

    private let files: TerminalFiles
    private let cleaningUp: Ending.Registration

    init() throws(DisplayError) {
        let files = try TerminalFiles.opened()
        let cleaningUp = Ending.cleaningUp { terminal_restore() }
        let (input, output) = (files.input.descriptor, files.output.descriptor)
        guard terminal_take(input, output, files.wake.descriptor) == 0 else {
            throw DisplayError(description: "cannot use the terminal: \(Errno.last)")
        }
        self.files = files
        self.cleaningUp = cleaningUp
    }

    deinit { terminal_give_back() }

    /// Whether there is a terminal for output and keys.
    static var isThere: Bool { isatty(STDOUT_FILENO) == 1 && hasKeys }

    /// Whether there is a terminal for keys; output may go elsewhere.
    static var hasKeys: Bool { (try? TerminalFiles.openInput().descriptor) != nil }

    /// The columns and rows that are used: more than any terminal has on a screen of 8K. A terminal
    /// may tell 65535, which a picture would need 34 GB for.
    private static let limit = (columns: 2048, rows: 1024)

    /// Columns and rows of characters; 80 and 24 if the terminal does not tell.
    static var size: (columns: Int, rows: Int) {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
            return (80, 24)
        }
        return (
            min(Int(window.ws_col), limit.columns), min(max(1, Int(window.ws_row)), limit.rows)
        )
    }

    /// Ends a wait in `wait`, from any thread.
    var wake: @Sendable () -> Void { files.wake.send }

    func write(_ text: String) throws(DisplayError) {
        do {
            try files.output.write(Array(text.utf8))
        } catch {
            throw DisplayError(description: "cannot write to the terminal: \(error)")
        }
    }

    /// Waits at most this many seconds for bytes or a wake; nil without limit.
    func wait(seconds: Double?) -> WaitResult {
        var polled = [files.input.descriptor, files.wake.descriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let milliseconds = seconds.map { CInt(saturating: (max(0, $0) * 1000).rounded(.up)) }
        let count = poll(&polled, nfds_t(polled.count), milliseconds ?? -1)
        if count > 0, polled[1].revents != 0 { files.wake.clear() }
        // Only after that: a signal that comes between the two lines wakes the next wait.
        var result = WaitResult(needsRepaint: terminal_fetch_repaint() != 0)
        if count > 0, polled[0].revents != 0 {
            result.bytes = readKeys()
            result.isGone = result.bytes.isEmpty
        }
        return result
    }

    /// All available bytes: a terminal buffers no more than this.
    private func readKeys() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = (try? result { read(files.input.descriptor, &bytes, bytes.count) }) ?? 0
        return Array(bytes.prefix(count))
    }
}

private struct TerminalFiles: ~Copyable {
    /// Standard input if it is a terminal, else /dev/tty.
    let input: OpenFile
    /// Nonblocking if the terminal can be opened again, so that no write delays the restoring of
    /// the terminal.
    let output: OpenFile
    let wake: WakeEvent

    init() throws(Errno) {
        let input = try Self.openInput()
        let output = try Self.openOutput()
        wake = try WakeEvent()
        self.input = input
        self.output = output
    }

    static func opened() throws(DisplayError) -> TerminalFiles {
        do throws(Errno) {
            return try TerminalFiles()
        } catch {
            throw DisplayError(description: "cannot use the terminal: \(error)")
        }
    }

    static func openInput() throws(Errno) -> OpenFile {
        if isatty(STDIN_FILENO) == 1 {
            return try OpenFile(duplicating: STDIN_FILENO)
        }
        return try OpenFile("/dev/tty", O_RDWR | O_NOCTTY)
    }

    /// The terminal opened again: other processes that use it must not see O_NONBLOCK.
    private static func openOutput() throws(Errno) -> OpenFile {
        for path in ["/proc/self/fd/1", "/dev/tty"] {
            if let file = try? OpenFile(path, O_WRONLY | O_NOCTTY | O_NONBLOCK) { return file }
        }
        return try OpenFile(duplicating: STDOUT_FILENO)
    }
}
