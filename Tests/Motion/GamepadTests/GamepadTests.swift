import CSDL
import Motion
import Testing

@testable import Gamepad

@Suite(.serialized) struct GamepadTests {
    /// On a table (SDL's y is up), on its left side, and with its far edge straight up.
    @Test(
        arguments: [
            ([0, 9.8, 0], Vector3(0, 0, 9.8)),
            ([9.8, 0, 0], Vector3(9.8, 0, 0)),
            ([0, 0, -9.8], Vector3(0, 9.8, 0)),
        ] as [([Float], Vector3)])
    func `SDL's axes become the device's`(values: [Float], expected: Vector3) {
        #expect((deviceFrame(fromSDL: values) - expected).length < 1e-6)
    }

    @Test func `without a controller one is waited for, or the line says so`() throws {
        let source = try GamepadSource(waits: true, gyroscopeDelay: 0.01)
        #expect(source.gyroscopeErrors == GyroscopeErrors(delay: 0.01))
        var samples: [ImuSample] = []
        let state = try source.read(into: &samples, timeout: .milliseconds(10))
        try #require(samples.isEmpty, "a controller is connected here")
        #expect(state == .waiting(for: "a game controller with motion sensors"))
        let error = #expect(throws: GamepadError.self) { try GamepadSource(waits: false) }
        #expect(error?.description.contains("connected") == true)
        // The source that could not be opened has not closed the subsystem of the other one.
        withExtendedLifetime(source) { #expect(SDL_WasInit(SDL_INIT_GAMECONTROLLER) != 0) }
    }

    @Test func `controllers without serial numbers are told apart`() throws {
        try #require(SDL_InitSubSystem(SDL_INIT_GAMECONTROLLER) == 0)
        defer { SDL_QuitSubSystem(SDL_INIT_GAMECONTROLLER) }
        // Each controller is opened twice.
        let identities = try (0..<2).flatMap { _ -> [String] in
            let index = SDL_JoystickAttachVirtual(SDL_JOYSTICK_TYPE_GAMECONTROLLER, 6, 15, 0)
            defer { SDL_JoystickDetachVirtual(index) }
            return try (0..<2).map { _ in
                let controller = SDL_GameControllerOpen(index)
                let pointer = try #require(controller)
                defer { SDL_GameControllerClose(pointer) }
                return gamepadIdentity(pointer)
            }
        }
        #expect(identities[0] == identities[1])
        #expect(identities[1] != identities[2])
        #expect(identities[2] == identities[3])
    }
}
