import Glibc
import SystemPackage

/// Why an operation with libiio, sysfs or the saved settings failed: one line for people.
public struct IIOError: Error, Sendable, Equatable, CustomStringConvertible {
    /// What was tried, and on what, as in "open ip:pi".
    public let operation: String
    /// The value of errno, never negative; 0 if errno has no value for the reason.
    public let code: Int32
    /// The reason, if errno's text would be misleading.
    public let reason: String?
    /// What the user can do about it, or who causes it.
    private let remedy: String?

    /// `code` is a value of errno, or its negative from libiio.
    public init(operation: String, code: Int32, reason: String? = nil, remedy: String? = nil) {
        self.operation = operation
        self.code = Int32(clamping: code.magnitude)
        self.reason = reason
        self.remedy = remedy ?? Self.usualRemedy(of: self.code)
    }

    /// The line: what was tried, why it failed, and the remedy.
    public var description: String {
        "cannot \(operation): \(reason ?? text)" + (remedy.map { "; \($0)" } ?? "")
    }

    /// The rule that lets a group read IIO devices at their full rate.
    public static let udevRule = "udev/60-lenticule.rules"

    /// Whether permission is missing.
    public var isForbidden: Bool { code == EACCES || code == EPERM }

    /// errno's text.
    private var text: String { Errno(rawValue: code).description }

    /// What the user can do about an error of a device, or who causes it.
    private static func usualRemedy(of code: Int32) -> String? {
        switch code {
        case EACCES, EPERM: "the udev rule \(udevRule) gives access"
        case EBUSY: "another program holds it"
        case ECONNREFUSED: "check that iiod is running there"
        default: nil
        }
    }
}

/// Throws for libiio's negative results, and returns the others.
@discardableResult
func check<Result: SignedInteger>(
    _ result: Result, _ operation: @autoclosure () -> String
) throws(IIOError) -> Result {
    guard result >= 0 else {
        throw IIOError(operation: operation(), code: Int32(clamping: result.magnitude))
    }
    return result
}
