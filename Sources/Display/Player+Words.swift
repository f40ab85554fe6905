internal import Compositor
import Glibc
internal import Motion
internal import Picture
internal import Scene
internal import System

extension Player {
    /// The lines of the help panel: the tilt, the feed's values, the card, the renderer, the keys.
    func helpLines(at time: Double) -> [Words.Line] {
        let tilt = "\(tenths(state.tilts.card))°, \(state.tiltState.name)"
        let live = [Words.Line("Tilt", tilt)]
        let values = feed.helpValues(at: time).map { Words.Line($0.name, $0.value) }
        let card = [Words.Line("Card", card.title), Words.Line("Drawn by", screen.renderer)]
        let recenter = feed.canRecenter ? [Self.recenterKey] : []
        return live + values + card + [Words.Line("", "")] + recenter + Self.keys
    }

    private static let recenterKey = Words.Line(
        ScreenEvent.Key.recenter.name, "this pose is neutral")

    private static let keys = [
        Words.Line("← →", "another card"),
        Words.Line(ScreenEvent.Key.fullscreen.name, "full screen"),
        Words.Line(ScreenEvent.Key.pause.name, "pause"),
        Words.Line(ScreenEvent.Key.save.name, "save the picture as PNG"),
        Words.Line(ScreenEvent.Key.help.name, "close this help"),
        Words.Line(ScreenEvent.Key.quit.name, "quit"),
    ]

    /// Saves the picture without words in the current folder, or else in the home folder.
    func save() {
        do {
            let path = Self.freePath(like: card.title)
            var compositor: any Compositor = CPUCompositor()
            try compositor.bitmap(shownFrame()).writePNG(to: path)
            pictureWords.say("Saved \(path)", until: now + 4)
        } catch {
            pictureWords.say("Not saved: \(error)", until: now + 6)
        }
    }

    private static func freePath(like title: String) -> String {
        let home = getenv("HOME").map { String(cString: $0) + "/" }
        let folder = access(".", W_OK) == 0 ? "" : home ?? ""
        let stem = folder + fileStem(of: title)
        var number = 1
        while access("\(stem)-\(number).png", F_OK) == 0 { number += 1 }
        return "\(stem)-\(number).png"
    }
}

/// The beginning of a file's name for a card with this title: small letters, digits, and dashes
/// between them. A file system takes a name of 255 bytes.
func fileStem(of title: String) -> String {
    let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
    var stem = words.joined(separator: "-")
    while stem.utf8.count > 200 { stem.removeLast() }
    return stem.isEmpty ? "card" : stem
}

/// A number with one decimal, and with a sign unless it is 0.0.
public func tenths(_ value: Double) -> String {
    let tenths = Int(saturating: value * 10)
    let sign = tenths < 0 ? "−" : tenths > 0 ? "+" : ""
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
}

/// The words over the picture, and their end times.
struct PictureWords {
    private var note: (text: String, end: Double, isOfCard: Bool)?
    /// Shown at the start, while there is no note and nothing is waited for.
    private var hint: (text: String, end: Double)?
    private var showsHelp = false
    /// The help's lines, and when they were made: they change at most ten times a second.
    private var help: (lines: [Words.Line], time: Double)?
    private static let helpInterval = 0.1

    /// `ofCard`: whether the text tells an error of the card that is shown.
    mutating func say(_ text: String, until end: Double, ofCard: Bool = false) {
        note = (text, end, ofCard)
    }

    /// Removes the note if it tells an error of the card that is shown.
    mutating func clearOfCard() {
        if note?.isOfCard == true { note = nil }
    }

    mutating func hint(_ text: String, until end: Double) { hint = (text, end) }

    mutating func toggleHelp() {
        showsHelp.toggle()
        help = nil
        (note, hint) = (nil, nil)
    }

    /// When the words change without an event; nil if they do not.
    func nextChange(after time: Double) -> Double? {
        [note?.end, hint?.end, showsHelp ? time + Self.helpInterval : nil].compactMap { $0 }.min()
    }

    /// The words at `time`; `waiting` is shown if there is no note. `lines` makes the help's lines.
    mutating func words(
        at time: Double, waiting: String?, help lines: () -> [Words.Line]
    ) -> [Words] {
        if let note, time >= note.end { self.note = nil }
        if let hint, time >= hint.end { self.hint = nil }
        if showsHelp, help.map({ time >= $0.time + Self.helpInterval }) ?? true {
            help = (lines(), time)
        }
        return [
            (note?.text ?? waiting ?? hint?.text).map { Words(.bottom, [Words.Line("", $0)]) },
            help.map { Words(.topLeft, $0.lines) },
        ].compactMap { $0 }
    }
}
