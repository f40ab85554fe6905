import Testing

@testable import Plot

struct TraceTests {
    @Test func `a long curve keeps its lowest and highest points, and little else`() {
        var trace = Trace()
        for k in 0..<200_000 { trace.append(k == 77_777 ? 50 : Double(k % 3), at: Double(k) / 286) }
        #expect(trace.runs.count == 1)
        #expect(trace.values == 0...50)
        #expect(trace.times == 0...(199_999 / 286.0))
        #expect((500...1000).contains(trace.runs[0].bins.count))
        let times = trace.runs[0].points.map(\.time)
        #expect(times == times.sorted())
    }

    @Test func `a wrap, a long interval and a clock that jumps back lift the pen`() {
        var trace = Trace(largestStep: 120)
        for (value, time) in [(170, 0), (179, 1), (-179, 2), (-170, 3), (-160, 9), (-150, 5)] {
            trace.append(Double(value), at: Double(time))
        }
        #expect(trace.runs.map(\.first.value) == [170, -179, -160, -150])
        #expect(trace.runs.map(\.last.value) == [179, -170, -160, -150])
    }

    @Test(arguments: [.nan, .infinity, -.infinity] as [Double])
    func `what is not finite is left out`(value: Double) {
        var trace = Trace()
        trace.append(value, at: 0)
        trace.append(1, at: value)
        #expect(trace.isEmpty)
        #expect(trace.values == nil)
    }

    @Test func `times as far apart as a log can name them fit`() {
        var trace = Trace(longestInterval: .infinity)
        for time in [0, 1, -9e9, 9e9] as [Double] { trace.append(time, at: time) }
        #expect(trace.times == -9e9...9e9)
    }
}

struct PolylineTests {
    @Test func `points on a line between others are left out`() {
        let line = (0...100).map { PagePoint(Double($0), $0 < 50 ? 0 : Double($0 - 50)) }
        #expect(Polyline(line).simplified.path == "M0 0l50 0l50 50")
    }

    @Test func `steps are told in tenths of a pixel, without what is not needed`() {
        let line = [
            PagePoint(10, 20.04), PagePoint(10.5, 19.5), PagePoint(10.5, 25), PagePoint(9, 25.06),
        ]
        #expect(Polyline(line).path == "M10 20l.5-.5l0 5.5l-1.5 .1")
    }

    @Test func `a single point is a dot`() {
        #expect(Polyline([PagePoint(3, 4)]).simplified.path == "M3 4h0")
    }
}
