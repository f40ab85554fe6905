import Decoding

/// Reads the input as a reply of the process that decodes, which may be anything, and as a request to
/// it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessage(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: bytes, count: count))
    if let reply = DecodeReply(bytes[...]), case .size(let size) = reply {
        precondition(size.width > 0 && size.width < 1e9, "no width")
        precondition(size.height > 0 && size.height < 1e9, "no height")
    }
    if let request = DecodeRequest(bytes[...]), case .draw(_, let size, _) = request {
        precondition(size.area > 0 && size.area < 1 << 31, "no size")
    }
    return 0
}
