import Glibc
import LensOptics
import Testing

/// Section 15 of the design's table of effects: every value of it.
@Suite struct LensSheetTests {
    private let sheet = LensSheet(lensesPerInch: 60, thickness: 0.457)

    @Test(arguments: [
        (20.0, 3.0, 37.7, 23.9), (40, 0.838, 67.1, 41.5), (60, 0.457, 81.9, 49.7),
        (75, 0.457, 65.6, 40.7), (100, 0.356, 63.2, 39.3),
    ])
    func `the viewing zone counts refraction`(
        _ lenses: Double, _ thickness: Double, _ zone: Double, _ unrefracted: Double
    ) throws {
        let sheet = try #require(LensSheet.sold.first { $0.lensesPerInch == lenses })
        #expect(
            sheet
                == LensSheet(lensesPerInch: lenses, thickness: thickness, refractiveIndex: 1.56))
        #expect(abs(degrees(sheet.viewingZone) - zone) <= 0.05)
        let plain = LensSheet(lensesPerInch: lenses, thickness: thickness, refractiveIndex: 1)
        #expect(abs(degrees(plain.viewingZone) - unrefracted) <= 0.05)
    }

    @Test func `a lens whose strip fills the half-space has a zone of a half turn`() {
        let thin = LensSheet(lensesPerInch: 60, thickness: 0.1)
        #expect(thin.viewingZone == .pi)
        #expect(thin.angle(atPlace: thin.pitch / 2) == nil)
    }

    @Test(arguments: [(2.0, 1.893), (3, 2.190), (12, 2.637), (.infinity, 2.786)])
    func `the thickness is tuned for a number of images`(_ images: Double, _ radii: Double) {
        #expect(abs(LensSheet.thickness(forImages: images, radius: 1) - radii) <= 0.0005)
        #expect(
            abs(LensSheet.thickness(forImages: images, radius: 0.2) - 0.2 * radii) <= 0.0001)
    }

    @Test func `the radius that focuses on the print is the one of endlessly many images`() {
        let thickness = LensSheet.thickness(forImages: .infinity, radius: 0.17)
        #expect(abs(LensSheet(lensesPerInch: 60, thickness: thickness).radius - 0.17) < 1e-12)
    }

    @Test func `extreme rays give the zone of a sheet with a known radius`() throws {
        let sheet = LensSheet(
            lensesPerInch: 25.4 / 0.33665, thickness: 0.457, refractiveIndex: 1.557)
        let zone = try #require(sheet.extremeRayZone(radius: 0.1905))
        #expect(abs(degrees(zone) - 64.4) <= 0.05)
        #expect(sheet.extremeRayZone(radius: 0.168) == nil)
    }

    @Test func `the print's pitch grows towards the eye`() {
        #expect(abs(25.4 / sheet.printPitch(seenFrom: 300) - 59.94) <= 0.005)
        #expect(sheet.printPitch(seenFrom: .infinity) == sheet.pitch)
    }

    @Test func `places and angles belong to each other`() throws {
        for degrees in stride(from: -80.0, through: 80, by: 7) {
            let angle = radians(degrees)
            let back = try #require(sheet.angle(atPlace: sheet.place(atAngle: angle)))
            #expect(abs(back - angle) < 1e-9)
        }
        #expect(sheet.place(atAngle: 3) == sheet.place(atAngle: .pi / 2))
    }
}

@Suite struct LensTests {
    private func lens(_ pictures: Int, spot: Double = 0, repeatsPictures: Bool = true) -> Lens {
        Lens(
            LensSheet(lensesPerInch: 60, thickness: 0.457), pictureCount: pictures, spot: spot,
            repeatsPictures: repeatsPictures)
    }

    @Test(arguments: [(0.0, 0.5), (10, 0.6209), (20, 0.7426), (30, 0.8653), (40, 0.9882)])
    func `the phase follows the angle`(_ angle: Double, _ phase: Double) {
        #expect(abs(lens(3).phase(atAngle: radians(angle)) - phase) <= 0.00005)
        #expect(abs(lens(3).phase(atAngle: radians(-angle)) - (1 - phase)) <= 0.00005)
    }

    @Test(arguments: [(3, [-40.97, -13.77, 13.77, 40.97]), (2, [-40.97, 0, 40.97])])
    func `pictures change at known angles`(_ count: Int, _ angles: [Double]) {
        let lens = lens(count)
        let found = lens.changeAngles.map(degrees)
        #expect(found.count == angles.count)
        for (found, angle) in zip(found, angles) { #expect(abs(found - angle) <= 0.01) }
        for (index, angle) in found.dropLast().enumerated() {
            let after = lens.phase(atAngle: radians(angle + 0.001))
            #expect(lens.picture(atPhase: after) == index)
        }
    }

    @Test func `an offset moves the change angles with the phase`() {
        var lens = lens(3)
        lens.phaseOffset = 0.1
        #expect(lens.changeAngles.count == 3)
        for angle in lens.changeAngles {
            let (before, after) = (angle - 1e-6, angle + 1e-6)
            #expect(
                lens.picture(atPhase: lens.phase(atAngle: before))
                    != lens.picture(atPhase: lens.phase(atAngle: after)))
        }
    }

    @Test func `beyond the viewing zone the pictures begin again, or the outermost stays`() {
        let beyond = radians(45)
        #expect(lens(3).picture(atPhase: lens(3).phase(atAngle: beyond)) == 0)
        #expect(lens(3).picture(atPhase: lens(3).phase(atAngle: -beyond)) == 2)
        let clamped = lens(3, repeatsPictures: false)
        #expect(clamped.picture(atPhase: clamped.phase(atAngle: beyond)) == 2)
        #expect(clamped.picture(atPhase: clamped.phase(atAngle: -beyond)) == 0)
    }

    @Test func `the reversed order shows the last picture first`() {
        var lens = lens(5)
        lens.order = .reversed
        #expect([0.0, 0.2, 0.5, 0.99].map(lens.picture) == [4, 3, 2, 0])
        lens.spot = 0.05
        let reversed = lens.weights(atPhase: 0.23)
        lens.order = .normal
        #expect(reversed == lens.weights(atPhase: 0.23).reversed())
    }

    @Test(arguments: [(3, 0.02, 1.0, 0.0), (3, 0.05, 0.9991, 0.0004), (3, 0.1, 0.9044, 0.0478)])
    func `cross-talk is what the spot leaves for the neighbours`(
        _ count: Int, _ spot: Double, _ own: Double, _ neighbour: Double
    ) {
        let weights = lens(count, spot: spot).weights(atPhase: 0.5)
        #expect(abs(weights[1] - own) <= 0.00005)
        #expect(abs(weights[0] - neighbour) <= 0.00005)
        #expect(abs(weights[2] - neighbour) <= 0.00005)
    }

    @Test(arguments: [0.02, 0.05, 0.1])
    func `on a border both pictures have one half`(_ spot: Double) {
        let weights = lens(3, spot: spot).weights(atPhase: 1.0 / 3)
        #expect(abs(weights[0] - 0.5) <= 0.001 && abs(weights[1] - 0.5) <= 0.001)
        let across = lens(3, spot: spot).weights(atPhase: 0)
        #expect(abs(across[0] - 0.5) <= 0.001 && abs(across[2] - 0.5) <= 0.001)
    }

    @Test func `of two pictures cross-talk comes from both sides`() {
        let weights = lens(2, spot: 0.1).weights(atPhase: 0.25)
        #expect(abs(weights[0] - 0.9876) <= 0.00005 && abs(weights[1] - 0.0124) <= 0.00005)
    }

    @Test(arguments: [0, 0.001, 0.02, 0.1, 0.3, 0.5])
    func `weights have a sum of 1`(_ spot: Double) {
        for count in [1, 2, 3, 12, 64] {
            for repeatsPictures in [true, false] {
                let lens = lens(count, spot: spot, repeatsPictures: repeatsPictures)
                for phase in stride(from: 0.0, through: 1, by: 0.0371) {
                    let weights = lens.weights(atPhase: phase)
                    #expect(abs(weights.reduce(0, +) - 1) < 1e-12)
                    #expect(weights.allSatisfy { $0 >= 0 })
                }
            }
        }
    }

    @Test func `without cross-talk one picture has everything`() {
        for phase in stride(from: 0.0, to: 1, by: 0.013) {
            var weights = lens(7).weights(atPhase: phase)
            #expect(weights.remove(at: Int(7 * phase)) == 1)
            #expect(weights.allSatisfy { $0 == 0 })
        }
    }

    @Test func `where the pictures do not begin again, the outermost keep what lies beyond`() {
        let weights = lens(3, spot: 0.1, repeatsPictures: false).weights(atPhase: 0)
        #expect(weights[0] > 0.999 && weights[2] == 0)
    }
}

@Suite struct LensViewTests {
    private func view(
        _ axis: Lens.Axis = .vertical, slant: Double = 0, x: Double = 0, y: Double = 0,
        distance: Double = .infinity, eye: Double = 0
    ) -> LensView {
        let lens = Lens(
            LensSheet(lensesPerInch: 60, thickness: 0.457), pictureCount: 3, axis: axis,
            slant: radians(slant))
        return LensView(
            lens, tiltX: radians(x), tiltY: radians(y), distance: distance, eyeX: eye)
    }

    @Test func `an eye near the card sees its sides at other angles`() {
        let view = view(x: 5, distance: 300)
        #expect(abs(degrees(view.angle(across: 32)) - 11.09) <= 0.005)
        #expect(abs(degrees(view.angle(across: -32)) + 1.09) <= 0.005)
        #expect(abs(degrees(view.angle(across: 0)) - 5) < 1e-9)
    }

    @Test func `an eye far away sees all of the card at one angle`() {
        #expect(view(x: 5).angle(across: 100) == view(x: 5).angle(across: -100))
        #expect(view(x: 5, eye: 32).angle(across: 0) == radians(5))
    }

    @Test func `an eye to the right sees each place as one further left is seen`() {
        let right = view(distance: 300, eye: 32)
        #expect(right.angle(across: 0) == view(distance: 300).angle(across: -32))
        let horizontal = view(.horizontal, distance: 300, eye: 32)
        #expect(horizontal.angle(across: 7) == view(.horizontal, distance: 300).angle(across: 7))
    }

    @Test func `the tilt about the lenses' own axis counts`() {
        #expect(view(x: 10, y: 20).tiltAcross == radians(10))
        #expect(view(.horizontal, x: 10, y: 20).tiltAcross == radians(20))
    }

    @Test func `slanted lenses are tilted by both tilts`() {
        #expect(abs(view(slant: 90, x: 10, y: 20).tiltAcross - radians(20)) < 1e-9)
        #expect(abs(view(.horizontal, slant: 90, x: 10, y: 20).tiltAcross + radians(10)) < 1e-9)
        let both = view(slant: 30, x: 10, y: 20).tiltAcross
        let expected = tan(radians(10)) * cos(radians(30)) + tan(radians(20)) * sin(radians(30))
        #expect(abs(tan(both) - expected) < 1e-12)
        #expect(view(slant: 30, x: 170, y: 180).tiltAcross.isFinite)
    }

    @Test func `lenses slanted clockwise lean to the right at the top`() {
        let view = view(slant: 10)
        let lean = tan(radians(10))
        #expect(abs(view.across(x: 5 * lean, y: -5)) < 1e-12)
        #expect(view.across(x: 1, y: 0) > 0 && view.across(x: 0, y: 1) > 0)
    }
}

extension Lens {
    /// The share of each picture in what is seen at a phase.
    fileprivate func weights(atPhase phase: Double) -> [Double] {
        var weights = Array(repeating: 0.0, count: pictureCount)
        forEachShare(atPhase: phase) { weights[$0] += $1 }
        return weights
    }
}

private func degrees(_ radians: Double) -> Double { radians * 180 / .pi }
private func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
