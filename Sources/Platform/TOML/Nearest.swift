/// The known word that `word` probably means: the one with the fewest typing errors (the first of
/// equals) if they are few enough; else, if `word` has at least three characters, the first that
/// starts with `word`. Nil if there is none, or if `word` is longer than 64 characters.
public func nearest(to word: String, of known: [String]) -> String? {
    let letters = Array(word.unicodeScalars)
    // A longer key is not a typing error, and its distance takes long to compute.
    guard !letters.isEmpty, letters.count <= 64 else { return nil }
    let most = 1 + letters.count / 5
    let near = known.map { ($0, editDistance(from: letters, to: Array($0.unicodeScalars))) }
    if let found = near.min(by: { $0.1 < $1.1 }), found.1 <= most, found.1 < letters.count {
        return found.0
    }
    return letters.count > 2 ? known.first { $0.hasPrefix(word) } : nil
}

/// Damerau-Levenshtein distance: insertions, deletions, substitutions and transpositions of
/// neighbours (optimal string alignment).
func editDistance(from a: [Unicode.Scalar], to b: [Unicode.Scalar]) -> Int {
    // rows[i % 3][j]: from the first i letters of a to the first j of b.
    var rows = [[Int]](repeating: Array(0...b.count), count: 3)
    for i in stride(from: 1, through: a.count, by: 1) {
        let (before, above) = (rows[(i + 1) % 3], rows[(i + 2) % 3])
        var row = [i]
        for j in stride(from: 1, through: b.count, by: 1) {
            let change = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
            var least = min(above[j] + 1, row[j - 1] + 1, change)
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
                least = min(least, before[j - 2] + 1)
            }
            row.append(least)
        }
        rows[i % 3] = row
    }
    return rows[a.count % 3][b.count]
}
