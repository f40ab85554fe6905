import TestSupport

extension TemporaryFolder {
    /// Writes an SVG of 4 by 3; gives its path.
    @discardableResult
    func writePicture(_ name: String, colour: String = "teal") -> String {
        write(
            name,
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="4" height="3">
            <rect width="4" height="3" fill="\(colour)"/></svg>
            """)
    }
}
