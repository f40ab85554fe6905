import TOML

/// The forms of a driver's table: each with its keys, the first of which says what drives.
enum DriverForm: CaseIterable {
    case own, values, keys, scrub, run, phases, steps, transition

    private static let response = ["dead-band", "gain", "invert", "limit"]

    var words: [String] {
        switch self {
        case .own: ["follow", "spring", "smooth"] + Self.response
        case .values:
            ["follow", "range", "values", "curve", "spring", "smooth"] + Self.response
        case .keys: ["follow", "keys", "curve", "spring", "smooth"] + Self.response
        case .scrub: ["follow", "range", "track"] + Self.response
        case .run: ["on", "track", "loop"]
        case .phases: ["on", "phases", "animation", "loop"]
        case .steps: ["on", "steps", "animation"]
        case .transition: ["transition", "animation"]
        }
    }

    /// All keys of all forms, each once.
    static let allWords: [String] = {
        var words: [String] = []
        for word in allCases.flatMap(\.words) where !words.contains(word) { words.append(word) }
        return words
    }()
}

extension TOMLTable {
    /// Which form of driver this is; an error if it is none, or has keys of two.
    func driverForm() throws(TOMLError) -> DriverForm {
        for entry in entries where !DriverForm.allWords.contains(entry.key) {
            throw unknown(entry, known: knownWords)
        }
        guard self["follow"] != nil || self["on"] != nil || self["transition"] != nil else {
            throw error("needs follow, on or transition; on = \"shown\" starts it at once")
        }
        let head = try one(of: ["follow", "on", "transition"])
        let form: DriverForm
        switch head {
        case "transition": form = .transition
        case "on":
            switch try one(of: ["track", "phases", "steps"], beside: "on") {
            case "track": form = .run
            case "phases": form = .phases
            default: form = .steps
            }
        default:
            switch try atMostOne(of: ["values", "keys", "track"]) {
            case "values": form = .values
            case "keys": form = .keys
            case "track": form = .scrub
            default: form = .own
            }
        }
        try refuseOthers(than: form)
        return form
    }

    /// The keys that may stand beside what drives.
    private var knownWords: [String] {
        let heads = ["follow", "on", "transition"].filter { self[$0] != nil }
        let forms = DriverForm.allCases.filter { heads.contains($0.words[0]) }
        let words = forms.flatMap(\.words)
        return words.isEmpty
            ? DriverForm.allWords : DriverForm.allWords.filter(words.contains)
    }

    private func refuseOthers(than form: DriverForm) throws(TOMLError) {
        for entry in entries where !form.words.contains(entry.key) {
            if form == .own, entry.key == "range" || entry.key == "curve" {
                throw TOMLError(
                    entry.place, "\(entry.value.name) needs values = [...] beside it")
            }
            let head = given(of: form.words).prefix(2).joined(separator: " and ")
            throw TOMLError(
                entry.place,
                "\(entry.value.name) does not go with \(head): what does is "
                    + form.words.joined(separator: ", "))
        }
    }

    /// The one of these keys that the table has.
    private func one(of keys: [String], beside other: String? = nil) throws(TOMLError) -> String {
        if let key = try atMostOne(of: keys) { return key }
        let words = keys.dropLast().joined(separator: ", ") + " or " + keys[keys.count - 1]
        throw error("needs " + words + (other.map { " beside \($0)" } ?? ""))
    }

    private func atMostOne(of keys: [String]) throws(TOMLError) -> String? {
        let given = given(of: keys)
        guard given.count < 2 else {
            throw error(
                "has \(given[0]) and \(given[1]): give one of them, or a list of two tables")
        }
        return given.first
    }
}
