import CIIO
import Glibc
import Synchronization

/// Why something asked of libiio failed: one line for a person.
public struct IIOError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was tried, and on what, as in "open ip:pi".
    public let operation: String
    /// errno's number; never negative.
    public let code: Int32
    /// What went wrong where errno's own words would mislead.
    public let reason: String?
    /// What the user can do about it.
    private let remedy: String?

    /// Takes errno's number, or libiio's negative one.
    public init(operation: String, code: Int32, reason: String? = nil, remedy: String? = nil) {
        self.operation = operation
        self.code = code < 0 ? -code : code
        self.reason = reason
        self.remedy = remedy ?? Self.usualRemedy(of: self.code)
    }

    /// The line: what was tried, why it failed, what mends it.
    public var description: String {
        "cannot \(operation): \(reason ?? words)" + (remedy.map { "; \($0)" } ?? "")
    }

    /// The rule that lets a group read IIO devices at their full rate.
    public static let udevRule = "udev/60-lenticule.rules"

    /// Whether rights are missing.
    public var isPermission: Bool { code == EACCES || code == EPERM }

    /// errno's words.
    private var words: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }

    /// What the user can do about a device.
    private static func usualRemedy(of code: Int32) -> String? {
        switch code {
        case EACCES, EPERM: "the udev rule \(udevRule) gives access"
        case EBUSY: "another program holds it"
        case ECONNREFUSED: "is iiod running there?"
        default: nil
        }
    }
}

/// Turns libiio's negative results into errors, and gives the others back.
@discardableResult
func check<Result: SignedInteger>(
    _ result: Result, _ operation: @autoclosure () -> String
) throws(IIOError) -> Result {
    guard result >= 0 else { throw IIOError(operation: operation(), code: Int32(-result)) }
    return result
}

/// Runs `body` without libiio's own lines on standard error: what fails is thrown and said once.
func quietly<Result: ~Copyable, Failure>(
    _ body: () throws(Failure) -> Result
) throws(Failure) -> Result {
    muting.withLock { $0.begin() }
    defer { muting.withLock { $0.end() } }
    return try body()
}

/// How many callers want quiet now; two threads may.
private let muting = Mutex(Muting())

private struct Muting: ~Copyable {
    private var count = 0
    private var before: OpaquePointer?

    mutating func begin() {
        if count == 0 { before = OpaquePointer(lenticule_mute_stderr()) }
        count += 1
    }

    mutating func end() {
        count -= 1
        if count == 0 { lenticule_restore_stderr(UnsafeMutablePointer(before)) }
    }
}
