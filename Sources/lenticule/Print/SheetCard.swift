import Assets
import Card
import Display
import Geometry
import Glibc
import Motion
import Picture
import Print
import Scene

/// A card as the pictures of a printed sheet.
///
/// Picture k is the card, seen from far away at the angle in the middle of the angles that show
/// picture k; with the axis `steering`, that angle is its tilt. Cross-talk and relief are left out,
/// because the real lens sheet adds them. A card without a lens is drawn at the same angles; a
/// classic card is drawn at evenly spaced tilts, by default one for each picture that it fades
/// between.
struct SheetCard {
    /// The card, with the lens of the print.
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
        for tilts in tilts {
            let moment = Moment(of: played.scene, at: 0, tilts, events: [])
            pictures.append(try frames.bitmap(moment))
        }
        try frames.throwLastFailure()
        return pictures
    }

    /// The pictures' size: that of the printed dots, if those are not too many.
    private var size: PixelSize {
        let longest = max(design.size.width, design.size.height)
        let scale = min(1 / design.dotWidth, Double(Self.longestSide) / longest)
        func side(_ length: Double) -> Int { max(4, Int((length * scale).rounded())) }
        return PixelSize(width: side(design.size.width), height: side(design.size.height))
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
        let content = index.flatMap { played.scene.lensContent(ofLayer: $0) }
        guard let lensSheet = try wishes.lens.lensSheet(over: content?.lens.lensSheet) else {
            throw Failure(
                .usage, "the card \(card.name) has no lens: give --lpi, the sheet's lenses per inch"
            )
        }
        let distance =
            wishes.lens.distance?.millimetres
            ?? content?[.distance] ?? LensContent.Number.distance.defaultValue
        let lens = try Self.lens(lensSheet, content, card, played, wishes)
        design = Self.design(
            lens, distance, width: content?[.printedWidth], played.scene.size, wishes)
        var scene = played.scene
        if let index { scene = scene.withPrintLens(lens, inLayer: index, width: design.size.width) }
        self.played = PlayedCard(
            title: played.title, scene: scene, pictures: played.pictures, axis: played.axis)
        tilts = Self.tilts(of: lens, card, played, isLens: content != nil)
    }

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
            size: Size(width: 1, height: 1)
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
        let width = wishes.width ?? width ?? LensContent.Number.printedWidth.defaultValue
        let pitch = lens.lensSheet.pitch
        // The margin is a whole number of lenses: a lens begins at the sheet's edge, and so at the
        // picture's edge too.
        let margin =
            wishes.hasMarks ? (SheetMarks.margin / pitch).rounded(.up) * pitch : 0
        return SheetDesign(
            lens, distance: distance, dotsPerInch: wishes.dotsPerInch,
            size: Size(width: width, height: width * size.height / size.width), margin: margin)
    }

    private static func tilts(
        of lens: Lens, _ card: Card, _ played: PlayedCard, isLens: Bool
    ) -> [Tilts] {
        let base = played.scene.tiltStates.baseDegrees
        return (0..<lens.pictureCount).map { picture in
            guard isLens || card.isFormat2 else {
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
            // A turn like a wheel shows the same picture of a sheet: a tilt stands for it.
            if played.axis == .steering { tilts.card = angle * 180 / .pi }
            return tilts
        }
    }
}

extension Scene {
    /// The lowest layer that is a lens.
    var lensLayer: Int? {
        layers.firstIndex { if case .lens = $0.content { true } else { false } }
    }

    /// The lens that is a layer's content; nil for another content.
    func lensContent(ofLayer index: Int) -> LensContent? {
        if case .lens(let lens) = layers[index].content { lens } else { nil }
    }

    /// The scene with the lens of the print in this layer, without cross-talk, relief and gloss,
    /// and seen from far away. Drivers of these numbers are removed.
    fileprivate func withPrintLens(
        _ lens: Lens, inLayer index: Int, width: Double
    ) -> Scene {
        guard var content = lensContent(ofLayer: index) else { return self }
        content.axis = lens.axis
        let numbers: [(LensContent.Number, Double)] = [
            (.lensesPerInch, lens.lensSheet.lensesPerInch), (.thickness, lens.lensSheet.thickness),
            (.refractiveIndex, lens.lensSheet.refractiveIndex), (.slant, lens.slant * 180 / .pi),
            (.printedWidth, width), (.distance, .infinity), (.spot, 0),
            (.phase, lens.phaseOffset), (.shadeStrength, 0), (.gloss, 0), (.lensShare, 1),
        ]
        for (number, value) in numbers { content[number] = value }
        var layers = layers
        layers[index].content = .lens(content)
        let fixed = Set(numbers.map(\.0.rawValue))
        let drivers = drivers.filter { driver in
            guard driver.layer == index, case .content(let number, _) = driver.number else {
                return true
            }
            return !fixed.contains(number)
        }
        return Scene(
            size: size, tiltStates: tiltStates, parallax: parallax, surround: surround,
            layers: layers, drivers: drivers)
    }
}
