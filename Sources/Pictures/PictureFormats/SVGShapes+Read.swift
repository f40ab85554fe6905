internal import CXML
internal import Geometry
internal import Glibc
public import Picture
public import Platform

/// The shapes of an SVG file as one path: `path`, `rect`, `circle`, `ellipse`, `line`, `polyline` and
/// `polygon`, with the transforms of their groups.
extension SVGShapes {
    /// Reads the shapes in an open file; with an id, only those of that element. `path` is for errors.
    public init(
        _ file: borrowing OpenFile, path: String, element: String?
    ) throws(PictureError) {
        let bytes = FileBytes(file)
        var reader = try SVGShapeReader(bytes, path: path, element: element)
        self = try reader.read()
    }
}

/// Walks through the elements of an SVG.
private struct SVGShapeReader: ~Copyable {
    private let reader: xmlTextReaderPtr
    private let bytes: FileBytes
    private let path: String
    private let element: String?
    /// The elements around the present one.
    private var open: [Open] = []
    private var shapes = Path()
    private var view: Rect?
    private var leftOut: Set<String> = []
    private var hasElement = false

    private struct Open {
        var toDocument: Homography
        /// Whether its shapes are drawn: it is no definition, and it is the wanted element, or in it.
        var isHidden: Bool
        var isWanted: Bool
    }

    init(_ bytes: FileBytes, path: String, element: String?) throws(PictureError) {
        (self.bytes, self.path, self.element) = (bytes, path, element)
        let options =
            XML_PARSE_NONET.rawValue | XML_PARSE_NOERROR.rawValue
            | XML_PARSE_NOWARNING.rawValue
        let text = UnsafeRawPointer(bytes.buffer.baseAddress)?
            .assumingMemoryBound(to: CChar.self)
        guard bytes.buffer.count > 0,
            let reader = xmlReaderForMemory(
                text, CInt(bytes.buffer.count), nil, nil, CInt(options))
        else { throw PictureError(.malformed, "\(path): is no SVG: it is empty") }
        self.reader = reader
    }

    deinit { xmlFreeTextReader(reader) }

    mutating func read() throws(PictureError) -> SVGShapes {
        var status = xmlTextReaderRead(reader)
        while status == 1 {
            switch xmlTextReaderNodeType(reader) {
            case Int32(XML_READER_TYPE_ELEMENT.rawValue): try begin()
            case Int32(XML_READER_TYPE_END_ELEMENT.rawValue): open.removeLast()
            default: break
            }
            status = xmlTextReaderRead(reader)
        }
        guard status == 0 else {
            let line = xmlTextReaderGetParserLineNumber(reader)
            throw PictureError(.malformed, "\(path):\(line): is not well-formed XML")
        }
        if let element, !hasElement {
            throw PictureError(.malformed, "\(path): has no element with the id \(quoted(element))")
        }
        guard let bounds = shapes.bounds else {
            throw PictureError(
                .malformed,
                "\(path): has no shape" + (element.map { " in the element \(quoted($0))" } ?? ""))
        }
        guard [bounds.x, bounds.y, bounds.maxX, bounds.maxY].allSatisfy({ abs($0) <= 1e6 }) else {
            throw PictureError(.malformed, "\(path): its shapes reach further than 1000000 units")
        }
        return SVGShapes(
            path: shapes, view: view ?? shapes.view(strokeWidth: 0), leftOut: leftOut.sorted())
    }

    private mutating func begin() throws(PictureError) {
        let name = xmlTextReaderConstLocalName(reader).map { String(cString: $0) } ?? ""
        if open.isEmpty {
            guard name == "svg" else {
                throw PictureError(.malformed, "\(path): is no SVG: its first element is \(name)")
            }
            view = documentView()
        }
        let parent =
            open.last
            ?? Open(toDocument: .identity, isHidden: false, isWanted: element == nil)
        var own = parent
        if let text = self["transform"] { own.toDocument = own.toDocument * (try transform(text)) }
        if let element, self["id"] == element { (own.isWanted, own.isHidden) = (true, false) }
        hasElement = hasElement || own.isWanted
        if Self.definitions.contains(name), element == nil || self["id"] != element {
            own.isHidden = true
        }
        if self["display"] == "none" { own.isHidden = true }
        if own.isWanted, !own.isHidden { try add(name, own.toDocument) }
        if xmlTextReaderIsEmptyElement(reader) != 1 { open.append(own) }
    }

    /// What is only drawn where something else refers to it.
    private static let definitions: Set<String> = [
        "defs", "clipPath", "mask", "pattern", "marker", "symbol", "linearGradient",
        "radialGradient",
        "filter",
    ]

    private mutating func add(_ name: String, _ map: Homography) throws(PictureError) {
        switch name {
        case "path": try add(try data(self["d"] ?? ""), map)
        case "rect": try add(rectangle(), map)
        case "circle": try add(ellipse(length("r"), length("r")), map)
        case "ellipse": try add(ellipse(length("rx"), length("ry")), map)
        case "line":
            var line = Path()
            line.move(to: Point(x: length("x1"), y: length("y1")))
            line.addLine(to: Point(x: length("x2"), y: length("y2")))
            try add(line, map)
        case "polyline": try add(try polygon(isClosed: false), map)
        case "polygon": try add(try polygon(isClosed: true), map)
        case "use", "text", "image": leftOut.insert(name)
        default: break
        }
    }

    private mutating func add(_ shape: Path, _ map: Homography) throws(PictureError) {
        shapes.append(shape.transformed(by: map))
        guard shapes.commands.count <= Path.mostCommands else {
            throw PictureError(
                .malformed, "\(path): its shapes have more than \(Path.mostCommands) commands")
        }
    }
}

// Attributes.
extension SVGShapeReader {
    private subscript(_ name: String) -> String? {
        guard let text = xmlTextReaderGetAttribute(reader, name) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    /// A length in pixels; 0 if there is none.
    private func length(_ name: String) -> Double { self[name].flatMap(svgLength) ?? 0 }

    private func documentView() -> Rect? {
        if let numbers = self["viewBox"].map(Path.numbers), numbers.count == 4,
            min(numbers[2], numbers[3]) >= Path.leastViewSide
        {
            return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
        let (width, height) = (length("width"), length("height"))
        return min(width, height) >= Path.leastViewSide
            ? Rect(x: 0, y: 0, width: width, height: height) : nil
    }

    private func data(_ text: String) throws(PictureError) -> Path {
        do throws(PathDataError) {
            return try Path(data: text)
        } catch {
            throw PictureError(
                .malformed,
                "\(path):\(xmlTextReaderGetParserLineNumber(reader)): the path's data is wrong: "
                    + "character \(error.column) of it \(error.problem)")
        }
    }

    private func rectangle() -> Path {
        let (x, y) = (length("x"), length("y"))
        let (width, height) = (length("width"), length("height"))
        guard width > 0, height > 0 else { return Path() }
        let (givenX, givenY) = (self["rx"].flatMap(svgLength), self["ry"].flatMap(svgLength))
        let radii = Point(
            x: min(max(0, givenX ?? givenY ?? 0), width / 2),
            y: min(max(0, givenY ?? givenX ?? 0), height / 2))
        var path = Path()
        func arc(_ endX: Double, _ endY: Double) {
            path.addArc(
                radii: radii, turnedBy: 0, isLarge: false, isClockwise: true,
                to: Point(x: endX, y: endY))
        }
        path.move(to: Point(x: x + radii.x, y: y))
        path.addLine(to: Point(x: x + width - radii.x, y: y))
        arc(x + width, y + radii.y)
        path.addLine(to: Point(x: x + width, y: y + height - radii.y))
        arc(x + width - radii.x, y + height)
        path.addLine(to: Point(x: x + radii.x, y: y + height))
        arc(x, y + height - radii.y)
        path.addLine(to: Point(x: x, y: y + radii.y))
        arc(x + radii.x, y)
        path.close()
        return path
    }

    private func ellipse(_ radiusX: Double, _ radiusY: Double) -> Path {
        let (x, y) = (length("cx"), length("cy"))
        guard radiusX > 0, radiusY > 0 else { return Path() }
        var path = Path()
        let radii = Point(x: radiusX, y: radiusY)
        path.move(to: Point(x: x + radiusX, y: y))
        for end in [Point(x: x - radiusX, y: y), Point(x: x + radiusX, y: y)] {
            path.addArc(radii: radii, turnedBy: 0, isLarge: false, isClockwise: true, to: end)
        }
        path.close()
        return path
    }

    private func polygon(isClosed: Bool) throws(PictureError) -> Path {
        let numbers = Path.numbers(in: self["points"] ?? "")
        var path = Path()
        for index in Swift.stride(from: 0, to: numbers.count - 1, by: 2) {
            let point = Point(x: numbers[index], y: numbers[index + 1])
            if path.isEmpty { path.move(to: point) } else { path.addLine(to: point) }
        }
        if isClosed { path.close() }
        return path
    }

    /// SVG 1.1, 7.6: `translate(10 20) rotate(45)`.
    private func transform(_ text: String) throws(PictureError) -> Homography {
        var map = Homography.identity
        for part in text.split(separator: ")") {
            let halves = part.split(separator: "(", maxSplits: 1)
            let name = halves.first.map { $0.filter { !" ,\n\t\r".contains($0) } } ?? ""
            if name.isEmpty, halves.count < 2 { continue }
            guard halves.count == 2,
                let own = svgTransform(name, Path.numbers(in: String(halves[1])))
            else {
                throw PictureError(
                    .malformed,
                    "\(path):\(xmlTextReaderGetParserLineNumber(reader)): the transform "
                        + "\(quoted(text)) is wrong")
            }
            map = map * own
        }
        return map
    }
}

private func svgTransform(_ name: String, _ numbers: [Double]) -> Homography? {
    func at(_ index: Int) -> Double { index < numbers.count ? numbers[index] : 0 }
    switch (name, numbers.count) {
    case ("matrix", 6):
        return Homography(a: at(0), b: at(1), c: at(2), d: at(3), tx: at(4), ty: at(5))
    case ("translate", 1...2): return .translation(Point(x: at(0), y: at(1)))
    case ("scale", 1...2): return .scale(x: at(0), y: numbers.count == 2 ? at(1) : at(0))
    case ("rotate", 1): return .rotation(degrees: at(0))
    case ("rotate", 3):
        let centre = Point(x: at(1), y: at(2))
        return .translation(centre) * .rotation(degrees: at(0))
            * .translation(Point(x: -centre.x, y: -centre.y))
    case ("skewX", 1): return Homography(a: 1, b: 0, c: tan(at(0) * .pi / 180), d: 1, tx: 0, ty: 0)
    case ("skewY", 1): return Homography(a: 1, b: tan(at(0) * .pi / 180), c: 0, d: 1, tx: 0, ty: 0)
    default: return nil
    }
}

private func quoted(_ text: String) -> String { "\"\(text.prefix(60))\"" }

/// A length in pixels, as `10`, `10px` or `2.5mm`; nil for another text.
private func svgLength(_ text: String) -> Double? {
    let text = text.filter { !" \n\t\r".contains($0) }
    let units: [String: Double] = [
        "px": 1, "pt": 4.0 / 3, "pc": 16, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96,
    ]
    for (unit, factor) in units where text.hasSuffix(unit) {
        return Double(text.dropLast(unit.count)).flatMap { finite($0 * factor) }
    }
    return Double(text).flatMap(finite)
}

/// Nil for a number that is not finite, or enormous.
private func finite(_ number: Double) -> Double? { abs(number) <= 1e9 ? number : nil }
