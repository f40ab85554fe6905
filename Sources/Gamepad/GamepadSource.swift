import CSDL
import Glibc
public import Motion

/// Motion from a game controller's own sensors, through SDL.
///
/// Timestamps are on CLOCK_MONOTONIC.
public final class GamepadSource: SampleSource {
    /// Between two looks at the controller: a part of what the fastest take between two reports.
    private static let interval: Int64 = 2_000_000
    /// Between two looks for a controller.
    private static let searchInterval: Int64 = 500_000_000
    /// The kernel keeps the oldest 64 reports, and the fastest make 800 a second: after a longer time
    /// without a look the newest that it has is old.
    private static let patience: Int64 = 80_000_000

    private let waits: Bool
    private var pad: Gamepad?
    private var newestLook: Int64 = 0
    private var nextSearch: Int64 = 0

    /// Opens the first controller with motion sensors; `waits` for one where there is none, and where
    /// it goes.
    public init(waits: Bool) throws(GamepadError) {
        // Nobody but `read` looks at controllers: the window would wake for every report.
        SDL_SetHint(SDL_HINT_AUTO_UPDATE_JOYSTICKS, "0")
        SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1")
        // On Bluetooth a PlayStation's controller has sensors only in the mode that has rumble too.
        SDL_SetHint(SDL_HINT_JOYSTICK_HIDAPI_PS4_RUMBLE, "1")
        guard SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0 else {
            throw GamepadError(reason: String(cString: SDL_GetError()))
        }
        SDL_GameControllerEventState(SDL_IGNORE)
        _ = SDL_EventState(SDL_CONTROLLERSENSORUPDATE.rawValue, SDL_IGNORE)
        self.waits = waits
        SDL_GameControllerUpdate()
        pad = Gamepad()
        if pad == nil && !waits {
            SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER)
            throw GamepadError(
                reason: "none with motion sensors is connected, or its hidraw node may not be "
                    + "read; apt install steam-devices allows that")
        }
    }

    deinit {
        pad = nil
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER)
    }

    public var name: String { pad?.name ?? "a game controller" }

    /// A controller is held in hands.
    public var isLive: Bool { true }

    public var isWaiting: Bool { pad == nil }

    /// Appends the controller's newest reading, once it has a new one.
    public func read(
        into samples: inout [ImuSample], timeout: Duration
    ) throws(GamepadError) -> SourceState {
        let deadline = now() + Int64(min(timeout, .seconds(1)) / .nanoseconds(1))
        repeat {
            if let sample = newSample() {
                samples.append(sample)
                break
            }
            let pause = pad == nil ? Self.searchInterval : Self.interval
            usleep(UInt32(max(0, min(pause, deadline - newestLook)) / 1000))
        } while now() < deadline
        if pad != nil { return .open }
        guard waits else { throw GamepadError(reason: "it is no longer connected") }
        return .waiting(for: "a game controller with motion sensors")
    }

    private func newSample() -> ImuSample? {
        let isOld = now() - newestLook > Self.patience
        SDL_GameControllerUpdate()
        newestLook = now()
        search()
        if isOld { pad?.skipReadings() }
        return pad?.newReading(arrival: newestLook)
    }

    /// Lets go of a controller that has gone, and looks for one now and then.
    private func search() {
        if let isAttached = pad?.isAttached, !isAttached { pad = nil }
        guard pad == nil, waits, newestLook >= nextSearch else { return }
        nextSearch = newestLook + Self.searchInterval
        pad = Gamepad()
    }

    private func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

/// Why no controller can be read: one line for a person.
public struct GamepadError: Error, Sendable, Equatable, CustomStringConvertible {
    public let reason: String
    public var description: String { "cannot read a game controller: \(reason)" }
}
