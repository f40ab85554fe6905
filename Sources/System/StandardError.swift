internal import CStandardError

/// Controls what C libraries print to standard error.
public enum StandardError {
    /// Prepares `muted`; must be called before other threads start.
    public static func begin() { standard_error_install() }

    /// Runs `body`; the output of C libraries on this thread is dropped meanwhile.
    public static func muted<Result: ~Copyable, Failure>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let before = standard_error_mute(1)
        defer { standard_error_mute(before) }
        return try body()
    }
}
