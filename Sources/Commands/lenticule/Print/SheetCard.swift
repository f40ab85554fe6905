import Card
import Display
import Geometry
import Glibc
import LensOptics
import Motion
import Picture
import Plan
import Playback
import Print
import Scene

/// A card as the pictures of a printed sheet.
///
/// Picture k is the card, seen from far away at the angle in the middle of the angles that show
/// picture k; with the axis `steering`, that angle is its tilt. Cross-talk and relief of all lenses
/// are left out, because the real lens sheet adds them. A card without a lens is drawn at the same
/// angles; a classic card is drawn at evenly spaced tilts, by default one for each picture that it
/// fades between, and no tilt counts as flat.
struct SheetCard {
    /// The card whose scene is drawn for the print; if it has a lens, with the lens of the print.
    let played: PlayedCard
    let design: SheetDesign
    /// The tilts at which the card is drawn for each picture.
    private let tilts: [Tilts]

    /// The most pixels of a picture's longer side: more than eyes see on a card.
    private static let longestSide = 4096

    /// Draws the pictures one after the other, and reduces them to what lenses can show.
    func pictures() throws -> LensPictures {
        let frames = FrameRenderer(played, size: size)
        var pictures = LensPictures(design)
        try frames.telling {
            for tilts in tilts {
                let moment = Moment(of: played.scene, at: 0, tilts, events: [])
                pictures.append(try frames.bitmap(moment))
            }
        }
        return pictures
    }

    /// The pictures' size: that of the printed dots, if those are not too many. The card covers all of
    /// it: beside a card that covers them in part, dots would be black.
    private var size: PixelSize {
        let longest = max(design.sizeOnPaper.width, design.sizeOnPaper.height)
        let scale = min(1 / design.dotWidth, Double(Self.longestSide) / longest)
        func side(_ length: Double) -> Int { max(4, Int((length * scale).rounded())) }
        let dots = PixelSize(
            width: side(design.sizeOnPaper.width), height: side(design.sizeOnPaper.height))
        return PixelRect(of: played.scene.size, centredIn: dots, leastWidth: 4).size
    }
}

extension SheetCard {
    /// How a card is to be printed; nil: as the card says, or as is usual.
    struct Wishes {
        var lens: LensOptions
        var pictures: Int?
        var width: Double?
        var dotsPerInch: Double
        var hasMarks: Bool
    }

    init(_ card: Card, _ played: PlayedCard, _ wishes: Wishes) throws(Failure) {
        let index = played.scene.lensLayer
        let untilted = played.scene.evaluate(SceneState(of: played.scene), at: 0)
        let content = index.flatMap {
            played.scene.lensContent(ofLayer: $0)?.with(untilted.contentParameters(ofLayer: $0))
        }
        guard let lensSheet = try wishes.lens.lensSheet(over: content?.lens.lensSheet) else {
            throw Failure(
                .usage, "the card \(card.name) has no lens: give --lpi, the sheet's lenses per inch"
            )
        }
        let distance =
            wishes.lens.distance?.millimetres
            ?? content?[.distance] ?? LensContent.Parameter.distance.defaultValue
        let lens = try Self.lens(lensSheet, content, card, played, wishes)
        // The width of the lens's box as a share of the card's; 1 for a box that has no width.
        var share = 1.0
        if let index, untilted.layers[index].size.width > 0 {
            share = untilted.layers[index].size.width / played.scene.size.width
        }
        var width: Double?
        if let index, let content, card.lensesWithWidth.contains(index) {
            width = min(content[.printedWidth] / share, Self.greatestWidth)
        }
        design = Self.design(lens, distance, width: width, played.scene.size, wishes)
        var tiltStates = played.scene.tiltStates
        if !card.isFormat2 { tiltStates.flatDegrees = 0 }
        let scene = played.scene.forPrint(
            lens, inLayer: index, width: design.sizeOnPaper.width * share, tiltStates)
        self.played = PlayedCard(
            title: played.title, scene: scene, pictures: played.pictures, axis: played.axis,
            failures: played.failures, remarks: played.remarks)
        tilts = Self.tilts(of: lens, card, played)
    }

    /// The greatest width of a card, millimetres.
    private static let greatestWidth = ParameterKind.printedWidth.range.upperBound

    /// The lens of the print. A card without a lens gets a lens with the wished number of pictures,
    /// else with the number that a classic card has, else with the usual number.
    private static func lens(
        _ lensSheet: LensSheet, _ content: LensContent?, _ card: Card, _ played: PlayedCard,
        _ wishes: Wishes
    ) throws(Failure) -> Lens {
        let options = wishes.lens
        if var lens = content?.lens {
            guard wishes.pictures == nil else {
                throw Failure(
                    .usage,
                    "--pictures: the card \(card.name) has a lens, with \(lens.pictureCount)")
            }
            (lens.lensSheet, lens.axis) = (lensSheet, options.lensAxis ?? lens.axis)
            lens.slant = options.slant.map { $0 * .pi / 180 } ?? lens.slant
            return lens
        }
        let usual: Lens.Axis = played.axis == .horizontal ? .horizontal : .vertical
        let dots = SheetDesign(
            Lens(lensSheet, pictureCount: 1), dotsPerInch: wishes.dotsPerInch,
            sizeOnPaper: Size(width: 1, height: 1)
        ).dotsPerLens
        let most = min(max(Int(min(dots, 1000)), 2), usualPictures)
        let count = wishes.pictures ?? (card.isFormat2 ? most : card.layers.count)
        guard count >= LensContent.counts.lowerBound else {
            throw Failure(
                .badInput,
                "the card \(card.name) has one picture, and a lens shows 2 or more of them")
        }
        return Lens(
            lensSheet, pictureCount: count, axis: options.lensAxis ?? usual,
            slant: (options.slant ?? 0) * .pi / 180)
    }

    /// The usual number of pictures of a scene without a lens; it has fewer if a lens covers fewer
    /// dots.
    private static let usualPictures = 12

    private static func design(
        _ lens: Lens, _ distance: Double, width: Double?, _ size: Size, _ wishes: Wishes
    ) -> SheetDesign {
        let width = wishes.width ?? width ?? LensContent.Parameter.printedWidth.defaultValue
        let pitch = lens.lensSheet.pitch
        // The margin is a whole number of lenses: a lens begins at the sheet's edge, and so at the
        // picture's edge too.
        let margin =
            wishes.hasMarks ? (SheetMarks.margin / pitch).rounded(.up) * pitch : 0
        return SheetDesign(
            lens, distance: distance, dotsPerInch: wishes.dotsPerInch,
            sizeOnPaper: Size(width: width, height: width * size.height / size.width),
            margin: margin)
    }

    private static func tilts(of lens: Lens, _ card: Card, _ played: PlayedCard) -> [Tilts] {
        let base = played.scene.tiltStates.baseDegrees
        return (0..<lens.pictureCount).map { picture in
            guard card.isFormat2 else {
                let share = Double(picture) / Double(max(lens.pictureCount - 1, 1))
                return Tilts(base * (2 * share - 1), about: played.axis)
            }
            let angle = lens.angles(ofPicture: picture).middle ?? .pi / 2
            let direction = LensView(lens).acrossDirection
            func degrees(_ component: Double) -> Double {
                atan(tan(angle) * component) * 180 / .pi
            }
            var tilts = Tilts(
                aboutVertical: degrees(direction.x), aboutHorizontal: degrees(direction.y),
                cardAxis: played.axis)
            // Turning a sheet like a wheel does not change the picture that it shows, so the angle
            // at which the lenses show the picture is taken as the card's tilt.
            if played.axis == .steering { tilts.card = angle * 180 / .pi }
            return tilts
        }
    }
}

extension Scene {
    /// The lowest layer that is a lens.
    var lensLayer: Int? {
        layers.firstIndex { $0.content is LensContent }
    }

    /// The lens that is a layer's content; nil for another content.
    func lensContent(ofLayer index: Int) -> LensContent? {
        layers[index].content as? LensContent
    }

    /// The scene that is drawn for a print. All lenses are without cross-talk, relief and gloss, and
    /// seen from far away; the lens in the layer `lowest` is that of the print, `width` millimetres
    /// wide, and follows the tilts. Other drivers of these numbers are removed.
    fileprivate func forPrint(
        _ lens: Lens, inLayer lowest: Int?, width: Double, _ tiltStates: TiltStateSettings
    ) -> Scene {
        var (layers, drivers) = (layers, drivers)
        for index in layers.indices {
            guard var content = lensContent(ofLayer: index) else { continue }
            var numbers: [LensContent.Parameter: Double] = [
                .distance: .infinity, .spot: 0, .shadeStrength: 0, .gloss: 0, .lensShare: 1,
            ]
            if index == lowest {
                content.axis = lens.axis
                numbers.merge(lens.numbers(width: width)) { $1 }
            }
            for (number, value) in numbers { content[number] = value }
            layers[index].content = content
            let fixed = numbers.keys.map { Driver.Parameter.content($0.rawValue, $0.kind) }
            drivers.removeAll { $0.layer == index && fixed.contains($0.parameter) }
        }
        if let lowest {
            drivers += LensContent.Parameter.allCases.compactMap { $0.signalDriver(layer: lowest) }
        }
        return Scene(
            size: size, tiltStates: tiltStates, parallax: parallax, surround: surround,
            layers: layers, drivers: drivers)
    }
}

extension Lens {
    /// The numbers of a layer that shows it, `width` millimetres wide, before drivers add the tilts.
    fileprivate func numbers(width: Double) -> [LensContent.Parameter: Double] {
        [
            .lensesPerInch: lensSheet.lensesPerInch, .thickness: lensSheet.thickness,
            .refractiveIndex: lensSheet.refractiveIndex, .slant: slant * 180 / .pi,
            .printedWidth: width, .phase: phaseOffset, .tiltX: 0, .tiltY: 0, .sweep: 0,
        ]
    }
}
