import CSDL
import Glibc
public import Motion
import Platform

/// Motion from a gamepad's sensors, through SDL.
///
/// Timestamps are on CLOCK_BOOTTIME, which continues while the machine sleeps.
public final class GamepadSource: MotionSource {
    /// Nanoseconds between two polls. The fastest gamepads send a report every 1.25 ms; of the
    /// reports between two polls only the newest is read.
    private static let interval: Int64 = 2_000_000
    /// Nanoseconds between two searches for a gamepad.
    private static let searchInterval: Int64 = 500_000_000
    /// Nanoseconds: the kernel keeps the oldest 64 reports, and the fastest gamepads send 800 a
    /// second; if more time may have passed between two reads, the newest kept report is old.
    private static let longestPause: Int64 = 80_000_000
    /// Polls: if so many in a row were too slow, the machine always is, and old values are better than none.
    private static let mostSlowPolls = 25

    private let waits: Bool
    private var gamepad: Gamepad?
    /// Nanoseconds of `boottimeNow`: when the last poll began.
    private var newestPoll: Int64 = 0
    /// How many polls of the gamepad in a row began or ended too late.
    private var slowPolls = 0
    private var nextSearch: Int64 = 0

    /// Opens the first gamepad with motion sensors; if `waits`, one may also be connected later,
    /// or return. For `gyroscopeDelay` see `GyroscopeErrors.delay`.
    public init(waits: Bool, gyroscopeDelay: Double? = nil) throws(GamepadError) {
        gyroscopeErrors = GyroscopeErrors(delay: gyroscopeDelay)
        // Only `read` polls gamepads: otherwise the window would wake for every report.
        SDL_SetHint(SDL_HINT_AUTO_UPDATE_JOYSTICKS, "0")
        SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1")
        // On Bluetooth a PlayStation gamepad has sensors only in the mode with rumble.
        SDL_SetHint(SDL_HINT_JOYSTICK_HIDAPI_PS4_RUMBLE, "1")
        guard SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0 else {
            throw GamepadError(reason: String(cString: SDL_GetError()))
        }
        SDL_GameControllerEventState(SDL_IGNORE)
        _ = SDL_EventState(SDL_CONTROLLERSENSORUPDATE.rawValue, SDL_IGNORE)
        self.waits = waits
        SDL_GameControllerUpdate()
        openGamepad()
        if gamepad == nil && !waits {
            // All properties are set, so that deinit runs, and quits the subsystem.
            throw GamepadError(
                reason: "none with motion sensors is connected, or this user may not read it; "
                    + "apt install steam-devices gives access")
        }
    }

    deinit {
        gamepad = nil
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER)
    }

    public var name: String { gamepad?.name ?? "a game controller" }

    public var automaticNeutral: Neutral { .start }
    public var isSensor: Bool { true }
    public var isSuspendable: Bool { true }

    public var quantities: Quantities { [.acceleration, .rotationRate] }
    public var clock: SourceClock? { .boottime }
    public var isWaiting: Bool { gamepad == nil }

    /// The delay given to `init`, and the identity of the gamepad that was opened last.
    public private(set) var gyroscopeErrors: GyroscopeErrors

    /// Appends the gamepad's newest sample if it is new.
    public func read(
        into readings: inout [Reading], timeout: Duration
    ) throws(GamepadError) -> SourceState {
        let deadline = boottimeNow() + Int64(min(timeout, .seconds(1)) / .nanoseconds(1))
        repeat {
            if let sample = newSample() {
                readings.append(.sample(sample))
                break
            }
            let pause = gamepad == nil ? Self.searchInterval : Self.interval
            usleep(UInt32(max(0, min(pause, deadline - newestPoll)) / 1000))
        } while boottimeNow() < deadline
        if gamepad != nil { return .open }
        guard waits else { throw GamepadError(reason: "it is no longer connected") }
        return .waiting(for: "a game controller with motion sensors")
    }

    private func newSample() -> ImuSample? {
        let previousPoll = newestPoll
        newestPoll = boottimeNow()
        // While another device comes or goes, this may take long before and after it reads the reports.
        SDL_GameControllerUpdate()
        let arrival = boottimeNow()
        search()
        slowPolls = arrival - previousPoll > Self.longestPause ? slowPolls + 1 : 0
        if (1...Self.mostSlowPolls).contains(slowPolls) { gamepad?.skipSamples() }
        return gamepad?.newSample(arrival: arrival)
    }

    /// Closes a gamepad that was disconnected, and searches for one at intervals.
    private func search() {
        if let isAttached = gamepad?.isAttached, !isAttached { gamepad = nil }
        guard gamepad == nil, waits, newestPoll >= nextSearch else { return }
        nextSearch = newestPoll + Self.searchInterval
        openGamepad()
    }

    /// Opens a gamepad if there is one. After a disconnection the identity stays until then, so that
    /// the same gamepad keeps what was learnt of it.
    private func openGamepad() {
        gamepad = Gamepad()
        slowPolls = 0
        if let identity = gamepad?.identity { gyroscopeErrors.sensor = identity }
    }
}

/// Why no gamepad can be read: one line for the user.
public struct GamepadError: Error, Sendable, Equatable, CustomStringConvertible {
    public let reason: String
    public var description: String { "cannot read a game controller: \(reason)" }
}
