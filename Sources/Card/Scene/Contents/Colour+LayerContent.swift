public import Paint

extension Colour: LayerContent {
    /// As in card.toml: `#rrggbbaa`.
    public func label(_ pictures: [String]) -> String {
        [red, green, blue, alpha].reduce(into: "#") { text, component in
            let byte = Int((min(max(component, 0), 1) * 255).rounded())
            text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}
