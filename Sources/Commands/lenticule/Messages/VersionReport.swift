import Display
import Glibc
import IIO
import Picture
import Platform
import Service

/// What `--version` prints: the version alone in the first line, then what bug reports need.
enum VersionReport {
    static func print() {
        Swift.print(programVersion)
        Swift.print("libraries: \(libraries)")
        // A driver that ends the program takes only the last line with it.
        fflush(nil)
        Swift.print("renderer: \(renderer.printable)")
    }

    static let libraries = ([windowLibrary, sensorLibrary] + drawingLibraries + [brokerLibrary])
        .joined(separator: ", ")

    /// A display that does not answer is not waited for.
    static var renderer: String {
        withTimeLimit(seconds: 5) { RendererReport().description } ?? "the display does not answer"
    }
}
