import Glibc

/// Gives back the memory of all code, of which the most was for starting: what is used again comes from
/// the page cache at once.
public func releaseCode() {
    guard let maps = fopen("/proc/self/maps", "r") else { return }
    defer { fclose(maps) }
    var line = [CChar](repeating: 0, count: 4500)
    while fgets(&line, CInt(line.count), maps) != nil {
        let words = String(
            decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self
        )
        .split(separator: " ")
        let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
        // What may be written to, as by a compiler at work, is not in any file.
        guard ends.count == 2, words.count > 5, words[1] == "r-xp", words[5].hasPrefix("/") else {
            continue
        }
        madvise(UnsafeMutableRawPointer(bitPattern: ends[0]), Int(ends[1] - ends[0]), MADV_DONTNEED)
    }
}
