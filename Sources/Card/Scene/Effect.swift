import Paint

/// What changes the colours of a layer or a group.
public enum Effect: Sendable, CaseIterable {
    case hue, saturation, brightness, gain, contrast, grayscale, invert, multiply

    /// The change of colours for these values of its properties.
    func matrix(_ value: (Property) -> Double) -> ColourMatrix {
        switch self {
        case .hue: .hue(degrees: value(.hue))
        case .saturation: .saturation(value(.saturation))
        case .brightness: .brightness(value(.brightness))
        case .gain:
            .product(red: value(.gain), green: value(.gain), blue: value(.gain))
        case .contrast: .contrast(value(.contrast))
        case .grayscale: .saturation(1 - value(.grayscale))
        case .invert: .inversion(value(.invert))
        case .multiply:
            .product(
                red: value(.multiplyRed), green: value(.multiplyGreen), blue: value(.multiplyBlue))
        }
    }
}

extension Property {
    /// The effect that it belongs to; nil for what does not change colours.
    public var effect: Effect? {
        switch self {
        case .hue: .hue
        case .saturation: .saturation
        case .brightness: .brightness
        case .gain: .gain
        case .contrast: .contrast
        case .grayscale: .grayscale
        case .invert: .invert
        case .multiplyRed, .multiplyGreen, .multiplyBlue: .multiply
        default: nil
        }
    }
}

extension [Effect] {
    /// All of them in their order as one matrix; nil if they change nothing.
    func matrix(_ value: (Property) -> Double) -> ColourMatrix? {
        guard let first else { return nil }
        let matrix = dropFirst().reduce(first.matrix(value)) { $1.matrix(value) * $0 }
        return matrix == .identity ? nil : matrix
    }
}
