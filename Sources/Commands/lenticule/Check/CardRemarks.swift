import Card
import Compositor
import Decoding
import Geometry
import Motion
import Paint
import Picture
import Plan
import Platform
import Playback
import Scene
import TOML

extension Card {
    /// What looks or draws otherwise than one may expect, a line each; `files` are its pictures.
    func remarks(_ files: [PictureFile]) -> [String] {
        stretchedPictures(files) + manyMaterials + muchMemory(files)
    }

    /// A remark for each lens whose pictures have different proportions, because all of them are
    /// stretched to one box.
    private func stretchedPictures(_ files: [PictureFile]) -> [String] {
        layers.compactMap { layer in
            guard let lens = layer.content as? LensContent else { return nil }
            let sizes = lens.pictures.compactMap { index in
                (try? files[index].size()).map { (path: files[index].path, size: $0) }
            }
            guard let first = sizes.first,
                let other = sizes.first(where: { !$0.size.hasShape(of: first.size) })
            else { return nil }
            return "the pictures of the lens have different shapes, and are stretched to one: "
                + [first, other].map { "\($0.path) is \($0.size.pixels)" }.joined(separator: ", ")
        }
    }

    /// A remark for each group with many materials, because each of them blurs all that lies below
    /// it.
    private var manyMaterials: [String] {
        var counts: [Int: Int] = [:]
        for layer in layers where layer.content is Material {
            counts[layer.parent ?? -1, default: 0] += 1
        }
        return counts.sorted { $0.key < $1.key }.filter { $0.value > Self.mostMaterials }
            .map { parent, count in
                let group = parent < 0 ? "the card" : layers[parent].name?.quotedShort ?? "a group"
                return "\(count) materials lie in \(group), and each blurs what lies below it: a "
                    + "frame takes about \(count) times as long as with one"
            }
    }

    /// More materials in one group are remarked on.
    private static let mostMaterials = 16

    /// Remarks on the texts that are larger than their boxes.
    func remarks(_ texts: ShownTexts, in scene: Scene) -> [String] {
        let rest = scene.evaluate(SceneState(of: scene), at: 0)
        return texts.found.sorted { $0.key < $1.key }.compactMap { layer, text in
            let (needed, box) = (text.layout.size, rest.layers[layer].size)
            guard text.text.width != nil,
                needed.height > box.height + 0.5 || needed.width > box.width + 0.5
            else { return nil }
            let name =
                layers[layer].name.map { "text of the layer \($0.quotedShort)" }
                ?? layers[layer].content.label([])
            let count = text.layout.lines.count
            let lines = count > 1 ? " in \(count) lines" : ""
            return
                "the \(name) needs \(needed.pixels) points\(lines), and its box has \(box.pixels): "
                + "make size larger or text-size smaller"
        }
    }

    /// Remarks if the pictures need too much memory on a large screen.
    private func muchMemory(_ files: [PictureFile]) -> [String] {
        let screen = Self.largeScreen
        let size = size ?? files.lazy.compactMap { try? $0.size() }.first ?? Size(screen)
        var planner = FramePlanner(
            scene(size: size, over: TiltStateSettings()), files: files, assets: Assets())
        planner.resize(to: screen)
        let lenses = planner.memoryRemarks
        let others = lenses.count - 1
        let remarks = lenses.prefix(1).map { first in
            "at \(Size(screen).pixels) pixels " + first
                + (others > 0 ? "; so are those of \(others) more of its lenses" : "")
        }
        guard let bytes = planner.excessivePictureBytes else { return remarks }
        return remarks + [
            "its pictures need \(gigabytes(bytes.needed)) at \(Size(screen).pixels) pixels, and may "
                + "take \(gigabytes(bytes.most)): they are drawn smaller, and unsharp"
        ]
    }

    /// A remark if a large part of the card flashes often while nobody touches it.
    func flashes(_ scene: Scene, _ files: [PictureFile], _ decoder: PictureDecoder) -> [String] {
        let state = SceneState(of: scene)
        guard scene.evaluate(state, at: 0).unchangedUntil < Self.watchedSeconds else { return [] }
        var planner = FramePlanner(scene, files: files, decoder: decoder, assets: Assets())
        let factor = Self.watchedSide / max(scene.size.width, scene.size.height)
        planner.resize(
            to: PixelSize(
                width: max(4, Int(scene.size.width * factor)),
                height: max(4, Int(scene.size.height * factor))))
        var (meter, compositor) = (FlashMeter(), CPUCompositor())
        for number in 0..<Int(Self.watchedSeconds * Self.watchedRate) {
            let time = Double(number) / Self.watchedRate
            let frame = planner.frame(of: scene.evaluate(state, at: time))
            guard meter.flashes(compositor.bitmap(frame), at: time) else { continue }
            return [
                "a large part of it flashes more than \(FlashMeter.most) times in a second, "
                    + "\(time.rounded(toAtMost: 1)) s after it is shown, which can be dangerous: "
                    + "make it slower, smaller or fainter"
            ]
        }
        return []
    }

    /// How long a card is watched for flashes, in how many frames a second, and how many pixels its longer
    /// side then has.
    private static let (watchedSeconds, watchedRate, watchedSide) = (6.0, 60.0, 96.0)

    /// The screen for which a card's memory is computed.
    private static let largeScreen = PixelSize(width: 1920, height: 1200)
}

private func gigabytes(_ bytes: Int) -> String {
    "\((Double(bytes) / 1e9).rounded(toAtMost: 2)) GB"
}

extension Size {
    /// For people, in whole pixels.
    fileprivate var pixels: String {
        "\(Int(saturating: width.rounded())) x \(Int(saturating: height.rounded()))"
    }
}
