import Glibc
import Motion

/// One device that is being read.
protocol DeviceCapture: AnyObject {
    /// What tells that there is something to collect.
    var wakes: Wake { get }
    /// Appends what has come, timestamps on the device's clock; nothing if nothing is due.
    func collect(into samples: inout [ImuSample]) throws(IIOError)
}

/// What tells that a capture has something to collect.
enum Wake: Equatable {
    /// A file descriptor becomes readable.
    case descriptor(Int32)
    /// A time comes, in nanoseconds of `monotonicNow`.
    case time(Int64)
    /// Nothing: collecting itself waits, as it does for remote buffers.
    case none
}

/// Nanoseconds of CLOCK_MONOTONIC, the clock that local devices are asked to use too.
func monotonicNow() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

extension ImuSample {
    /// Puts a sensor's vector where its quantity belongs.
    mutating func set(_ quantity: IIOQuantity, to value: Vector3) {
        switch quantity {
        case .acceleration: acceleration = value
        case .rotationRate: rotationRate = value
        }
    }
}
