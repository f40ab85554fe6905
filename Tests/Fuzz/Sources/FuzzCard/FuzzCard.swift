import Card
import Geometry
import Glibc
import Motion
import Scene
import TOML

/// A folder with three pictures, whose card.toml each run writes anew.
private let folder: String = {
    var template = Array("/tmp/lenticule-fuzz-XXXXXX".utf8CString)
    let path = String(cString: mkdtemp(&template))
    for name in ["back", "middle", "front"] { fclose(fopen("\(path)/\(name).png", "w")) }
    return path
}()

/// Reads the input as any TOML, as a card and as an animation; what it says does not matter.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCard(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    do throws(TOMLError) {
        visit(try TOMLTable(parsing: input, file: "card.toml"))
    } catch {
        // A mistake has to have a location in the text.
        precondition(error.location.map { $0.line > 0 && $0.column > 0 } ?? false, "\(error)")
    }
    readCard(input)
    return 0
}

/// Reads every value as what it may be wanted as.
private func visit(_ table: TOMLTable) {
    _ = table.unknownKeys(known: ["picture", "fit"])
    for entry in table.entries {
        precondition(entry.location.line > 0 && entry.value.location.line > 0, "no location")
        visit(entry.value)
    }
}

private func visit(_ value: TOMLValue) {
    if let inner = try? value.table() { visit(inner) }
    for element in (try? value.array()) ?? [] { visit(element) }
    _ = try? value.number(in: 0...1)
    _ = try? value.choice(Fit.Mode.self)
}

private func readCard(_ input: [UInt8]) {
    guard let file = fopen("\(folder)/card.toml", "w") else { return }
    fwrite(input, 1, input.count, file)
    fclose(file)
    let pages = try? PictureLookup.pageCount(of: "\(folder)/card.toml", upTo: 65)
    precondition((0...65).contains(pages ?? 0), "more pages than asked for")
    do throws(CardError) {
        let card = try Card(folder: folder)
        let hasControls = card.name.unicodeScalars.contains {
            $0.properties.generalCategory == .control
        }
        precondition(!hasControls, "a name that a terminal obeys")
        check(card)
        show(card)
    } catch {
        // Each mistake names its file.
        for line in [error.description] + error.others {
            precondition(line.contains("/"), line)
        }
    }
}

/// Looks at what a scene promises: its order, and the places of its text.
private func check(_ card: Card) {
    guard card.isFormat2 else { return }
    precondition(card.layerTextRanges.count == card.layers.count, "a layer without a location")
    precondition(card.driverTextRanges.count == card.drivers.count, "a driver without a location")
    precondition(card.layers.count <= 1000 && card.drivers.count <= 5000, "more than is allowed")
    for (index, layer) in card.layers.enumerated() {
        precondition(layer.parent ?? -1 < index, "a layer before its group")
        if let count = layer.content.memberCount {
            precondition(count > 0 && index + count < card.layers.count, "an empty group")
        }
    }
    precondition(card.measuredPictures.allSatisfy(card.pictures.indices.contains), "no picture")
}

/// Lets things happen to the card, and looks at what is visible.
private func show(_ card: Card) {
    let scene = card.scene(
        size: Size(width: 4, height: 3),
        pictureSizes: [0: Size(width: 30_000, height: 1), 1: Size(width: 1, height: 1)],
        over: TiltStateSettings())
    var state = SceneState(of: scene)
    var snapshot = Snapshot()
    for (time, event) in events {
        state.advance(by: Input(event, at: time), in: scene)
        for tilt in [-180.0, -30, 0, 30, .nan] {
            let tilts = Tilts(tilt, about: .horizontal)
            scene.evaluate(state, at: time + 0.02, expecting: tilts, into: &snapshot)
            precondition(
                snapshot.layers.allSatisfy { (0...1).contains($0.opacity) },
                "an opacity beyond 0 and 1")
            precondition(
                snapshot.layers.allSatisfy { !$0.isVisible || $0.toCard.isFinite },
                "a layer that is nowhere")
        }
    }
}

/// Each kind of input, with their scene times.
private let events: [(Double, Input.Event)] = [
    (0.01, .tilts(Tilts(20, about: .horizontal))), (0.1, .tap(Point(x: 2, y: 1.5))),
    (0.3, .pointer(Point(x: 1, y: -1))), (0.3, .drag(Point(x: 2, y: 1))), (0.4, .key(1)),
    (0.5, .shake), (0.5, .tilts(Tilts(-40, about: .vertical))), (1, .tap(Point(x: 2, y: 1.5))),
    (200_000, .tap(Point(x: 0, y: 0))),
]
