import Paint

/// Reads the input as the text of a card's shader. One that is not refused keeps its length and its lines.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzShader(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let bytes else { return 0 }
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    guard let program = try? ShaderProgram(input, file: "a.frag", uniforms: []) else { return 0 }
    precondition(program.text.utf8.count == input.count)
    precondition(!program.text.utf8.contains { $0 > 126 || $0 == UInt8(ascii: "#") })
    return 0
}
