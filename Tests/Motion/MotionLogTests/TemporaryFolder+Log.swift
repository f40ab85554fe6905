import Foundation
import TestSupport

extension TemporaryFolder {
    /// Writes a log and gives its path.
    func write(_ text: String, to name: String = "log.csv") -> String { write(name, text) }
}

/// The whole content of a file as text.
func contents(of path: String) -> String {
    (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
}
