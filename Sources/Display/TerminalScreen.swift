internal import CLinux
public import Compositor
import Glibc

/// Shows cards in a terminal: two pixels a character, in 24-bit colour.
public final class TerminalScreen: Screen {
    public let renderer = "terminal"
    public let maximumSize = 16384
    public let frameInterval = 1.0 / 20
    private let mode: TerminalMode
    private let signals: SignalDescriptor
    private let wakeDescriptor: Int32
    private var painter = HalfBlockPainter()

    /// Takes over the terminal on standard input and output until this object goes.
    public init() throws(DisplayError) {
        mode = try TerminalMode()
        signals = SignalDescriptor([SIGINT, SIGTERM, SIGHUP, SIGWINCH])
        wakeDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
    }

    deinit { close(wakeDescriptor) }

    public var size: (width: Int, height: Int) { Self.size }

    /// Two pixels to a character, less the last line, which is for words.
    static var size: (width: Int, height: Int) {
        var window = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else {
            return (80, 46)
        }
        return (max(4, Int(window.ws_col)), max(2, 2 * (Int(window.ws_row) - 1)))
    }

    public var wake: @Sendable () -> Void {
        { [wakeDescriptor] in _ = eventfd_write(wakeDescriptor, 1) }
    }

    public func present(_ frame: Frame, words: [Words]) throws {
        let text = painter.paint(CPUCompositor.bitmap(frame), words: words)
        guard writeAll(text, to: STDOUT_FILENO) else {
            throw DisplayError(description: "the terminal is gone")
        }
    }

    public func toggleFullscreen() {}

    public func setTitle(_ title: String) {
        _ = writeAll("\u{1B}]0;\(title)\u{7}", to: STDOUT_FILENO)
    }

    public func events(timeout: Double?) -> [ScreenEvent] {
        var polled = [STDIN_FILENO, signals.descriptor, wakeDescriptor].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        let milliseconds = timeout.map { Int32(min(1e6, $0 * 1000).rounded(.up)) } ?? -1
        guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return [] }
        var counter = eventfd_t(0)
        if polled[2].revents != 0 { eventfd_read(wakeDescriptor, &counter) }
        return (polled[1].revents == 0 ? [] : signalEvents())
            + (polled[0].revents == 0 ? [] : keyEvents())
    }

    private func signalEvents() -> [ScreenEvent] {
        signals.read().map { signal in
            guard signal == SIGWINCH else { return .quit }
            painter.forget()
            return .redraw
        }
    }

    private func keyEvents() -> [ScreenEvent] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else { return [.quit] }
        return Self.keys(in: bytes.prefix(count)).map { .key($0) }
    }

    /// The keys that a terminal sends as these bytes.
    static func keys(in bytes: ArraySlice<UInt8>) -> [ScreenEvent.Key] {
        var keys: [ScreenEvent.Key] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B where rest.first == UInt8(ascii: "["):
                rest.removeFirst()
                let final = rest.popFirst()
                if final == UInt8(ascii: "C") { keys.append(.next) }
                if final == UInt8(ascii: "D") { keys.append(.previous) }
            case 0x1B, 0x03: keys.append(.quit)
            default:
                ScreenEvent.Key(rawValue: Character(Unicode.Scalar(byte))).map { keys.append($0) }
            }
        }
        return keys
    }
}

/// The terminal without line editing and echo, on its other page; put back at the end of life.
private struct TerminalMode: ~Copyable {
    private var before = termios()

    init() throws(DisplayError) {
        guard isatty(STDOUT_FILENO) == 1, tcgetattr(STDIN_FILENO, &before) == 0 else {
            throw DisplayError(description: "standard input and output are no terminal")
        }
        var raw = before
        cfmakeraw(&raw)
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw)
        _ = writeAll("\u{1B}[?1049h\u{1B}[?25l\u{1B}[2J", to: STDOUT_FILENO)
    }

    deinit {
        _ = writeAll("\u{1B}[0m\u{1B}[?25h\u{1B}[?1049l", to: STDOUT_FILENO)
        var before = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
    }
}

/// Signals read as data instead of interrupting; threads started later inherit the mask.
private struct SignalDescriptor: ~Copyable {
    let descriptor: Int32

    init(_ signals: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }

    deinit { close(descriptor) }

    func read() -> [Int32] {
        var signals: [Int32] = []
        var info = signalfd_siginfo()
        let size = MemoryLayout.size(ofValue: info)
        while Glibc.read(descriptor, &info, size) == size {
            signals.append(Int32(bitPattern: info.ssi_signo))
        }
        return signals
    }
}

/// Writes all of `text`, whatever the descriptor takes at once.
func writeAll(_ text: String, to descriptor: Int32) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
            let count = write(descriptor, rest.baseAddress, rest.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }
}
