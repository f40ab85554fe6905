import Animation
import Paint
import Platform
import Scene
import TOML

extension [TextDescription.Span] {
    /// Appends what a text says: spans like `span`, of which each has letters or one number.
    mutating func append(
        _ value: TOMLValue, _ span: TextDescription.Span,
        _ numbers: inout [(PrintedNumber, ParameterEntry)]
    ) throws(TOMLError) {
        for piece in try value.textPieces() {
            var span = span
            switch piece {
            case .letters(let letters): span.text = letters
            case .number(let signal, let decimals):
                let number = PrintedNumber(span: count, signal, decimals: decimals)
                span.text = number.text(0)
                var parameter = ParameterEntry(value, constant: 0)
                parameter.drivers.append(
                    (.follow(signal, Conversion(), nil, .atOnce), parameter.textRange))
                numbers.append((number, parameter))
            }
            append(span)
        }
        guard count <= TextDescription.mostSpans else {
            throw value.error(
                "has too many pieces: with its numbers the text has \(count), and "
                    + "\(TextDescription.mostSpans) are the most")
        }
    }
}

/// A piece of a text: letters, or the number in `{tilt:1}`.
private enum TextPiece {
    case letters(String)
    case number(Signal, decimals: Int)
}

extension TOMLValue {
    /// The pieces between braces and around them; two braces stand for one that is shown.
    fileprivate func textPieces() throws(TOMLError) -> [TextPiece] {
        var (pieces, letters) = ([TextPiece](), "")
        var rest = try shownText()[...]
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            letters += rest[..<brace]
            rest = rest[brace...]
            if rest.hasPrefix("{{") || rest.hasPrefix("}}") {
                letters.append(rest.removeFirst())
                rest.removeFirst()
                continue
            }
            guard rest.first == "{", let end = rest.firstIndex(of: "}") else {
                throw error(
                    "has a brace alone: give {signal:decimals}, as in {tilt:0}, and two for one "
                        + "that is shown")
            }
            if !letters.isEmpty { pieces.append(.letters(letters)) }
            letters = ""
            pieces.append(try number(rest[..<end].dropFirst()))
            rest = rest[end...].dropFirst()
        }
        letters += rest
        return letters.isEmpty && !pieces.isEmpty ? pieces : pieces + [.letters(letters)]
    }

    /// What the text between two braces prints, as `tilt` or `tilt:2`.
    private func number(_ text: Substring) throws(TOMLError) -> TextPiece {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let (name, written) = (String(parts[0]), "{\(text)}".quotedShort)
        guard let signal = Signal(rawValue: name) else {
            let names = Signal.allCases.map(\.rawValue)
            let advice =
                nearest(to: name, of: names).map { "the nearest is \($0)" }
                ?? "it can be \(names.joined(separator: ", "))"
            throw error("has \(written), which is no signal; \(advice)")
        }
        guard parts.count > 1 else { return .number(signal, decimals: 0) }
        guard parts[1].utf8.count == 1, let decimals = Int(parts[1]),
            decimals <= PrintedNumber.mostDecimals
        else {
            throw error(
                "has \(written); give 0 to \(PrintedNumber.mostDecimals) decimals, as in "
                    + "{\(name):1}")
        }
        return .number(signal, decimals: decimals)
    }

    /// A text as it is shown; of control characters it may have line ends and tabs.
    private func shownText() throws(TOMLError) -> String {
        expect(.text)
        guard case .string(let text) = content else {
            throw error("must be a text, or a list of texts and { text = \"...\" }")
        }
        let shown = text.replacing("\r\n", with: "\n")
        let isControl = { (scalar: Unicode.Scalar) in
            scalar.properties.generalCategory == .control && scalar != "\n" && scalar != "\t"
        }
        if let scalar = shown.unicodeScalars.first(where: isControl) {
            throw error("holds the control character \(Int(scalar.value))")
        }
        return shown
    }
}
