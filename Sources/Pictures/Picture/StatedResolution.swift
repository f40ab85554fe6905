import Platform

/// The dots an inch that the PNG at `path` states for its width; nil if the file is no PNG, or
/// states none.
public func statedDotsPerInch(_ path: String) -> Double? {
    // The chunk pHYs comes before the pixels; in a sheet it lies within the first 64 KiB.
    guard let bytes = try? readFile(path, atMost: 1 << 16),
        bytes.starts(with: PNGChunk.signature)
    else { return nil }
    var remaining = bytes.dropFirst(PNGChunk.signature.count)
    while remaining.count >= 12 {
        let length = remaining.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        let (type, data) = (remaining.dropFirst(4).prefix(4), remaining.dropFirst(8).prefix(length))
        if type.elementsEqual("IDAT".utf8) { return nil }
        if type.elementsEqual("pHYs".utf8), data.count == 9 {
            let dots = data.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            // The unit 1 is the metre; without one only the proportions of a dot are stated.
            return data.last == 1 && dots > 0 ? Double(dots) * 0.0254 : nil
        }
        remaining = remaining.dropFirst(12 + length)
    }
    return nil
}
