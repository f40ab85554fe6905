import CSDL
import Glibc
public import Motion

/// Motion from a game controller's own sensors, through SDL.
public final class GamepadSource: SampleSource {
    /// Between two looks at the controller: a part of what the fastest take between two reports.
    private static let interval: Int64 = 2_000_000
    /// Between two looks for a controller.
    private static let searchInterval: Int64 = 500_000_000

    private var pad: Gamepad?
    private var newest: ImuSample?
    private var nextSearch: Int64 = 0

    /// Opens the first controller with motion sensors; `waits` for one where there is none.
    public init(waits: Bool) throws(GamepadError) {
        // Nobody but `read` looks at controllers: the window would wake for every report.
        SDL_SetHint(SDL_HINT_AUTO_UPDATE_JOYSTICKS, "0")
        SDL_SetHint(SDL_HINT_JOYSTICK_ALLOW_BACKGROUND_EVENTS, "1")
        guard SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0 else {
            throw GamepadError(reason: String(cString: SDL_GetError()))
        }
        SDL_GameControllerEventState(SDL_IGNORE)
        _ = SDL_EventState(SDL_CONTROLLERSENSORUPDATE.rawValue, SDL_IGNORE)
        SDL_GameControllerUpdate()
        pad = Gamepad()
        if pad == nil && !waits {
            SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER)
            throw GamepadError(
                reason: "none with motion sensors is connected, or its hidraw node may not be read")
        }
    }

    deinit {
        pad = nil
        SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER)
    }

    public var name: String { pad?.name ?? "a game controller" }

    /// A controller is held in hands.
    public var isLive: Bool { true }

    /// Appends the controller's newest reading, once it has a new one.
    public func read(into samples: inout [ImuSample], timeout: Duration) -> SourceState {
        let deadline = now() + Int64(min(timeout, .seconds(1)) / .nanoseconds(1))
        repeat {
            SDL_GameControllerUpdate()
            search()
            if let sample = newReading() {
                samples.append(sample)
                break
            }
            usleep(UInt32(Self.interval / 1000))
        } while now() < deadline
        return pad == nil ? .waiting(for: "a game controller with motion sensors") : .open
    }

    private func newReading() -> ImuSample? {
        guard let sample = pad?.reading(now: now()) else { return nil }
        let isNew =
            sample.acceleration != newest?.acceleration
            || sample.rotationRate != newest?.rotationRate
        guard isNew else { return nil }
        newest = sample
        return sample
    }

    /// Lets go of a controller that has gone, and looks for one now and then.
    private func search() {
        if let isAttached = pad?.isAttached, !isAttached { pad = nil }
        guard pad == nil, now() >= nextSearch else { return }
        nextSearch = now() + Self.searchInterval
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
