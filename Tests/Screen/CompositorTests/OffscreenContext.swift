import CSDL
import Compositor
import Testing

/// An OpenGL context of SDL's driver that needs no display, shared by all tests.
///
/// The main actor has no thread of its own here, so the context is current only inside `use`.
@MainActor enum OffscreenContext {
    private static let made: (window: OpaquePointer, context: SDL_GLContext)? = {
        SDL_SetHint(SDL_HINT_VIDEODRIVER, "offscreen")
        guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else { return nil }
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, Int32(SDL_GL_CONTEXT_PROFILE_ES.rawValue))
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 2)
        SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0)
        guard
            let window = SDL_CreateWindow("test", 0, 0, 256, 256, SDL_WINDOW_OPENGL.rawValue),
            let context = SDL_GL_CreateContext(window)
        else { return nil }
        SDL_GL_MakeCurrent(window, nil)
        return (window, context)
    }()

    static func use(_ body: (GLCompositor) throws -> Void) throws {
        let made = try #require(made, "no OpenGL ES: install libgl1-mesa-dri and libegl1")
        try #require(SDL_GL_MakeCurrent(made.window, made.context) == 0)
        defer { SDL_GL_MakeCurrent(made.window, nil) }
        try body(GLCompositor())
    }
}
