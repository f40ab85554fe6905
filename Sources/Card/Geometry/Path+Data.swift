internal import Glibc

/// Why a text is no path data.
public struct PathDataError: Error, Equatable {
    /// The number of the text's character at which the mistake is, from 1.
    public let column: Int
    public let problem: String
}

extension Path {
    /// How many commands a path may have.
    public static let mostCommands = 20_000
    /// Coordinates are limited to this, so that they stay exact enough.
    static let farthest = 1e6

    /// The path of SVG's path data, as `M 10 80 C 40 10, 65 10, 95 80`: SVG 1.1, section 8.3, with all
    /// commands in both cases. Quadratic curves and arcs become cubic ones.
    public init(data: String) throws(PathDataError) {
        var reader = PathDataReader(data)
        try reader.read()
        self = reader.path
    }

    /// The numbers of a list as path data has them, `10-20,3.5.5`, up to the first that is none.
    public static func numbers(in list: String) -> [Double] {
        var reader = PathDataReader(list)
        return reader.numbers()
    }

    /// Path data that gives the same path.
    public var data: String {
        func pair(_ point: Point) -> String { "\(point.x) \(point.y)" }
        return commands.map { command in
            switch command {
            case .move(let point): "M\(pair(point))"
            case .line(let point): "L\(pair(point))"
            case .curve(let one, let two, let end): "C\(pair(one)) \(pair(two)) \(pair(end))"
            case .close: "Z"
            }
        }.joined()
    }
}

/// Reads path data from its beginning to its end.
private struct PathDataReader {
    private let text: [UInt8]
    private var index = 0
    private(set) var path = Path()
    /// The last control point of the last command, if that was a curve of the same degree; smooth
    /// curves begin with its mirror image.
    private var (lastCubic, lastQuadratic) = (Point?.none, Point?.none)

    init(_ text: String) { self.text = Array(text.utf8) }

    mutating func read() throws(PathDataError) {
        skipSpace()
        guard index < text.count else { return }
        var command = text[index]
        guard command | 0x20 == letter("m") else { throw error("must begin with M or m") }
        while index < text.count {
            if isCommand(text[index]) {
                command = text[index]
                index += 1
            } else if command | 0x20 == letter("z") {
                throw error("has \(described) after Z, where a command must follow")
            } else if command | 0x20 == letter("m") {
                // Further pairs are lines.
                command = command == letter("m") ? letter("l") : letter("L")
            }
            try read(command)
            guard path.commands.count <= Path.mostCommands else {
                throw error("has more than \(Path.mostCommands) commands")
            }
            skipSpace()
        }
    }

    /// All numbers up to the first that is none.
    mutating func numbers() -> [Double] {
        var numbers: [Double] = []
        while let number = try? number() { numbers.append(number) }
        return numbers
    }

    private mutating func read(_ command: UInt8) throws(PathDataError) {
        let isRelative = command & 0x20 != 0
        let origin = isRelative ? path.currentPoint : Point(x: 0, y: 0)
        let (cubic, quadratic) = (lastCubic, lastQuadratic)
        (lastCubic, lastQuadratic) = (nil, nil)
        switch Unicode.Scalar(command | 0x20) {
        case "m": path.move(to: try point(from: origin))
        case "l": path.addLine(to: try point(from: origin))
        case "h":
            path.addLine(to: Point(x: try number(from: origin.x), y: path.currentPoint.y))
        case "v":
            path.addLine(to: Point(x: path.currentPoint.x, y: try number(from: origin.y)))
        case "c":
            addCurve(try point(from: origin), try point(from: origin), try point(from: origin))
        case "s": addCurve(mirrored(cubic), try point(from: origin), try point(from: origin))
        case "q": addParabola(try point(from: origin), try point(from: origin))
        case "t": addParabola(mirrored(quadratic), try point(from: origin))
        case "a": try addArc(from: origin)
        default: path.close()
        }
    }

    private mutating func addCurve(_ one: Point, _ two: Point, _ end: Point) {
        path.addCurve(one, two, to: end)
        lastCubic = two
    }

    private mutating func addParabola(_ control: Point, _ end: Point) {
        path.addCurve(control, to: end)
        lastQuadratic = control
    }

    private func mirrored(_ control: Point?) -> Point {
        let place = path.currentPoint
        guard let control else { return place }
        return Point(x: 2 * place.x - control.x, y: 2 * place.y - control.y)
    }

    private mutating func addArc(from origin: Point) throws(PathDataError) {
        let radii = Point(x: abs(try number()), y: abs(try number()))
        let turn = try number()
        let (isLarge, isClockwise) = (try flag(), try flag())
        let end = try point(from: origin)
        path.addArc(
            radii: radii, turnedBy: turn, isLarge: isLarge, isClockwise: isClockwise, to: end)
    }
}

// Characters and numbers.
extension PathDataReader {
    private func letter(_ scalar: Unicode.Scalar) -> UInt8 { UInt8(ascii: scalar) }

    private func isCommand(_ byte: UInt8) -> Bool {
        "mlhvcsqtaz".utf8.contains(byte | 0x20) && byte >= letter("A")
    }

    private func isDigit(_ byte: UInt8?) -> Bool {
        byte.map { (0x30...0x39).contains($0) } ?? false
    }

    private mutating func skipSpace() {
        while index < text.count, [0x20, 0x09, 0x0A, 0x0C, 0x0D].contains(text[index]) {
            index += 1
        }
    }

    /// A comma may stand between two numbers, and not before or after a command.
    private mutating func skipSpaceAndComma() {
        skipSpace()
        guard index < text.count, text[index] == letter(",") else { return }
        let comma = index
        index += 1
        skipSpace()
        if index == text.count || isCommand(text[index]) { index = comma }
    }

    private mutating func point(from origin: Point) throws(PathDataError) -> Point {
        let x = try number(from: origin.x)
        return Point(x: x, y: try number(from: origin.y))
    }

    private mutating func number(from origin: Double) throws(PathDataError) -> Double {
        min(max(origin + (try number()), -Path.farthest), Path.farthest)
    }

    private mutating func number() throws(PathDataError) -> Double {
        skipSpace()
        let start = index
        if index < text.count, [letter("+"), letter("-")].contains(text[index]) { index += 1 }
        let whole = skipDigits()
        var fraction = 0
        if byte(0) == letter(".") {
            index += 1
            fraction = skipDigits()
        }
        guard whole + fraction > 0 else {
            index = start
            throw error(
                index == text.count
                    ? "ends where a number must follow"
                    : "has \(described) where a number must follow")
        }
        skipExponent()
        let value = Double(String(decoding: text[start..<index], as: UTF8.self)) ?? 0
        skipSpaceAndComma()
        return min(max(value, -Path.farthest), Path.farthest)
    }

    private func byte(_ offset: Int) -> UInt8? {
        index + offset < text.count ? text[index + offset] : nil
    }

    private mutating func skipDigits() -> Int {
        let start = index
        while isDigit(byte(0)) { index += 1 }
        return index - start
    }

    private mutating func skipExponent() {
        guard byte(0).map({ $0 | 0x20 == letter("e") }) ?? false else { return }
        let sign = byte(1) == letter("+") || byte(1) == letter("-") ? 1 : 0
        guard isDigit(byte(1 + sign)) else { return }
        index += 1 + sign
        _ = skipDigits()
    }

    /// A flag of an arc, 0 or 1; the next number may follow without a space.
    private mutating func flag() throws(PathDataError) -> Bool {
        skipSpace()
        guard let byte = byte(0), byte == letter("0") || byte == letter("1") else {
            throw error(
                index == text.count
                    ? "ends where a flag, 0 or 1, must follow"
                    : "has \(described) where a flag, 0 or 1, must follow")
        }
        index += 1
        skipSpaceAndComma()
        return byte == letter("1")
    }

    /// The character at the present place.
    private var described: String {
        let rest = String(decoding: text[index...].prefix(8), as: UTF8.self)
        return rest.first.map { "\"\($0)\"" } ?? "nothing"
    }

    private func error(_ problem: String) -> PathDataError {
        let before = String(decoding: text[..<min(index, text.count)], as: UTF8.self)
        return PathDataError(column: before.count + 1, problem: problem)
    }
}

extension Path {
    /// Adds a part of an ellipse, as SVG 1.1 defines it in F.6: `turn` is how far the ellipse is turned
    /// clockwise, degrees. Radii that are too small become larger; without a radius it is a line.
    public mutating func addArc(
        radii: Point, turnedBy turn: Double, isLarge: Bool, isClockwise: Bool, to end: Point
    ) {
        let start = currentPoint
        guard start != end else { return }
        guard min(radii.x, radii.y) > Self.smallestRadius else { return addLine(to: end) }
        // To a plane in which the ellipse is the unit circle.
        let turned = Homography.rotation(degrees: turn)
        let toCircle =
            Homography.scale(x: 1 / radii.x, y: 1 / radii.y) * .rotation(degrees: -turn)
        let (one, two) = (toCircle.apply(start), toCircle.apply(end))
        let distance = one.distance(to: two)
        guard distance > 0, distance.isFinite else { return addLine(to: end) }
        let growth = max(1, distance / 2)
        let middle = one.moved(towards: two, by: 0.5)
        let height = max(0, growth * growth - distance * distance / 4).squareRoot()
        let side = (isLarge == isClockwise ? -1 : 1) * height / distance
        let centre = Point(
            x: middle.x - side * (two.y - one.y), y: middle.y + side * (two.x - one.x))
        let first = atan2(one.y - centre.y, one.x - centre.x)
        var sweep = atan2(two.y - centre.y, two.x - centre.x) - first
        if isClockwise, sweep < 0 { sweep += 2 * .pi }
        if !isClockwise, sweep > 0 { sweep -= 2 * .pi }
        let back = turned * .scale(x: radii.x, y: radii.y)
        addCircularArc(centre, growth, from: first, by: sweep, mappedBy: back, to: end)
    }

    /// An arc of a smaller ellipse is a line.
    private static let smallestRadius = 1e-9

    /// Adds curves of at most a quarter of a circle each.
    private mutating func addCircularArc(
        _ centre: Point, _ radius: Double, from first: Double, by sweep: Double,
        mappedBy map: Homography, to end: Point
    ) {
        let count = max(1, Int((abs(sweep) / (.pi / 2) - 1e-9).rounded(.up)))
        let step = sweep / Double(count)
        let handle = 4 / 3 * tan(step / 4) * radius
        func place(_ angle: Double, _ along: Double) -> Point {
            map.apply(
                Point(
                    x: centre.x + radius * cos(angle) - along * sin(angle),
                    y: centre.y + radius * sin(angle) + along * cos(angle)))
        }
        for number in 0..<count {
            let from = first + Double(number) * step
            let isLast = number == count - 1
            addCurve(
                place(from, handle), place(from + step, -handle),
                to: isLast ? end : place(from + step, 0))
        }
    }
}
