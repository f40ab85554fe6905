import Card
import Scene
import TOML
import Tuning

extension TunedCard {
    /// The parts of a card that was read from this text, as `expectations` noted.
    init(
        _ card: Card, _ document: TOMLDocument, _ expectations: TOMLExpectations
    ) throws(TOMLError) {
        let table = try document.table()
        var paths: [TOMLLocation: TOMLPath] = [:]
        for path in table.paths {
            if let value = table[path] { paths[value.location] = path }
        }
        let keys = CardOutline.Keys(
            unit: LayerKeys.unit, usual: LayerKeys.usual, meaning: LayerKeys.meaning,
            additions: LayerKeys.additions)
        self.init(
            CardOutline(table, expectations, keys), layerIndices: card.fileIndices,
            driverPaths: card.driverTextRanges.map { paths[$0.start] })
    }
}
