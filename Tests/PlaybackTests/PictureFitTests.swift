import Geometry
import Playback
import Testing

/// How pictures fill the card that they become.
@Suite struct PictureFitTests {
    private static let sizes = [(400.0, 300.0), (404, 300), (400, 309)].map {
        Size(width: $0, height: $1)
    }

    private func fit(_ sizes: [Size?], _ wished: Fit.Mode? = nil) -> PictureFit {
        PictureFit(wished, for: Array(["a", "b", "c"].prefix(sizes.count)), sizes: sizes)
    }

    @Test func `shapes that differ by more than two in a hundred are covered`() {
        #expect(fit(Array(Self.sizes.prefix(2))).mode == .stretch)
        let covered = fit(Self.sizes)
        #expect(covered.mode == .cover)
        #expect(covered.remark?.hasPrefix("c is 400 x 309 and a 400 x 300: ") == true)
    }

    @Test func `a picture that cannot be measured does not count`() {
        #expect(fit([nil, Self.sizes[0], nil]).mode == .stretch)
        #expect(fit([nil, Self.sizes[2], Self.sizes[0]]).mode == .cover)
    }

    @Test func `a wished fit goes before the pictures' shapes`() {
        let wished = fit(Self.sizes, .contain)
        #expect(wished.mode == .contain && wished.remark == nil)
    }
}
