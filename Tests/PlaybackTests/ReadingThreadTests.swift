import Glibc
import Motion
import Synchronization
import TestSupport
import Testing

@testable import Playback

/// The thread that reads a source.
@Suite struct ReadingThreadTests {
    /// What a source was asked to do.
    private final class Calls: Sendable {
        private let counts = Mutex((reads: 0, suspensions: 0))

        var reads: Int { counts.withLock { $0.reads } }
        var suspensions: Int { counts.withLock { $0.suspensions } }

        func read() { counts.withLock { $0.reads += 1 } }
        func suspend() { counts.withLock { $0.suspensions += 1 } }
    }

    private final class CountingSource: MotionSource {
        let name = "counting"
        let isSuspendable = true
        let isWaiting: Bool
        private let calls: Calls
        private let end: SourceState

        init(_ calls: Calls, isWaiting: Bool = false, end: SourceState = .open) {
            (self.calls, self.isWaiting, self.end) = (calls, isWaiting, end)
        }

        func read(into readings: inout [Reading], timeout: Duration) -> SourceState {
            calls.read()
            usleep(1000)
            return end
        }

        func suspend() { calls.suspend() }
    }

    @Test func `a suspended source is not read until it is resumed`() {
        let calls = Calls()
        let thread = ReadingThread(CountingSource(calls), isSuspended: true)
        thread.start { _, _, _ in }
        #expect(eventually { calls.suspensions > 0 })
        #expect(calls.reads == 0)
        thread.resume()
        #expect(eventually { calls.reads > 0 })
        #expect(thread.isRunning)
        thread.stop()
    }

    @Test func `a suspended source whose sensor is absent is read on, to find it`() {
        let calls = Calls()
        let thread = ReadingThread(CountingSource(calls, isWaiting: true), isSuspended: true)
        thread.start { _, _, _ in }
        #expect(eventually { calls.reads > 1 })
        thread.stop()
    }

    @Test func `at its end a source is suspended, and not read again`() {
        let calls = Calls()
        let thread = ReadingThread(CountingSource(calls, end: .ended))
        thread.start { _, _, _ in }
        #expect(eventually { calls.suspensions == 1 })
        thread.stop()
        #expect(calls.reads == 1 && calls.suspensions == 1)
    }
}
