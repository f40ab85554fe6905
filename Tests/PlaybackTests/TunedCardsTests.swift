import Card
import Foundation
import Scene
import TOML
import TestSupport
import Testing
import Tuning

@testable import Playback

/// Each value of each card that comes with the program can be tuned.
///
/// The usual run changes all numbers, colours and texts. With LENTICULE_EDITS in the environment each word,
/// switch and file is changed alone, too, and the keys that each layer of the examples could have are added.
@Suite struct TunedCardsTests {
    private static let isThorough =
        ProcessInfo.processInfo.environment["LENTICULE_EDITS"] != nil

    private func read(
        _ folder: String, _ document: TOMLDocument
    ) throws -> (card: Card, tuned: TunedCard) {
        let expectations = TOMLExpectations()
        let card = try expectations.note { try Card(folder: folder, document: document) }
        return (card, try TunedCard(card, document, expectations))
    }

    /// Other texts in the place of a value that its reader accepts, the nearest first.
    private func others(_ field: CardOutline.Field, _ folder: String) -> [String] {
        field.accepted.flatMap { accepted -> [String] in
            switch (accepted, field.value) {
            case (.number(let range), .float(let value)): numbers(value, range)
            case (.number(let range), .integer(let value)): numbers(Double(value), range)
            case (.integer(let range), .integer(let value)):
                [Int(value) + 1, Int(value) - 1].filter(range.contains).map(String.init)
            case (.boolean, .boolean(let value)): ["\(!value)"]
            case (.choice(let words), .string(let word)):
                words.filter { $0 != word }.map { "\"\($0)\"" }
            case (.special(.colour), .string(let text)):
                text == "#123456" ? ["\"#234567\""] : ["\"#123456\""]
            case (.special(.file), .string(let name)):
                ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
                    .filter { $0 != name && $0 != "card.toml" }.map { "\"\($0)\"" }
            case (.text, .string(let text)): [(text + " ").quotedForTOML]
            case (.number(let range), .string): numbers(range.lowerBound, range)
            default: []
            }
        }
    }

    private func numbers(_ value: Double, _ range: ClosedRange<Double>) -> [String] {
        let step = max(abs(value) * 0.001, 0.001)
        return [value + step, value - step].filter(range.contains).map { "\($0)" }
    }

    @Test(arguments: Repository.cardFiles)
    func `each value is listed, changed, saved and read again`(path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let document = try TOMLDocument(file: path)
        let first = try read(folder, document)
        guard first.card.isFormat2 else { return }
        let outline = first.tuned.outline
        var paths: Set<TOMLPath> = []
        let fields = (outline.fields + outline.layers.flatMap(\.fields))
            .filter { paths.insert($0.path).inserted }
        for field in fields {
            #expect(field.meaning?.isEmpty == false, "\(field.label)")
        }
        // Each value of the file is listed, but for styles that no layer has.
        let listed = paths
        let table = try document.table()
        for place in table.paths where place.steps.first == .key("layer") {
            switch try #require(table[place]).content {
            case .array, .table: break
            default: #expect(listed.contains(place), "\(place)")
            }
        }
        let changed = fields.filter { !Self.goesWithOthers($0) }
        let copy = TemporaryFolder()
        var draft = try CardDraft(file: copy.write("card.toml", Data(document.bytes)))
        // Numbers, colours and texts together: they do not depend on each other.
        let free = changed.filter { !others($0, folder).isEmpty && !Self.isWord($0) }
        var texts: [TOMLPath: String] = [:]
        for field in free { texts[field.path] = others(field, folder)[0] }
        for (path, text) in texts { try draft.set(TOMLEdit(path, text)) }
        #expect(try draft.save().isEmpty)
        let saved = try TOMLDocument(file: draft.file)
        _ = try read(folder, saved)
        for (path, text) in texts { #expect(try saved.text(at: path) == text, "\(path)") }
        for _ in texts { draft.undo() }
        #expect(draft.document.bytes == document.bytes)
        guard Self.isThorough else { return }
        // A word may need others beside it, so that not each one is taken, but one is.
        for field in changed where Self.isWord(field) || others(field, folder).isEmpty {
            let texts = others(field, folder).prefix(40)
            #expect(
                texts.contains { isAccepted($0, at: field.path, of: document, in: folder) },
                "\(field.path) = \(field.value), \(field.accepted)")
        }
    }

    private func isAccepted(
        _ text: String, at path: TOMLPath, of document: TOMLDocument, in folder: String
    ) -> Bool {
        var changed = document
        guard (try? changed.set(path, to: text)) != nil else { return false }
        return (try? Card(folder: folder, document: changed)) != nil
    }

    private static func isWord(_ field: CardOutline.Field) -> Bool {
        field.accepted.contains { accepted in
            switch accepted {
            case .choice, .boolean, .special(.file): true
            default: false
            }
        }
    }

    /// Whether a value may have no other one alone: a name by which others call it, what other keys beside it
    /// must fit, the only word that there is.
    private static func goesWithOthers(_ field: CardOutline.Field) -> Bool {
        let label = field.label
        let names = [
            "format", "needs", "name", "in", "style", "mask", "luminance-mask", "surround",
        ]
        if case .choice(let words)? = field.accepted.first, words.count == 1 { return true }
        return names.contains(label) || label.hasSuffix(".kind") || label == "shader.file"
            || label.hasSuffix("element")
            || ["mesh.width", "mesh.height", "lens.pictures"].contains(label)
    }

    @Test(arguments: Repository.cardFiles)
    func `what can be added to a layer is accepted`(path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let document = try TOMLDocument(file: path)
        let first = try read(folder, document)
        guard first.card.isFormat2, Self.isThorough || !path.contains("/examples/") else { return }
        var seen: Set<[String]> = []
        for layer in first.tuned.outline.layers where seen.insert(layer.keys.sorted()).inserted {
            #expect(!layer.additions.isEmpty)
            var changed = document
            for addition in layer.additions {
                #expect(addition.meaning?.isEmpty == false, "\(addition.key)")
            }
            for addition in layer.additions where !Self.parts.contains(addition.key) {
                let edit = addition.edit
                try changed.set(edit.path, to: edit.text, after: edit.before)
            }
            do {
                _ = try Card(folder: folder, document: changed)
            } catch {
                Issue.record("\(layer.path): \(error)")
            }
        }
    }

    /// Members of lists, which do not stand beside these.
    private static let parts: Set = [
        "at-x", "at-y", "offset-x", "offset-y", "width", "height", "anchor-x", "anchor-y", "crop-x",
        "crop-y", "crop-width", "crop-height", "multiply-red", "multiply-green", "multiply-blue",
        "shadow-offset-x", "shadow-offset-y", "scale-x", "scale-y",
    ]

    @Test(arguments: Repository.cardFiles)
    func `layers and drivers are found in the text`(path: String) throws {
        let folder = URL(filePath: path).deletingLastPathComponent().path
        let document = try TOMLDocument(file: path)
        let (card, tuned) = try read(folder, document)
        guard card.isFormat2 else { return }
        let table = try document.table()
        #expect(tuned.layerIndices.count == card.layers.count)
        for (layer, index) in zip(card.layers, tuned.layerIndices) {
            guard let index else { continue }
            let name = table[["layer", .index(index), "name"]]?.content
            #expect(name == layer.name.map { .string($0) })
        }
        #expect(tuned.driverPaths.count == card.drivers.count)
        for path in tuned.driverPaths { #expect(path != nil) }
    }
}
