import Glibc
public import SystemPackage

extension Errno {
    /// The error of the last C call, from errno.
    public static var last: Errno { Errno(rawValue: errno) }
}

/// Calls a C function that returns -1 and sets errno on failure; repeats the call if a signal
/// interrupts it.
@discardableResult
public func result<Value: SignedInteger>(of call: () -> Value) throws(Errno) -> Value {
    while true {
        let value = call()
        if value != -1 { return value }
        guard Errno.last == .interrupted else { throw .last }
    }
}
