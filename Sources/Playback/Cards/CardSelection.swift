public import Card
public import Display
public import Geometry
import Glibc
public import Motion
import Platform
public import Scene
import TOML
import Tuning

/// Which card is shown at first.
public enum CardChoice: Sendable {
    /// The card with this path or name.
    case named(String)
    /// The card that these pictures make, the back one first; each fills it in this way, nil: as
    /// their shapes need.
    case pictures([String], Fit.Mode?)
}

/// How cards are tilted, whether they move by themselves, and which may have shaders.
public struct CardSettings: Sendable {
    /// Where a card says nothing: how an attitude becomes one angle.
    public var tilt = TiltSettings()
    /// Where a card says nothing: how that angle becomes a state.
    public var tiltStates = TiltStateSettings()
    /// Goes before what a card says.
    public var choice = TiltChoice()
    /// Whether only inputs move something.
    public var reducesMotion = false
    public var shaders = ShaderConsent.none

    public init() {}
}

/// What was chosen of the settings of a tilt; nil: what they say.
public struct TiltChoice: Sendable, Equatable {
    public var axis: TiltAxis?
    public var orientation: OrientationChoice?
    public var neutral: Neutral?

    public init(
        axis: TiltAxis? = nil, orientation: OrientationChoice? = nil, neutral: Neutral? = nil
    ) {
        (self.axis, self.orientation, self.neutral) = (axis, orientation, neutral)
    }

    /// The settings with what was chosen.
    public func applied(to settings: TiltSettings) -> TiltSettings {
        var settings = settings
        settings.axis = axis ?? settings.axis
        if let orientation { settings.orientation = orientation.fixed }
        settings.neutral = neutral ?? settings.neutral
        return settings
    }
}

/// The card shown, and the other cards of the library in order.
public struct CardSelection: Sendable {
    private let library: CardLibrary
    private var settings: CardSettings
    /// The folder of the card shown; nil for a card of pictures.
    private var folder: String?
    /// The folder of the chosen card if it is not one of the library: it lies before those.
    private let ownFolder: String?
    /// The present text of the card's card.toml while it is tuned; nil: the file's.
    private var text: TOMLDocument?
    /// The folder that was tried last, if its card could not be shown: keys go on from it.
    private var lastTried: String?
    /// The card shown.
    public private(set) var card: Card
    /// The folders of the library while a card is tuned: each of its cards is read for them.
    private var listedFolders: [String]?
    /// How the card's parts are found in its text; nil unless it is tuned.
    private var tuned: TunedCard?
    /// If the present card could not be shown when its changed card.toml was read anew: the files
    /// that this card.toml names. They are watched too.
    private var alsoWatched: [String] = []
    private let knownSizes = KnownSizes()
    /// When the last reading of a card began, nanoseconds of `fileTimeNow`.
    public private(set) var readTime: Int64
    /// The pictures of a card that has no folder, and how they were chosen to fill it.
    private let pictures: (paths: [String], fit: Fit.Mode?)
    /// For people: why the pictures fill the card in an unusual way; nil if they do not.
    public private(set) var remark: String?

    /// The chosen card, the cards of `library` beside it, and the settings to show them.
    public init(
        _ choice: CardChoice, _ settings: CardSettings, in library: CardLibrary = .installed
    ) throws(CardError) {
        (self.library, self.settings) = (library, settings)
        readTime = fileTimeNow()
        switch choice {
        case .named(let name):
            pictures = ([], nil)
            card = try Card(named: name, in: library)
            folder = try? library.folder(of: name)
            ownFolder = folder
        case .pictures(let paths, let wished):
            (pictures, ownFolder) = ((paths, wished), nil)
            let fit = PictureFit(wished, for: paths)
            card = try Card(pictures: paths, fit: Fit(fit.mode))
            remark = fit.remark
        }
    }

    /// The files whose change lets the card be read anew: the card's own, and those in `alsoWatched`.
    /// A path that ends in `/` is a folder of which the card shows all pictures.
    public var watchedFiles: [String] {
        card.pictures.map(\.path) + card.fontFiles + card.shaderFiles
            + card.pictureFolders.map { "\($0)/" }
            + alsoWatched
            + (folder.map { ["\($0)/card.toml"] } ?? [])
    }

    /// Whether only inputs move something, in cards that are read from now on.
    public var reducesMotion: Bool {
        get { settings.reducesMotion }
        set { settings.reducesMotion = newValue }
    }

    /// The card for the player.
    public func played() throws(CardError) -> PlayedCard {
        var played = try PlayedCard(
            card, settings, axis: tilt.axis, watchedFiles: watchedFiles, readTime: readTime,
            knownSizes)
        if let folder, card.isFormat2 {
            played.file = "\(folder)/card.toml"
            played.fileNames = fileNames(in: folder)
            played.readOnlyReason = Self.readOnlyReason(folder)
        }
        played.tuned = tuned
        let folders = listedFolders ?? library.folders
        played.place = folder.flatMap { index(of: $0, in: folders) }.map {
            (number: $0 + 1, count: folders.count)
        }
        if let remark = settings.shaders.refusal(of: card, in: folder) {
            return played.withoutShaders(remark)
        }
        return played
    }

    private static func readOnlyReason(_ folder: String) -> String? {
        guard access(folder, W_OK) == 0, access("\(folder)/card.toml", W_OK) == 0 else {
            return "you may not write in \(folder)"
        }
        return nil
    }

    /// The tilt settings of the card.
    public var tilt: TiltSettings {
        settings.choice.applied(to: card.tiltSettings(over: settings.tilt))
    }

    /// How `simulated:orbit` tilts the card: a classic one about its own axis by its base angle, a
    /// scene about both axes.
    public func orbit(of scene: Scene) -> Orbit {
        let (axis, orientation) = (tilt.axis, tilt.resolvedOrientation)
        guard !card.isFormat2 else { return Orbit(orientation: orientation) }
        return Orbit(
            degrees: scene.tiltStates.baseDegrees, axis: axis, orientation: orientation)
    }

    /// The card that is asked for; nil if there is no other.
    public mutating func open(_ request: CardRequest) throws -> PlayedCard? {
        switch request {
        case .move(let offset):
            text = nil
            return try move(by: offset)
        case .tune(let document):
            text = document
            return try select(folder)
        case .copy(let document):
            guard let folder else { return nil }
            let copy = try library.copy(of: folder, with: document)
            text = nil
            return try select(copy)
        }
    }

    /// Selects the card at an offset from `lastTried`, else from the present one, cyclically; nil
    /// if there is no other. 0 reads the same card anew. The present card stays selected if the
    /// other one cannot be shown.
    public mutating func move(by offset: Int) throws(CardError) -> PlayedCard? {
        guard offset != 0 else { return try select(folder) }
        let listed = library.folders
        if listed.isEmpty { throw CardError(.missing, CardLibrary.installation) }
        let own = ownFolder.map { index(of: $0, in: listed) == nil ? [$0] : [] } ?? []
        let folders = own + listed
        let shown = folder.flatMap { index(of: $0, in: folders) }
        guard folders.count > 1 || shown == nil else { return nil }
        let tried = lastTried.flatMap { index(of: $0, in: folders) }
        let present = tried ?? shown ?? (offset > 0 ? -1 : 0)
        let next = folders[((present + offset) % folders.count + folders.count) % folders.count]
        // Set before loading, so that a card that cannot be shown is skipped at the next key.
        lastTried = next
        return try select(next)
    }

    /// The card in a folder; with `text` in the place of its card.toml, and then with its outline.
    private static func read(
        _ folder: String, _ text: TOMLDocument?
    ) throws(CardError) -> (Card, TunedCard?) {
        guard let text else { return (try Card(folder: folder), nil) }
        let expectations = TOMLExpectations()
        let card = try expectations.note { () throws(CardError) in
            try Card(folder: folder, document: text)
        }
        do throws(TOMLError) {
            return (card, try TunedCard(card, text, expectations))
        } catch {
            throw CardError(.malformed, error.description)
        }
    }

    /// Selects the card in a folder, or that of the pictures.
    private mutating func select(_ folder: String?) throws(CardError) -> PlayedCard {
        readTime = fileTimeNow()
        var other = self
        (other.folder, other.alsoWatched) = (folder, [])
        other.listedFolders = text == nil ? nil : listedFolders ?? library.folders
        if folder != self.folder { other.lastTried = nil }
        do throws(CardError) {
            if let folder {
                (other.card, other.tuned) = try Self.read(folder, text)
            } else {
                let fit = PictureFit(pictures.fit, for: pictures.paths)
                other.card = try Card(pictures: pictures.paths, fit: Fit(fit.mode))
            }
        } catch {
            if folder == self.folder { alsoWatched = error.pictures }
            throw error
        }
        do throws(CardError) {
            let played = try other.played()
            self = other
            return played
        } catch {
            if folder == self.folder { alsoWatched = other.watchedFiles }
            throw error
        }
    }
}

/// The index of a folder, by its path, or else by another path of the same folder.
private func index(of folder: String, in folders: [String]) -> Int? {
    if let index = folders.firstIndex(of: folder) { return index }
    guard let resolved = realPath(folder) else { return nil }
    return folders.firstIndex { realPath($0) == resolved }
}
