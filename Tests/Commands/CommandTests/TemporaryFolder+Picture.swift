import TestSupport

extension TemporaryFolder {
    /// Writes an SVG of 4 by 3, which may show another picture; gives its path.
    @discardableResult
    func writePicture(
        _ name: String, colour: String = "teal", showing shown: String? = nil
    ) -> String {
        write(
            name,
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="4" height="3">
            <rect width="4" height="3" fill="\(colour)"/>
            \(shown.map { "<image href='\($0)'/>" } ?? "")</svg>
            """)
    }
}
