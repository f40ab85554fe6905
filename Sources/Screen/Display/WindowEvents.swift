internal import CDisplayServer
internal import CSDL
import Glibc
internal import Platform

/// The events of a window, for which one thread waits while others may end the wait.
///
/// SDL's own wait would be ended by a message to the window, which an X server may get after the
/// window's end.
struct WindowEvents {
    /// Where events arrive; -1 if SDL has to look for them.
    private let descriptor: CInt
    /// Where changes of the desktop arrive, which end a wait; -1 if they do not.
    private let desktop: CInt
    private let wake: WakeEvent
    /// Seconds between two looks without a descriptor.
    private static let interval = 0.01

    init(of window: SDLWindow, wake: WakeEvent) {
        descriptor = display_server_descriptor(UnsafeMutableRawPointer(window.handle))
        desktop = window.desktopDescriptor
        self.wake = wake
        // It would let SDL_PollEvent say once that there is no event although Xlib has one already, for which
        // `poll` would wait in vain.
        SDL_EventState(SDL_POLLSENTINEL.rawValue, SDL_IGNORE)
    }

    /// An event that is there; nil if there is none.
    func next() -> SDL_Event? {
        var event = SDL_Event()
        return SDL_PollEvent(&event) != 0 ? event : nil
    }

    /// The next event; nil if none comes within `timeout` seconds, without limit if that is nil, if
    /// the wait is ended, if a display may have been turned, and if the display server has ended.
    func next(timeout: Double?) -> SDL_Event? {
        let deadline = monotonicSeconds() + (timeout ?? .infinity)
        while true {
            if let event = next() { return event }
            let remaining = deadline - monotonicSeconds()
            guard remaining > 0, !DisplayServer.isGone, !isWoken(within: remaining) else {
                return nil
            }
        }
    }

    /// Waits for events at most so many seconds. Returns whether the wait was ended by something else:
    /// a wake, or a change of the desktop or of a display.
    private func isWoken(within seconds: Double) -> Bool {
        let descriptors = [
            descriptor, wake.descriptor, desktop, display_server_turn_descriptor(),
        ]
        var polled = descriptors.map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)  // A negative descriptor is ignored.
        }
        let seconds = descriptor < 0 ? min(seconds, Self.interval) : seconds
        // Rounded up: a wait that ends too early would be started again.
        let milliseconds = seconds.isFinite ? CInt(saturating: (seconds * 1000).rounded(.up)) : -1
        guard poll(&polled, nfds_t(polled.count), milliseconds) > 0 else { return false }
        if polled[1].revents != 0 { wake.clear() }
        return polled.dropFirst().contains { $0.revents != 0 }
    }
}
