import TestSupport
import Testing

/// A window in which SDL does not draw: the real SDL, of which some functions give other answers.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct FailingCanvasTests {
    private static let head = """
        #define _GNU_SOURCE
        #include <SDL2/SDL.h>
        #include <dlfcn.h>
        #define NEXT(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

        """
    /// Windows have no memory of their own, as on Wayland.
    private static let noSurface =
        "SDL_Surface *SDL_GetWindowSurface(SDL_Window *window) { return 0; }"

    /// A card that a log swings, with a SDL in which this C code stands before the real functions.
    private func window(_ code: String) throws -> CardWindow {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.swingingLog())
        let library = try PreloadedLibrary(Self.head + code, in: card.folder)
        return try CardWindow(
            ["replay", log, "--loop"], card: card, environment: library.environment)
    }

    @Test(arguments: [
        "int SDL_UpdateWindowSurfaceRects(SDL_Window *w, const SDL_Rect *r, int n) { return SDL_SetError(\"no\"); }",
        noSurface
            + """
            int SDL_RenderCopy(SDL_Renderer *r, SDL_Texture *t, const SDL_Rect *a, const SDL_Rect *b)
            { return SDL_SetError("no"); }
            """,
    ])
    func `a window in which nothing can be drawn is one line, and status 69`(code: String) throws {
        let result = try window(code).result()
        #expect(result.status == 69)
        #expect(result.errors == "lenticule: cannot draw in the window: no\n")
    }

    @Test(arguments: [
        """
        int SDL_UpdateWindowSurfaceRects(SDL_Window *window, const SDL_Rect *rects, int count)
        {
            static int calls;
            if (++calls % 3 == 0) return SDL_SetError("no");
            return NEXT(SDL_UpdateWindowSurfaceRects)(window, rects, count);
        }
        """,
        // A texture that shows nothing any more, of which an event tells.
        noSurface
            + """
            static SDL_Texture *dead;
            SDL_Texture *SDL_CreateTexture(SDL_Renderer *renderer, Uint32 format, int access, int w, int h)
            {
                dead = NULL;
                return NEXT(SDL_CreateTexture)(renderer, format, access, w, h);
            }
            int SDL_RenderCopy(
                SDL_Renderer *renderer, SDL_Texture *texture, const SDL_Rect *from, const SDL_Rect *to)
            {
                static int calls;
                if (++calls == 3) {
                    SDL_Event event = {.type = SDL_RENDER_DEVICE_RESET};
                    dead = texture;
                    SDL_PushEvent(&event);
                }
                return texture == dead ? 0 : NEXT(SDL_RenderCopy)(renderer, texture, from, to);
            }
            """,
    ])
    func `a window goes on after a failure`(code: String) throws {
        let window = try window(code)
        let spot = try window.place().centre
        // The swing's ends show back and front.
        for wanted in [Colour(0, 0, 255), Colour(255, 0, 0), Colour(0, 0, 255)] {
            #expect(
                try eventually {
                    difference(try window.server.screenshot()[spot.x, spot.y], wanted) < 40
                }, "\(wanted) is never shown: \(window.program.words)")
        }
        try window.press("q")
        #expect(try window.result().status == 0)
    }
}
