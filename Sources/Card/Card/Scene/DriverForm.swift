import TOML

/// The forms of a driver's table: each with the names of its keys, the first of which says what
/// drives.
enum DriverForm: CaseIterable {
    case plainSignal, values, keys, scrub, run, phases, steps, transition

    private static let conversionKeys = ["dead-band", "gain", "invert", "limit"]

    var keyNames: [String] {
        switch self {
        case .plainSignal: ["follow", "spring", "smooth"] + Self.conversionKeys
        case .values:
            ["follow", "range", "values", "curve", "spring", "smooth"] + Self.conversionKeys
        case .keys: ["follow", "keys", "curve", "spring", "smooth"] + Self.conversionKeys
        case .scrub: ["follow", "range", "track"] + Self.conversionKeys
        case .run: ["on", "track", "loop"]
        case .phases: ["on", "phases", "animation", "loop"]
        case .steps: ["on", "steps", "animation"]
        case .transition: ["transition", "animation"]
        }
    }

    /// The names of all keys of all forms, each once.
    static let allKeyNames: [String] = {
        var names: [String] = []
        for name in allCases.flatMap(\.keyNames) where !names.contains(name) { names.append(name) }
        return names
    }()
}

extension TOMLTable {
    /// Which form of driver this is. Throws if the table has none of the forms, keys of two forms,
    /// or an unknown key.
    func driverForm() throws(TOMLError) -> DriverForm {
        for entry in entries where !DriverForm.allKeyNames.contains(entry.key) {
            throw unknown(entry, known: knownKeyNames)
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
            default: form = .plainSignal
            }
        }
        try refuseOthers(than: form)
        return form
    }

    /// The names of the keys that may stand beside the `follow`, `on` or `transition` of this
    /// table; of all keys if it has none of the three.
    private var knownKeyNames: [String] {
        let heads = ["follow", "on", "transition"].filter { self[$0] != nil }
        let forms = DriverForm.allCases.filter { heads.contains($0.keyNames[0]) }
        let names = forms.flatMap(\.keyNames)
        return names.isEmpty
            ? DriverForm.allKeyNames : DriverForm.allKeyNames.filter(names.contains)
    }

    private func refuseOthers(than form: DriverForm) throws(TOMLError) {
        for entry in entries where !form.keyNames.contains(entry.key) {
            if form == .plainSignal, entry.key == "range" || entry.key == "curve" {
                throw TOMLError(
                    entry.location, "\(entry.value.name) needs values = [...] beside it")
            }
            let head = given(of: form.keyNames).prefix(2).joined(separator: " and ")
            throw TOMLError(
                entry.location,
                "\(entry.value.name) does not go with \(head); the keys of such a driver are "
                    + form.keyNames.joined(separator: ", "))
        }
    }

    /// The one of these keys that the table has.
    private func one(of keys: [String], beside other: String? = nil) throws(TOMLError) -> String {
        if let key = try atMostOne(of: keys) { return key }
        let list = keys.dropLast().joined(separator: ", ") + " or " + keys[keys.count - 1]
        throw error("needs " + list + (other.map { " beside \($0)" } ?? ""))
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
