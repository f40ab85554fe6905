import Glibc
import Motion
import MotionLog

/// A file without a name that holds the input; each run writes it anew.
private let inputFile = fileno(tmpfile())

/// Reads the input as a log; what it says does not matter.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMotionLog(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    ftruncate(inputFile, 0)
    guard let bytes, pwrite(inputFile, bytes, count, 0) == count else { return 0 }
    for skipsBadRows in [false, true] {
        readLog("/proc/self/fd/\(inputFile)", skipsBadRows: skipsBadRows)
    }
    return 0
}

private func readLog(_ path: String, skipsBadRows: Bool) {
    var options = MotionLogReader.Options()
    options.skipsBadRows = skipsBadRows
    guard let reader = try? MotionLogReader(path: path, options: options) else { return }
    var samples: [ImuSample] = []
    // Odd pieces, so that a block begins and ends anywhere.
    while (try? reader.read(into: &samples, atMost: 7)) == true {}
}
