import Testing

@testable import Display

@Suite struct AdaptiveScaleTests {
    private let limit = 1.0 / 60

    /// The scales of frames that take `fixed` seconds, and `cost` more at full scale.
    private func scales(
        _ count: Int, cost: Double, fixed: Double = 0, _ adaptive: inout AdaptiveScale
    )
        -> [Double]
    {
        (0..<count).map { _ in
            let scale = adaptive.scale
            adaptive.add(fixed + cost * scale * scale, limit: limit)
            return scale
        }
    }

    @Test func `frames that are late are drawn smaller, as much as they need`() {
        for (cost, wanted) in [(0.016, 1), (0.018, 0.84), (0.025, 0.71), (0.04, 0.59), (0.05, 0.5)]
        {
            var adaptive = AdaptiveScale()
            #expect(scales(10, cost: cost, &adaptive).last == wanted, "\(cost)")
        }
        var adaptive = AdaptiveScale()
        #expect(scales(10, cost: 1, &adaptive) == [1, 1, 1] + Array(repeating: 0.5, count: 7))
    }

    @Test func `a single frame that is late changes nothing`() {
        var adaptive = AdaptiveScale()
        for number in 0..<100 { adaptive.add(number % 3 == 0 ? 1 : 0.01, limit: limit) }
        #expect(adaptive.scale == 1)
    }

    @Test func `the scale grows again, step by step, once frames are fast`() {
        var adaptive = AdaptiveScale()
        #expect(scales(10, cost: 0.1, &adaptive).last == 0.5)
        let later = scales(200, cost: 0.005, &adaptive)
        #expect(Set(later) == Set(AdaptiveScale.steps) && later.last == 1)
    }

    @Test func `the scale does not change to and fro`() {
        for cost in stride(from: 0.001, to: 0.1, by: 0.0007) {
            for fixed in [0, 0.003, 0.01] {
                var adaptive = AdaptiveScale()
                let all = scales(400, cost: cost, fixed: fixed, &adaptive)
                let changes = zip(all, all.dropFirst()).count { $0 != $1 }
                #expect(changes < AdaptiveScale.steps.count, "\(cost), \(fixed): \(changes)")
            }
        }
    }
}
