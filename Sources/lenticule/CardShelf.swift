import Card
import Display
import Picture

/// The cards a person can see: the one shown, and its neighbours in the library.
struct CardShelf {
    private let library = CardLibrary.installed
    private let settings: TiltStateSettings
    /// The folder of the card shown; nil for pictures alone.
    private var folder: String?
    private(set) var card: Card

    /// The card that was asked for by folder or name, or that these pictures make.
    init(card name: String, pictures: [String], settings: TiltStateSettings) throws(Failure) {
        self.settings = settings
        card = try openCard(name, pictures: pictures)
        folder = pictures.isEmpty ? try? library.folder(of: name) : nil
    }

    /// The card as the player shows it.
    func played() throws(Failure) -> PlayedCard { try PlayedCard(card, settings) }

    /// Goes to the card so many places further, around the ends; nil where there is no other.
    mutating func move(by steps: Int) throws(Failure) -> PlayedCard? {
        let folders = library.folders
        guard folders.count > 1 || folders.first != folder, !folders.isEmpty else { return nil }
        let place = folders.firstIndex { folder == $0 } ?? (steps > 0 ? -1 : 0)
        let next = folders[((place + steps) % folders.count + folders.count) % folders.count]
        // A card that cannot be shown is passed by the next time.
        folder = next
        card = try openCard(next)
        return try played()
    }
}

extension PlayedCard {
    /// The card with its pictures' places; without a size of its own it has the back picture's.
    init(_ card: Card, _ settings: TiltStateSettings) throws(Failure) {
        let pictures = card.layers.map {
            StagePicture(file: PictureFile(path: $0.picture), fit: Fit($0.fit))
        }
        let size: (width: Double, height: Double)
        do throws(PictureError) {
            if let own = card.size {
                size = (own.width, own.height)
            } else {
                size = try pictures[0].file.size()
            }
        } catch {
            throw Failure(error)
        }
        let settings = card.settings(over: settings)
        var state = TiltState.flat
        self.init(title: card.name, pictures: pictures, size: size) { tilt in
            // Only hysteresis makes the state before matter.
            state = TiltState(tilt, settings, previous: state)
            return (state.name, card.layers(in: state, settings).map(\.opacity))
        }
    }
}

extension Fit {
    init(_ fit: Card.Layer.Fit) {
        self =
            switch fit {
            case .stretch: .stretch
            case .contain: .contain
            case .cover: .cover
            }
    }
}
