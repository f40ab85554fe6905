import Motion
import Testing

@testable import IIO

struct SamplingRateTests {
    @Test(arguments: [
        ("25 50 100 200 400 800 1600", 100.0, 100.0),
        ("25 50 100 200 400 800 1600", 120, 100),
        ("25 50 100 200 400 800 1600", 1e9, 1600),
        ("0.78125 1.5625 3.125", 1, 0.78125),
        ("50 100", 75, 100),
        ("0 10 20", 1, 10),
        ("[0.5 0.5 200]", 99.8, 100),
        ("[1 1 50]", 400, 50),
        ("", 100, 100),
        ("", 0, 1),
        ("nonsense", 60, 60),
    ])
    func `the rate nearest to the wanted one is taken, never 0`(
        offer: String, wanted: Double, chosen: Double
    ) {
        #expect(SamplingRates(offer).nearest(to: wanted) == chosen)
    }

    @Test func `rates are written as the kernel reads them`() {
        #expect(100.0.short == "100")
        #expect(0.78125.short == "0.78125")
    }
}
