import Geometry
import Scene
import TOML

/// What a layer or a style gives for one number.
struct PropertyText {
    /// What the drivers are added to or multiplied with.
    var constant: Double
    var drivers: [(kind: Driver.Kind, source: Card.Source)] = []
    let source: Card.Source

    /// A constant without drivers; `value` is where card.toml gives it.
    init(_ value: TOMLValue, constant: Double) {
        (self.constant, source) = (constant, Card.Source(value))
    }

    /// A number, a driver's table, or a list of both.
    init(_ value: TOMLValue, of target: Driver.Target) throws(TOMLError) {
        self.init(value, constant: target.neutral)
        guard case .array = value.content else {
            try add(value, of: target)
            return
        }
        for part in try value.list(atLeast: 1) { try add(part, of: target) }
    }

    private mutating func add(_ value: TOMLValue, of target: Driver.Target) throws(TOMLError) {
        if case .table(let table) = value.content {
            drivers.append((try Driver.Kind(table, of: target), Card.Source(value)))
        } else if target.isProduct {
            constant *= try value.number(of: target)
        } else {
            constant += try value.number(of: target)
        }
    }
}

extension TOMLValue {
    /// The two members of a list, as `words` name them, which may have drivers.
    func pair(_ words: String) throws(TOMLError) -> [TOMLValue] {
        guard case .array(let pair) = content, pair.count == 2 else {
            throw error("must be a list of two, \(words), each a number or a driver's table")
        }
        return pair
    }

    /// Reads a value of a number. For a component of a colour it reads a whole colour and takes the
    /// component.
    func number(of target: Driver.Target) throws(TOMLError) -> Double {
        switch target {
        case .property(let property): try number(of: property)
        case .content(_, .red): try colour().red
        case .content(_, .green): try colour().green
        case .content(_, .blue): try colour().blue
        case .content(_, .alpha): try colour().alpha
        case .content: try number(in: target.range)
        }
    }

    /// A value of a property; `visible` may be true or false.
    private func number(of property: Property) throws(TOMLError) -> Double {
        if property == .visible, case .boolean(let isVisible) = content { return isVisible ? 1 : 0 }
        switch content {
        case .integer(let number): try checkPart(Double(number), of: property)
        case .float(let number): try checkPart(number, of: property)
        case .array, .table: break
        default: throw error("must be a number, a driver's table, or a list of them")
        }
        return try number(in: property.range)
    }

    /// Refuses a number that is too large for a part of the box: its author took parts for points.
    private func checkPart(_ number: Double, of property: Property) throws(TOMLError) {
        guard property.isPart, number > property.range.upperBound, number.isFinite else { return }
        let text = Int(exactly: number).map(String.init) ?? "\(number)"
        throw error(
            "is \(text), but counts in parts of the box, where 1 is its whole side, not in points")
    }
}

extension Property {
    /// The keys that give several properties at once, as lists.
    static let lists: [(key: String, words: String, members: [Property])] = [
        ("at", "[x, y]", [.atX, .atY]),
        ("offset", "[x, y]", [.offsetX, .offsetY]),
        ("size", "[width, height]", [.width, .height]),
        ("anchor", "[x, y]", [.anchorX, .anchorY]),
        ("crop", "[x, y, width, height]", [.cropX, .cropY, .cropWidth, .cropHeight]),
        ("multiply", "[red, green, blue]", [.multiplyRed, .multiplyGreen, .multiplyBlue]),
        ("shadow-offset", "[x, y]", [.shadowOffsetX, .shadowOffsetY]),
    ]

    /// Whether only pictures have it.
    var isOfPictures: Bool {
        switch self {
        case .cropX, .cropY, .cropWidth, .cropHeight: true
        default: false
        }
    }
}

extension Driver.Target {
    /// Whether card.toml gives this number as a component of a whole colour.
    var isOfColour: Bool {
        switch self {
        case .content(_, .red), .content(_, .green), .content(_, .blue), .content(_, .alpha): true
        case .content, .property: false
        }
    }
}
