internal import CCairo
internal import CPango

/// The versions of the libraries that draw shapes and text, as "cairo 1.16.0".
public var drawingLibraries: [String] {
    [("cairo", cairo_version_string()), ("Pango", pango_version_string())].compactMap {
        name, version in version.map { "\(name) \(String(cString: $0))" }
    }
}
