import Geometry
import Glibc
import LensOptics
import Testing

@testable import Print

@Suite struct SheetQualityTests {
    private func design(
        _ count: Int, spot: Double = 0, dots: Double = 600, distance: Double = .infinity,
        width: Double = 101.6, slant: Double = 0
    ) -> SheetDesign {
        SheetDesign(
            Lens(
                LensSheet(lensesPerInch: 60, thickness: 0.457), pictureCount: count,
                slant: slant * .pi / 180, spot: spot),
            distance: distance, dotsPerInch: dots, sizeOnPaper: Size(width: width, height: 60))
    }

    @Test(arguments: [(3, 0.05, 0.0009), (3, 0.1, 0.0956), (2, 0.1, 0.0124)])
    func `cross-talk is what the spot takes from the neighbours`(
        _ count: Int, _ spot: Double, _ share: Double
    ) throws {
        // So fine that strips are not rounded to dots.
        let quality = SheetQuality(design(count, spot: spot, dots: 9000, width: 20))
        for picture in quality.pictures {
            #expect(abs(try #require(picture.atMiddle).crossTalk - share) < 0.0002)
        }
    }

    @Test func `a strip of whole dots lies where it should`() throws {
        // Ten dots a lens, two a picture.
        for picture in SheetQuality(design(5)).pictures {
            let atMiddle = try #require(picture.atMiddle)
            #expect(atMiddle.misalignment < 1e-7 && picture.withoutDot == 0)
            #expect(atMiddle.crossTalk == 0 && atMiddle.uniformity == 1)
        }
    }

    @Test func `dots that do not fit move the angles, by at most half a dot`() throws {
        // Ten dots for three pictures, of which one gets four; in the middle of the zone a dot is
        // e tan(asin(sin θ / n)) = 0.0423 mm, or 8.3 degrees.
        let quality = SheetQuality(design(3))
        let half = try #require(
            LensSheet(lensesPerInch: 60, thickness: 0.457).angle(atPlace: 25.4 / 600 / 2))
        let errors = try quality.pictures.map { try #require($0.atMiddle).misalignment }
        #expect(errors.contains { $0 > half / 4 })
        #expect(errors.allSatisfy { $0 < half * 1.3 })
    }

    @Test(arguments: [(20, 0.5), (40, 0.75), (10, 0)])
    func `pictures that fall between two dots are counted`(_ count: Int, _ share: Double) {
        let pictures = SheetQuality(design(count)).pictures
        let lost = pictures.reduce(0) { $0 + $1.withoutDot } / Double(count)
        #expect(abs(lost - share) < 0.01)
    }

    @Test func `the angles are those between the changes`() throws {
        let design = design(3)
        let quality = SheetQuality(design)
        let changes = design.lens.changeAngles
        for (index, picture) in quality.pictures.enumerated() {
            #expect(abs(try #require(picture.from) - changes[index]) < 1e-9)
            #expect(abs(try #require(picture.to) - changes[index + 1]) < 1e-9)
        }
        var reversed = design
        reversed.lens.order = .reversed
        let first = SheetQuality(reversed).pictures[0]
        #expect(abs(try #require(first.to) - changes[3]) < 1e-9)
    }

    @Test func `a sheet for a distance is even from there, and not from elsewhere`() throws {
        let quality = SheetQuality(design(5, dots: 4800, distance: 300))
        let pictures = try quality.pictures.map { try #require($0.atMiddle) }
        for picture in pictures {
            #expect(picture.uniformity > 0.97)
            #expect(picture.uniformityFarAway < 0.93 && picture.uniformityAtHalfDistance < 0.93)
        }
        // The middle picture is seen from -8.3 to 8.3 degrees: far away, up to 300 tan 8.3° = 43.9 mm
        // from the middle of 50.8. A dot more or less at a strip's borders is 5 mm there.
        #expect(abs(pictures[2].uniformityFarAway - 43.9 / 50.8) < 0.05)
    }

    @Test func `what a sheet beside its place shows`() {
        let quality = SheetQuality(design(5))
        // n / e for small angles, radians a millimetre.
        #expect(abs(quality.anglePerMillimetre - 1.56 / 0.457) < 0.001)
        #expect(abs(quality.rotationByOneStrip - 25.4 / 60 / 5 / 60) < 1e-9)
    }

    @Test func `a picture whose middle is hidden has no figures of its middle`() {
        var design = design(5)
        design.lens.lensSheet = LensSheet(lensesPerInch: 20, thickness: 0.05)
        let pictures = SheetQuality(design).pictures
        #expect(pictures.map { $0.atMiddle == nil } == [true, true, false, true, true])
    }

    @Test func `slanted and phase-shifted lenses have finite figures`() throws {
        var design = design(7, spot: 0.03, slant: 30)
        for offset in [0, 0.3, -0.7] {
            design.lens.phaseOffset = offset
            for quality in SheetQuality(design).pictures {
                let picture = try #require(quality.atMiddle)
                #expect(picture.crossTalk >= -1e-9 && picture.crossTalk < 0.3)
                #expect(picture.uniformity > 0.5 && picture.misalignment < 0.3)
            }
        }
    }
}
