internal import Platform

/// How a picture is shown as text.
public enum TerminalColours: Sendable {
    /// Half blocks in 24-bit colour.
    case colours
    /// Characters; the brighter a cell, the larger its character.
    case shades

    /// Throws if the terminal cannot show pictures.
    static func ofTerminal() throws(DisplayError) -> TerminalColours {
        if environmentVariable("TERM") == "dumb" {
            throw DisplayError(
                description:
                    "the terminal cannot show a picture: TERM is dumb; set TERM if it can, or "
                    + "send the output to a file")
        }
        return fromEnvironment
    }

    /// What NO_COLOR and TERM ask for. Text for a file or a pipe follows them too.
    public static var fromEnvironment: TerminalColours {
        let isWithout =
            environmentVariable("NO_COLOR") != nil
            || isMonochrome(environmentVariable("TERM") ?? "")
        return isWithout ? .shades : .colours
    }

    /// Whether the terminal of this name has no colours, by terminfo(5)'s names for such.
    private static func isMonochrome(_ name: String) -> Bool {
        name == "dumb" || name.hasPrefix("vt1") || name.hasPrefix("vt2") || name.hasPrefix("vt3")
            || name.hasSuffix("-m") || name.hasSuffix("-mono")
    }
}
