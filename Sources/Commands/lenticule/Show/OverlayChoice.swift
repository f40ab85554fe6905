import ArgumentParser
import Display
import Platform

extension Set<CardOverlay> {
    /// Words with commas between them.
    init(argument: String) throws {
        self = []
        for word in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let overlay = CardOverlay(rawValue: String(word)) else {
                let known = CardOverlay.allCases.map(\.rawValue).joined(separator: ", ")
                throw ValidationError(
                    "there is no overlay \"\(word.printable)\"; give one or more of \(known), with "
                        + "commas between them")
            }
            insert(overlay)
        }
    }
}

extension WindowOptions {
    /// Throws if overlays are to be drawn where there is no window.
    func checkOverlay(on screen: ScreenChoice) throws(Failure) {
        guard overlay != nil else { return }
        switch screen {
        case .window: break
        case .terminal, .text:
            throw Failure(
                .usage,
                "--overlay needs a window, and the card is shown in a terminal; inspect --watch tells a "
                    + "card's values there")
        }
    }
}
