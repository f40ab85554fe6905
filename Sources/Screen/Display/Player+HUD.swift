internal import Compositor
import Glibc
internal import Motion
internal import Picture
internal import Platform
internal import Scene

extension Player {
    /// The lines of the help panel: the tilt, the feed's values, the card and its events, the keys.
    func helpLines(at time: Double) -> [HUDText.Line] {
        let tilt = "\(tenths(state.tilts.card))°, \(state.tiltState.name)"
        let live = [HUDText.Line("Tilt", tilt)]
        let values = feed.helpValues(at: time).map { HUDText.Line($0.name, $0.value) }
        let place = card.place.map { ", card \($0.number) of \($0.count)" } ?? ""
        let card = [HUDText.Line("Card", card.title + place)]
        let recenter = feed.canRecenter ? [Self.recenterKey] : []
        let events = events.isEmpty ? [] : [HUDText.Line("Reacts to", events)]
        let tune = screen.showsPanels ? [Self.tuneKey] : []
        return live + values + card + events + [HUDText.Line("", "")] + recenter + tune + Self.keys
    }

    /// What the viewer can do to the card besides tilting it, as in "clicks, keys 2 3"; a sensor
    /// shows that the device is shaken.
    private var events: String {
        let triggers = card.scene.triggers
        let numbers = (1...9).filter { Trigger.key($0).map(triggers.contains) ?? false }
        let keys =
            (numbers.count == 1 ? "key " : "keys ")
            + numbers.map(String.init).joined(separator: " ")
        return [
            ("clicks", !triggers.isDisjoint(with: [.tap, .tapHere])),
            ("drags", triggers.contains(.drag)),
            ("shaking", triggers.contains(.shake) && feed.canRecenter),
            (keys, !numbers.isEmpty),
        ].filter(\.1).map(\.0).joined(separator: ", ")
    }

    private static let recenterKey = HUDText.Line(
        ScreenEvent.Key.recenter.name, "this pose is neutral")

    private static let tuneKey = HUDText.Line(ScreenEvent.Key.tune.name, "tune the card")

    private static let keys = [
        HUDText.Line("← →", "another card"),
        HUDText.Line(ScreenEvent.Key.fullscreen.name, "full screen"),
        HUDText.Line(ScreenEvent.Key.pause.name, "pause"),
        HUDText.Line(ScreenEvent.Key.save.name, "save the picture as PNG"),
        HUDText.Line("\(ScreenEvent.Key.help.name) F1", "close this help"),
        HUDText.Line(ScreenEvent.Key.quit.name, "quit"),
    ]

    /// Saves the picture without the HUD.
    func save() {
        do {
            let path = Self.freePath(like: card.title, in: try folderForPictures())
            var compositor: any Compositor = CPUCompositor()
            try compositor.bitmap(shownFrame()).writePNG(to: path)
            hud.say("Saved \(path)", until: now + 4)
        } catch {
            hud.say("Not saved: \(error)", until: now + 6)
        }
    }

    private static func freePath(like title: String, in folder: String) -> String {
        let stem = "\(folder)/" + fileStem(of: title)
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

/// The head-up display: text over the picture, with the times at which it ends.
struct HUD {
    private var note: (text: String, end: Double, isOfCard: Bool)?
    /// Shown at the start, while there is no note and nothing is waited for.
    private var hint: (text: String, end: Double)?
    /// Why the card's changed card.toml cannot be shown; it stays, small, until it is mended.
    private var mistake: String?
    private var showsHelp = false
    /// The help's lines, and when they were made: they change at most ten times a second.
    private var help: (lines: [HUDText.Line], time: Double)?
    private static let helpInterval = 0.1

    /// `ofCard`: whether the text tells an error of the card that is shown.
    mutating func say(_ text: String, until end: Double, ofCard: Bool = false) {
        note = (text, end, ofCard)
    }

    /// Shows `text` whenever no note is shown, until `clearOfCard`.
    mutating func keep(mistake text: String) { mistake = text }

    /// Removes what tells errors of the card that is shown.
    mutating func clearOfCard() {
        if note?.isOfCard == true { note = nil }
        mistake = nil
    }

    mutating func hint(_ text: String, until end: Double) { hint = (text, end) }

    mutating func toggleHelp() {
        showsHelp.toggle()
        help = nil
        (note, hint) = (nil, nil)
    }

    /// When the text changes without an event; nil if it does not.
    func nextChange(after time: Double) -> Double? {
        [note?.end, hint?.end, showsHelp ? time + Self.helpInterval : nil].compactMap { $0 }.min()
    }

    /// The texts at `time`; `waiting` is shown if there is no note. `lines` makes the help's lines.
    mutating func texts(
        at time: Double, waiting: String?, help lines: () -> [HUDText.Line]
    ) -> [HUDText] {
        if let note, time >= note.end { self.note = nil }
        if let hint, time >= hint.end { self.hint = nil }
        if showsHelp, help.map({ time >= $0.time + Self.helpInterval }) ?? true {
            help = (lines(), time)
        }
        let line = note?.text ?? mistake ?? waiting ?? hint?.text
        let isSmall = note == nil && mistake != nil
        return [
            line.map { HUDText(.bottom, [HUDText.Line("", $0)], isSmall: isSmall) },
            help.map { HUDText(.topLeft, $0.lines) },
        ].compactMap { $0 }
    }
}
