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

/// Reads the input as any TOML and as a card; what it says does not matter.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCard(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: bytes, count: count))
    do throws(TOMLError) {
        visit(try TOMLTable(parsing: input, file: "card.toml"))
    } catch {
        // A mistake has to have a place in the text.
        precondition(error.place.map { $0.line > 0 && $0.column > 0 } ?? false, "\(error)")
    }
    readCard(input)
    return 0
}

/// Reads every value as what it may be wanted as.
private func visit(_ table: TOMLTable) {
    _ = table.unknownKeys(known: ["picture", "fit"])
    for entry in table.entries {
        precondition(entry.place.line > 0 && entry.value.place.line > 0, "no place")
        visit(entry.value)
    }
}

private func visit(_ value: TOMLValue) {
    if let inner = try? value.table() { visit(inner) }
    for element in (try? value.array()) ?? [] { visit(element) }
    _ = try? value.number(in: 0...1)
    _ = try? value.choice(Fit.self)
}

private func readCard(_ input: [UInt8]) {
    guard let file = fopen("\(folder)/card.toml", "w") else { return }
    fwrite(input, 1, input.count, file)
    fclose(file)
    guard let card = try? Card(folder: folder) else { return }
    let hasControls = card.name.unicodeScalars.contains {
        $0.properties.generalCategory == .control
    }
    precondition(!hasControls, "a name that a terminal obeys")
    let scene = card.scene(size: Size(width: 4, height: 3), over: TiltStateSettings())
    for tilt in [-180.0, -30, 0, 30, .nan] {
        let tilts = Tilts(tilt, about: .horizontal)
        let layers = scene.evaluate(SceneState(), at: 0, expecting: tilts).layers
        precondition(
            layers.allSatisfy { (0...1).contains($0.opacity) }, "an opacity beyond 0 and 1")
    }
}
