import Geometry
import Paint
import Scene
import TOML

/// What a layer or a style gives for one parameter.
struct ParameterEntry {
    /// What the drivers are added to or multiplied with.
    var constant: Double
    var drivers: [(kind: Driver.Kind, textRange: Card.TextRange)] = []
    let textRange: Card.TextRange

    /// A constant without drivers. `value` is the text that gives it; for a default value it is the
    /// text to which the parameter belongs, such as that of a gradient, a vertex or a lens.
    init(_ value: TOMLValue, constant: Double) {
        (self.constant, textRange) = (constant, Card.TextRange(value))
    }

    /// A number, a driver's table, or a list of both.
    init(_ value: TOMLValue, of parameter: Driver.Parameter) throws(TOMLError) {
        self.init(value, constant: parameter.identity)
        guard case .array = value.content else {
            try add(value, of: parameter)
            return
        }
        for member in try value.list(atLeast: 1) { try add(member, of: parameter) }
    }

    private mutating func add(_ value: TOMLValue, of parameter: Driver.Parameter) throws(TOMLError)
    {
        if case .table(let table) = value.content {
            drivers.append((try Driver.Kind(table, of: parameter), Card.TextRange(value)))
        } else if parameter.isProduct {
            constant *= try value.number(of: parameter)
        } else {
            constant += try value.number(of: parameter)
        }
    }
}

extension TOMLValue {
    /// The two members of a list, each a number or a driver's table. Messages name them by
    /// `pattern`.
    func pair(_ pattern: String) throws(TOMLError) -> [TOMLValue] {
        guard case .array(let pair) = content, pair.count == 2 else {
            throw error("must be a list of two, \(pattern), each a number or a driver's table")
        }
        return pair
    }

    /// Reads a value of a parameter. For a component of a colour it reads a whole colour and takes the
    /// component.
    func number(of parameter: Driver.Parameter) throws(TOMLError) -> Double {
        switch parameter {
        case .property(let property): try self.number(of: property)
        case .content(_, .red): try colour().red
        case .content(_, .green): try colour().green
        case .content(_, .blue): try colour().blue
        case .content(_, .alpha): try colour().alpha
        case .content, .shader: try self.number(in: parameter.range)
        }
    }

    /// A value of a property; `visible` may be true or false.
    private func number(of property: Property) throws(TOMLError) -> Double {
        if property == .visible { expect(.boolean) }
        if property == .visible, case .boolean(let isVisible) = content { return isVisible ? 1 : 0 }
        switch content {
        case .integer(let number): try checkRelative(Double(number), of: property)
        case .float(let number): try checkRelative(number, of: property)
        case .array, .table: break
        default: throw error("must be a number, a driver's table, or a list of them")
        }
        return try number(in: property.range)
    }

    /// Refuses a number that is too large for a relative property: its author probably meant
    /// points.
    private func checkRelative(_ number: Double, of property: Property) throws(TOMLError) {
        guard property.isRelative, number > property.range.upperBound, number.isFinite else {
            return
        }
        let text = Int(exactly: number).map(String.init) ?? "\(number)"
        throw error(
            "is \(text), but counts in parts of the box, where 1 is its whole side, not in points")
    }
}

extension Property {
    /// The keys that give several properties at once, as lists.
    static let lists: [(key: String, pattern: String, members: [Property])] = [
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

extension Driver.Parameter {
    /// Whether card.toml gives this parameter as a component of a whole colour.
    var isOfColour: Bool {
        switch self {
        case .content(_, .red), .content(_, .green), .content(_, .blue), .content(_, .alpha): true
        case .content, .property, .shader: false
        }
    }
}
