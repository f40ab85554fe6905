import Card
import Decoding
import Display
import Geometry
import Logging
import Motion
import Picture
import Scene
import System

/// The card shown, and the other cards of the library in order.
struct CardSelection {
    private let library = CardLibrary.installed
    private let options: TiltOptions?
    private let config: Config
    /// The folder of the card shown; nil for a card of pictures.
    private var folder: String?
    /// The folder that was tried last, if its card could not be shown: keys go on from it.
    private var lastTried: String?
    private(set) var card: Card
    /// If the present card could not be shown when its changed card.toml was read anew: the files
    /// that this card.toml names. They are watched too.
    private var alsoWatched: [String] = []
    /// The pictures of a card that has no folder.
    private let pictures: [String]
    private let fit: FitChoice

    /// The card with this folder or name, or made of these pictures, and the settings to show it.
    init(
        card name: String, pictures: [String], fit: FitChoice = FitChoice(),
        options: TiltOptions? = nil, config: Config
    ) throws(Failure) {
        (self.options, self.config) = (options, config)
        (self.pictures, self.fit) = (pictures, fit)
        if pictures.isEmpty {
            card = try openCard(name)
            folder = try? library.folder(of: name)
        } else if pictures.count == 1, FileKind(pictures[0]) == .folder {
            try fit.refuse(for: pictures[0])
            folder = pictures[0]
            card = try openCard(pictures[0])
        } else {
            if let failure = Failure(unknownWord: pictures[0], library) { throw failure }
            let chosen = fit.chosen(for: pictures)
            card = try openCard(pictures: pictures, fit: chosen.mode)
            if let remark = chosen.remark { logger.notice("\(remark)") }
        }
    }

    /// The files whose change lets the card be read anew: the card's own, and those in `alsoWatched`.
    /// A path that ends in `/` is a folder of which the card shows all pictures.
    var watchedFiles: [String] {
        card.pictures.map(\.path) + card.pictureFolders.map { "\($0)/" } + alsoWatched
            + (folder.map { ["\($0)/card.toml"] } ?? [])
    }

    /// The card for the player.
    func played() throws(Failure) -> PlayedCard {
        var played = try PlayedCard(
            card, config.tiltStates, axis: tilt.axis, watchedFiles: watchedFiles)
        let folders = library.folders
        played.place = folder.flatMap { index(of: $0, in: folders) }.map {
            (number: $0 + 1, count: folders.count)
        }
        return played
    }

    /// The tilt settings of the card.
    var tilt: TiltSettings {
        let settings = card.tiltSettings(over: config.tilt)
        return options?.applied(to: settings) ?? settings
    }

    /// How `simulated:orbit` tilts the card: a classic one about its own axis by its base angle, a
    /// scene about both axes.
    func orbit(of scene: Scene) -> Orbit {
        let (axis, orientation) = (tilt.axis, tilt.orientation)
        guard !card.isFormat2 else { return Orbit(orientation: orientation) }
        return Orbit(
            degrees: scene.tiltStates.baseDegrees, axis: axis, orientation: orientation)
    }

    /// Selects the card at an offset from `lastTried`, else from the present one, cyclically; nil
    /// if there is no other. 0 reads the same card anew. The present card stays selected if the
    /// other one cannot be shown.
    mutating func move(by offset: Int) throws(Failure) -> PlayedCard? {
        guard offset != 0 else { return try select(folder) }
        let folders = library.folders
        if folders.isEmpty { throw Failure(.missingFile, CardLibrary.installation) }
        let shown = folder.flatMap { index(of: $0, in: folders) }
        guard folders.count > 1 || shown == nil else { return nil }
        let tried = lastTried.flatMap { index(of: $0, in: folders) }
        let present = tried ?? shown ?? (offset > 0 ? -1 : 0)
        let next = folders[((present + offset) % folders.count + folders.count) % folders.count]
        // Set before loading, so that a card that cannot be shown is skipped at the next key.
        lastTried = next
        return try select(next)
    }

    /// Selects the card in a folder, or that of the pictures.
    private mutating func select(_ folder: String?) throws(Failure) -> PlayedCard {
        var other = self
        (other.folder, other.alsoWatched) = (folder, [])
        if folder != self.folder { other.lastTried = nil }
        do throws(CardError) {
            if let folder {
                other.card = try Card(folder: folder)
            } else {
                let fit = fit.chosen(for: pictures).mode
                other.card = try Card(pictures: pictures, fit: Fit(fit))
            }
        } catch {
            if folder == self.folder { alsoWatched = error.pictures }
            throw Failure(error)
        }
        do throws(Failure) {
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

extension PlayedCard {
    /// The card for the player; without a size of its own it has the first picture's.
    init(
        _ card: Card, _ settings: TiltStateSettings, axis: TiltAxis, watchedFiles: [String]
    ) throws(Failure) {
        let pictures = card.pictureFiles
        let size = if let own = card.size { own } else { try Self.size(of: card, pictures) }
        self.init(
            title: card.name,
            scene: card.scene(
                size: size, pictureSizes: Self.sizes(of: card, pictures), over: settings),
            pictures: pictures, axis: axis, watchedFiles: watchedFiles)
    }

    /// The files that it is read from, which `output` may not be. Those that SVGs show are looked for
    /// only if `output` is there and no pipe: otherwise it is none of them.
    func inputFiles(forOutput output: String) -> [String] {
        let kind = FileKind(isStandardOutput(output) ? "/dev/stdout" : output)
        guard kind != .missing, kind != .special else { return watchedFiles }
        return watchedFiles
            + pictures.flatMap { picture in
                let path = picture.path
                let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
                return OpenPicture.referredFiles(of: path).map { folder + $0 }
            }
    }

    /// The size of the first picture that can be measured.
    private static func size(of card: Card, _ pictures: [PictureFile]) throws(Failure) -> Size {
        var failure: Failure?
        for (picture, file) in zip(card.pictures, pictures) {
            do throws(Failure) {
                return try locatingErrors(of: picture, file) { file throws(PictureError) in
                    try file.size()
                }
            } catch {
                failure = failure ?? error
            }
        }
        throw failure
            ?? Failure(
                .badInput, "the card \(card.name) has no picture, and no size = [width, height]")
    }

    /// The sizes of the pictures whose proportions matter; one that cannot be measured fails when it
    /// is drawn.
    private static func sizes(of card: Card, _ pictures: [PictureFile]) -> [Int: Size] {
        var sizes: [Int: Size] = [:]
        for index in card.measuredPictures { sizes[index] = try? pictures[index].size() }
        return sizes
    }
}
