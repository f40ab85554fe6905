import ArgumentParser

/// A number of bytes, as in `5MB`, `800kB` or `300000`.
struct ByteCount: ExpressibleByArgument, CustomStringConvertible {
    let bytes: Int

    /// Less is not enough for a page's script and one picture.
    private static let range = 20_000...1_000_000_000

    init(_ bytes: Int) { self.bytes = bytes }

    init?(argument: String) {
        let units = [("MB", 1e6), ("kB", 1e3), ("KB", 1e3), ("B", 1), ("", 1)]
        guard let (unit, factor) = units.first(where: { argument.hasSuffix($0.0) }),
            let number = Double(argument.dropLast(unit.count)), number.isFinite,
            let bytes = Int(exactly: (number * factor).rounded()), Self.range.contains(bytes)
        else { return nil }
        self.bytes = bytes
    }

    var description: String {
        bytes < 1_000_000 ? "\(brief(Double(bytes) / 1e3)) kB" : "\(brief(Double(bytes) / 1e6)) MB"
    }

    var defaultValueDescription: String { description.split(separator: " ").joined() }
}
