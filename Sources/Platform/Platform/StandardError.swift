internal import CStandardError
import Glibc

/// Controls what C libraries print to standard error.
public enum StandardError {
    /// Prepares `muted`; must be called before other threads start.
    public static func begin() { standard_error_install() }

    /// The line of a message of this program, with the text escaped.
    public static func line(_ text: String) -> String { "lenticule: \(text.printable)\n" }

    /// Writes text for the user; results go to standard output.
    public static func write(_ text: String) {
        var text = text
        text.withUTF8 { bytes in _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
    }

    /// Runs `body`; the output of C libraries on this thread is dropped meanwhile.
    public static func muted<Result: ~Copyable, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = standard_error_mute(1)
        defer { standard_error_mute(before) }
        return try body()
    }
}
