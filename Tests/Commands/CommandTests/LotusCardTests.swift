import Foundation
import TestSupport
import Testing

/// The card cards/lotus.
@Suite struct LotusCardTests {
    private let folder = TemporaryFolder()
    private static let card = Repository.path("cards/lotus")

    @Test func `the lotus is without mistakes`() throws {
        let result = try Program.run("check", Self.card)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    }

    /// The mean of red, green and blue in the left and the right, or the upper and the lower half of the
    /// card, drawn at 160 x 100.
    private func halves(hasUprightLenses: Bool, _ options: String...) throws -> (Double, Double) {
        let path = "\(folder.path)/lotus.png"
        let result = try Program.run(
            arguments: ["render", "--card", Self.card, "--size", "160x100", "-o", path] + options)
        try #require(result.status == 0, "\(result.errors)")
        var sums = [0.0, 0.0]
        for (index, component) in try Stranger.pixels(path).enumerated() {
            let (x, y) = (index / 3 % 160, index / 3 / 160)
            sums[(hasUprightLenses ? y >= 50 : x >= 80) ? 1 : 0] += Double(component)
        }
        return (sums[0] / 24000, sums[1] / 24000)
    }

    @Test(
        .enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"),
        arguments: [false, true])
    func `the light comes from the side to which the card is turned`(hasUprightLenses: Bool) throws
    {
        let option = hasUprightLenses ? "--tilt-y" : "--tilt-x"
        let one = try halves(hasUprightLenses: hasUprightLenses, option, "28", "--time", "3")
        let other = try halves(hasUprightLenses: hasUprightLenses, option, "-28", "--time", "3")
        let (bright, dark) = hasUprightLenses ? (one, other) : (other, one)
        #expect(bright.0 > dark.0 + 10 && bright.1 < dark.1 - 10, "\(one), \(other)")
    }
}
