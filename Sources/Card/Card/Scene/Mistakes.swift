import Platform
import TOML

/// The mistakes of one card.toml: reading goes on after each, so that all can be named at once.
final class Mistakes {
    /// At most `most` mistakes are kept. The nearest name of a layer or of a style is searched only
    /// until `mostAdvised` mistakes were found.
    private static let (most, mostAdvised) = (100, 5)

    private var found: [(location: TOMLLocation, error: CardError, isInText: Bool)] = []

    /// Whether a further mistake may take the time that advice needs.
    var mayAdvise: Bool { found.count < Self.mostAdvised }

    var isEmpty: Bool { found.isEmpty }

    /// Notes the keys of a table that are not among the known ones.
    func noteUnknown(_ table: TOMLTable, known: [String]) {
        // At most `most` keys, because `TOMLTable.unknown` searches the nearest known key for each.
        let unknown = table.entries.lazy.filter { !known.contains($0.key) }
        for entry in unknown.prefix(Self.most) { note(table.unknown(entry, known: known)) }
    }

    /// Notes a mistake in the text itself.
    func note(_ error: TOMLError) {
        note(CardError(error), at: error.location ?? TOMLLocation(file: ""), isInText: true)
    }

    /// Notes that a picture, which the text names at `location`, cannot be used; with `isInText` a
    /// mistake in the text itself.
    func note(_ error: CardError, at location: TOMLLocation, isInText: Bool = false) {
        if found.count < Self.most { found.append((location, error, isInText)) }
    }

    /// What `read` makes of a key's value. Nil if there is no key, or if `read` throws; its error
    /// is then noted.
    func read<Value>(
        _ value: TOMLValue?, _ read: (TOMLValue) throws(TOMLError) -> Value
    ) -> Value? {
        guard let value else { return nil }
        do throws(TOMLError) {
            return try read(value)
        } catch {
            note(error)
            return nil
        }
    }

    /// Throws the first mistake, with the others, if there are any.
    ///
    /// `newerProgramError` is the error of a card that needs a newer program. If the text has
    /// mistakes, this error is thrown instead of them: the newer program may know what is a mistake
    /// for this one.
    func check(newerProgramError: CardError?) throws(CardError) {
        let hasTextMistake = found.contains { $0.isInText }
        if let newerProgramError, hasTextMistake { throw newerProgramError }
        // The same mistake is named once, also if it was noted for two layers with one style.
        var said: Set<String> = []
        let sorted = found.sorted {
            ($0.location.line, $0.location.column) < ($1.location.line, $1.location.column)
        }.filter { said.insert($0.error.description).inserted }
        guard let first = sorted.first?.error else { return }
        throw CardError(
            first.kind, first.description, others: sorted.dropFirst().map(\.error.description),
            pictures: sorted.flatMap(\.error.pictures))
    }
}
