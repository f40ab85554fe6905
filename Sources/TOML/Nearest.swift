/// The word that needs the fewest slips of the finger to become `word`; the first of equals.
public func nearest(to word: String, of known: [String]) -> String? {
    // A key longer than any word is noise, whose distance would only cost time.
    let start = Array(word.unicodeScalars.prefix(64))
    return known.min { distance(start, $0) < distance(start, $1) }
}

private func distance(_ word: [Unicode.Scalar], _ other: String) -> Int {
    slips(from: word, to: Array(other.unicodeScalars))
}

/// Damerau and Levenshtein's distance: letters put in, left out, changed, and neighbours swapped
/// (the form in which no part is edited twice).
func slips(from a: [Unicode.Scalar], to b: [Unicode.Scalar]) -> Int {
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
