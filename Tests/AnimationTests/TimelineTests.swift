import Animation
import Testing

@Suite struct TimelineTests {
    private func heart() throws -> Timeline {
        Timeline([
            (0, try Track(TrackTests.angle)), (1, try Track(TrackTests.stretch, from: 1)),
            (2, try Track(TrackTests.scale, from: 1)), (3, try Track(TrackTests.translation)),
        ])
    }

    @Test func `the heart lasts as long as its longest track`() throws {
        #expect(abs(try heart().duration - 2.2947) <= fourDigits)
    }

    @Test func `every property has the values of its track`() throws {
        let timeline = try heart()
        #expect(timeline.properties == [0, 1, 2, 3])
        #expect(timeline.value(of: 4, at: 1) == nil)
        let values = [
            (0, 0.6425, 9.3546), (1, 0.175, 0.7325), (2, 0.46, 1.211651), (3, 0.2, 8.466),
        ]
        for (property, time, value) in values {
            let computed = try #require(timeline.value(of: property, at: time))
            #expect(abs(computed - value) <= fourDigits)
        }
        // A finished track holds, before the start the first value shows.
        #expect(timeline.value(of: 0, at: 2) == 0)
        for (property, value) in [(0, 0.0), (1, 1), (2, 1), (3, 0)] {
            #expect(timeline.value(of: property, at: -1) == value)
            #expect(timeline.value(of: property, at: 99) == value)
        }
    }

    @Test func `of two tracks over one property the later one counts`() throws {
        let long = try Track([.linear(to: 1, duration: 9)])
        let short = try Track([.linear(to: 2, duration: 1)])
        let timeline = Timeline([(5, long), (1, long), (5, short)])
        #expect(timeline.duration == 9)
        #expect(timeline.properties == [1, 5])
        #expect(timeline.value(of: 5, at: 0.5) == 1)
        #expect(timeline.value(of: 5, at: 8) == 2)
        #expect(timeline.track(of: 5) == short)
        let other = AnimatedValue(1)
        #expect(timeline.value(of: 5, at: 0.5, from: other)?.value == 1.5)
    }

    @Test func `a thousand timelines give the same values in any order of times`() throws {
        var dice = Dice(seed: 41)
        for _ in 0..<1000 {
            var tracks: [(property: Int, track: Track)] = []
            for _ in 0..<4 {
                let property = Int.random(in: 0..<4, using: &dice)
                tracks.append((property, try Track(dice.keyframes(), from: dice.state())))
            }
            let timeline = Timeline(tracks)
            #expect(timeline.duration == tracks.map(\.track.duration).max())
            let times = (0..<10).map { _ in dice.number(-1...(timeline.duration + 1)) }
            for property in timeline.properties {
                let last = tracks.last { $0.property == property }?.track
                let values = times.map { timeline.value(of: property, at: $0) }
                for index in times.indices.shuffled(using: &dice) {
                    #expect(timeline.value(of: property, at: times[index]) == values[index])
                    #expect(last?.value(at: times[index]) == values[index])
                }
            }
        }
    }

    @Test func `a timeline without duration is safe`() throws {
        let empty = Timeline([])
        #expect(empty.duration == 0)
        #expect(empty.value(of: 0, at: 0) == nil)
        #expect(empty.repeating(3) == 0)
        let timeline = Timeline([(0, try Track([.move(to: 3)]))])
        #expect(timeline.value(of: 0, at: timeline.repeating(7)) == 3)
        #expect(try heart().repeating(.infinity) == 0)
    }

    @Test func `a repeating timeline takes the time modulo its duration`() throws {
        let timeline = try heart()
        for t in [0.3, 1, 2] {
            let later = timeline.repeating(t + 10 * timeline.duration)
            #expect(abs(later - t) < 1e-12)
        }
    }
}
