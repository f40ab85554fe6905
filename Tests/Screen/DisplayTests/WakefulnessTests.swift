import Motion
import Scene
import Testing

@testable import Display

/// When the pointer hides and the display stays on, by numbers.
@Suite struct WakefulnessTests {
    @Test func `the pointer hides in full screen after two seconds without a movement`() {
        var pointer = IdlePointer(at: 10)
        #expect(!pointer.isHidden(isFullscreen: true, at: 11.9))
        #expect(pointer.remaining(isFullscreen: true, at: 11.5) == 0.5)
        #expect(pointer.isHidden(isFullscreen: true, at: 12))
        #expect(pointer.remaining(isFullscreen: true, at: 12) == nil)
        pointer.moved(at: 12)
        #expect(!pointer.isHidden(isFullscreen: true, at: 13))
        #expect(!pointer.isHidden(isFullscreen: false, at: 99))
        #expect(pointer.remaining(isFullscreen: false, at: 13) == nil)
    }

    @Test func `the display stays on in full screen, and ten minutes after a movement`() {
        var wakefulness = Wakefulness(.auto, at: 100)
        #expect(wakefulness.isAwake((isVisible: true, isFullscreen: false), at: 699))
        #expect(wakefulness.remaining(at: 699) == 1)
        #expect(!wakefulness.isAwake((isVisible: true, isFullscreen: false), at: 700))
        #expect(wakefulness.remaining(at: 700) == nil)
        #expect(wakefulness.isAwake((isVisible: true, isFullscreen: true), at: 9000))
        #expect(!wakefulness.isAwake((isVisible: false, isFullscreen: true), at: 101))
        wakefulness.moved(at: 9000)
        #expect(wakefulness.isAwake((isVisible: true, isFullscreen: false), at: 9599))
    }

    @Test(arguments: [(Awake.always, true), (.never, false)])
    func `always and never decide, for a window that is seen`(choice: Awake, isAwake: Bool) {
        let wakefulness = Wakefulness(choice, at: 0)
        for isFullscreen in [true, false] {
            for time in [1.0, 9000] {
                #expect(
                    wakefulness.isAwake((isVisible: true, isFullscreen), at: time) == isAwake)
                #expect(!wakefulness.isAwake((isVisible: false, isFullscreen), at: time))
            }
        }
        #expect(wakefulness.remaining(at: 1) == nil)
    }

    @Test func `a tilt by a degree or a shake is a movement, noise is none`() {
        func tilts(_ degrees: Double) -> Input.Event { .tilts(Tilts(degrees, about: .horizontal)) }
        var movement = CardMovement()
        let events = [20, 20.9, 19.1, 21, 20.1].map(tilts) + [.shake, .key(1)]
        let begun = events.map { movement.isBegun(by: $0) }
        #expect(begun == [false, false, false, true, false, true, false])
    }

    @Test func `a screen is told of what moves the card`() throws {
        let (screen, feed) = (ScriptedScreen(), StandingTilt())
        feed.batches = [[0], [0.5, 5], [5.5], [7]]
        try Player(card: PlayedCard(), on: screen, feed: feed, settings: withoutHint).run()
        #expect(screen.movements == 2)
    }
}
