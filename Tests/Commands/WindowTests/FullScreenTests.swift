import Foundation
import TestSupport
import Testing

/// Full screen on an X server without a window manager, as at an exhibition, and what changes there.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct FullScreenTests {
    private let whole = Rect(x: 0, y: 0, width: 320, height: 240)

    @Test(arguments: ["cpu", "gl"])
    func `--fullscreen fills the display without a window manager, and f comes back`(
        renderer: String
    ) throws {
        let card = TestCard.plain()
        let window = try CardWindow(
            ["show", "--from", "simulated:still", "--fullscreen"], card: card, renderer: renderer)
        #expect(try eventually { try window.place() == whole })
        // The card reaches the corners: it has the display's shape.
        for (x, y) in [(1, 1), (318, 1), (1, 238), (318, 238)] {
            try window.awaitColour(card.colour(tilt: 0), x: x, y: y)
        }
        #expect(try window.press("f") { $0.width < 320 && $0.x > 0 })
        #expect(try window.press("f") { $0 == whole })
        try window.press("q")
        let result = try window.result()
        #expect(result.status == 0 && result.errors == "")
    }

    @Test func `f fills the display without a window manager, and comes back to the same place`()
        throws
    {
        let window = try CardWindow(.plain(), tilt: 0)
        let before = try window.place()
        #expect(try window.press("f") { $0 == whole })
        #expect(try window.press("f") { $0 == before })
    }

    /// The environment of a program that says what it does to the pointer and to the desktop's
    /// blanking.
    private func talkative(_ card: TestCard) throws -> [String: String?] {
        let library = try PreloadedLibrary(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <unistd.h>
            #define say(text) (void)!write(2, text, sizeof text - 1)
            int SDL_ShowCursor(int shows)
            {
                if (shows == 0) say("hidden\\n");
                if (shows == 1) say("shown\\n");
                return ((int (*)(int))dlsym(RTLD_NEXT, "SDL_ShowCursor"))(shows);
            }
            void SDL_DisableScreenSaver(void)
            {
                say("awake\\n");
                ((void (*)(void))dlsym(RTLD_NEXT, "SDL_DisableScreenSaver"))();
            }
            void SDL_EnableScreenSaver(void)
            {
                say("blank\\n");
                ((void (*)(void))dlsym(RTLD_NEXT, "SDL_EnableScreenSaver"))();
            }
            """, in: card.folder)
        return library.environment
    }

    @Test func `in full screen the pointer hides until it moves`() throws {
        let card = TestCard.plain()
        let window = try CardWindow(
            ["show", "--from", "simulated:still", "--fullscreen"], card: card,
            environment: try talkative(card))
        #expect(eventually { window.program.words.contains("hidden\n") })
        try window.move(x: 0.3, y: 0.3)
        #expect(eventually { window.program.words.contains("hidden\nshown\n") })
        #expect(eventually { window.program.words.hasSuffix("hidden\n") })
        #expect(try window.press("f") { $0.width < 320 })
        #expect(eventually { window.program.words.hasSuffix("shown\n") })
    }

    @Test(arguments: [("auto", true), ("always", true), ("never", false)])
    func `show.awake says whether the display stays on`(awake: String, isAwake: Bool) throws {
        let card = TestCard.plain()
        let config = card.folder.write("my.toml", "show.awake = \"\(awake)\"\n")
        let window = try CardWindow(
            ["show", "--from", "pointer:", "--frames", "5", "--config", config], card: card,
            environment: try talkative(card))
        let result = try window.result()
        #expect(result.status == 0)
        #expect(result.errors == (isAwake ? "awake\n" : ""))
    }

    @Test(.enabled(if: Xvfb.isManagerInstalled, "needs openbox"))
    func `a minimised window does not keep the display on`() throws {
        let card = TestCard.plain()
        let window = try CardWindow(
            ["show", "--from", "simulated:still"], card: card,
            environment: try talkative(card), isManaged: true)
        // A manager that has not seen the window yet does nothing, or loses that it is shown.
        func becomes(_ word: String, after command: String) throws -> Bool {
            try eventually {
                try window.server.xdotool("search", "--class", "lenticule", command)
                return window.program.words.hasSuffix("\(word)\n")
            }
        }
        #expect(try becomes("awake", after: "windowmap"), "\(window.program.words)")
        #expect(try becomes("blank", after: "windowminimize"), "\(window.program.words)")
        #expect(try becomes("awake", after: "windowmap"), "\(window.program.words)")
    }
}
