import Foundation
import TestSupport
import Testing

/// How a showing ends, and what it says then.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct EndingTests {
    struct Statistics: Decodable {
        let renderer: String
        let frames: Int
        let frameMilliseconds: Double
        let passes: Double
        let drawnPixels: Double
        let cachedPixels: Double
        let shaderPrograms: Int?

        enum CodingKeys: String, CodingKey {
            case renderer, frames
            case frameMilliseconds = "frame_ms_median"
            case passes = "passes_mean"
            case drawnPixels = "drawn_pixels_mean"
            case cachedPixels = "kept_pixels_mean"
            case shaderPrograms = "shader_programs"
        }
    }

    private func statistics(_ result: Program.Result) throws -> Statistics {
        try JSONDecoder().decode(Statistics.self, from: Data(result.output.utf8))
    }

    @Test(arguments: ["cpu", "gl"], ["x11", "offscreen"])
    func `--frames presents so many and ends with 0; --stats counts them`(
        renderer: String, driver: String
    ) throws {
        let window = try CardWindow(
            ["show", "--from", "pointer:", "--frames", "7", "--stats"], card: .plain(),
            renderer: renderer, environment: ["SDL_VIDEODRIVER": driver])
        let result = try window.result()
        #expect(result.status == 0)
        #expect(result.errors == "")
        let statistics = try statistics(result)
        #expect(statistics.renderer == renderer)
        #expect(statistics.frames == 7)
        #expect(statistics.frameMilliseconds > 0)
        #expect(statistics.passes > 0 && statistics.passes <= 3)
        #expect(statistics.drawnPixels > 0 && statistics.cachedPixels == 0)
        #expect((statistics.shaderPrograms ?? 0 > 0) == (renderer == "gl"))
    }

    @Test func `--exit-at-end ends with the log, its last pose shown`() throws {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.log(tilt: 60, seconds: 0.3))
        let terminal = try PseudoTerminal()
        let window = try CardWindow(
            ["replay", log, "--exit-at-end"], card: card, terminal: terminal)
        #expect(try window.result().status == 0)
    }

    @Test(arguments: [false, true])
    func `without --exit-at-end the last picture stays, also without a terminal`(
        hasTerminal: Bool
    ) throws {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.log(tilt: 60, seconds: 0.1))
        let terminal = hasTerminal ? try PseudoTerminal() : nil
        let window = try CardWindow(
            ["replay", log, "--speed", "max"], card: card, terminal: terminal)
        try window.awaitColour(Colour(0, 0, 255))
        usleep(300_000)
        try window.awaitColour(Colour(0, 0, 255))
        try window.press("q")
        #expect(try window.result().status == 0)
    }

    @Test func `--loop plays the log again`() throws {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.swingingLog())
        let window = try CardWindow(
            ["replay", log, "--loop", "--speed", "8", "--frames", "30", "--stats"], card: card)
        let result = try window.result()
        #expect(result.status == 0)
        // A round lasts an eighth of a second: 7 frames.
        #expect(try statistics(result).frames == 30)
    }

    @Test func `a device at rest has no frame drawn`() throws {
        let card = TestCard.plain()
        let log = card.folder.file("log.csv").path
        _ = try Program.run("simulate", "--preset", "still", "--duration", "3", "-o", log)
        let window = try CardWindow(
            ["replay", log, "--exit-at-end", "--stats"], card: card)
        // The picture, the hint, and what X asks for.
        #expect(try statistics(try window.result()).frames <= 5)
    }

    @Test(arguments: ["cpu", "gl"], ["pointer:", "simulated:shake"])
    func `an X server that dies is one line, and status 69`(
        renderer: String, source: String
    ) throws {
        let window = try CardWindow(
            ["show", "--from", source, "--stats"], card: .plain(), renderer: renderer)
        let place = try window.place()
        #expect(
            try eventually {
                try window.server.screenshot()[place.centre.x, place.centre.y] != Colour()
            })
        window.server.kill()
        let result = try window.result()
        #expect(result.status == 69)
        // Xlib may complain of what it has read last.
        let own = result.errors.split(separator: "\n").filter { !$0.hasPrefix("Xlib: ") }
        #expect(
            own == [
                "lenticule: the display server DISPLAY=\(window.server.display) has ended, and the window with it"
            ])
        // Where the end makes a library crash, there are none.
        #expect(try result.output.isEmpty || statistics(result).frames > 0)
    }

    @Test func `a crash that leaves a lock locked when the X server dies is one line, too`() throws
    {
        let card = TestCard.plain()
        // After the server's end the loop crashes, and no thread gets memory any more.
        let library = try PreloadedLibrary(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <poll.h>
            #include <pthread.h>
            #include <stddef.h>
            #include <unistd.h>
            extern void *__libc_malloc(size_t);
            static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
            static volatile int has_crashed;
            static int (*next)(struct pollfd *, nfds_t, int);
            __attribute__((constructor)) static void find(void) { next = dlsym(RTLD_NEXT, "poll"); }
            void *malloc(size_t size)
            {
                if (has_crashed) pthread_mutex_lock(&lock);
                return __libc_malloc(size);
            }
            int poll(struct pollfd *polled, nfds_t count, int milliseconds)
            {
                int found = next(polled, count, milliseconds);
                for (nfds_t i = 0; i < count && !has_crashed && getpid() == gettid(); i++) {
                    if (!(polled[i].revents & POLLHUP)) continue;
                    pthread_mutex_lock(&lock);
                    has_crashed = 1;
                    *(volatile int *)8 = 0;
                }
                return found;
            }
            """, in: card.folder)
        let window = try CardWindow(
            ["show", "--from", "pointer:"], card: card, environment: library.environment)
        try window.awaitColour(card.colour(tilt: 0))
        window.server.kill()
        let result = try window.result()
        #expect(result.status == 69)
        #expect(
            result.errors
                == "lenticule: the display server DISPLAY=\(window.server.display) has ended, and the window with it\n"
        )
    }

    @Test func `a window that another program destroys ends it`() throws {
        let window = try CardWindow(["show", "--from", "pointer:"], card: .plain())
        _ = try window.place()
        try window.server.xdotool("search", "--class", "lenticule", "windowclose")
        let result = try window.result()
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test(arguments: [SIGINT, SIGTERM], ["log", "pointer"])
    func `a signal ends it well`(signal: Int32, source: String) throws {
        let card = TestCard.plain()
        // The reading thread waits for the next row for ever.
        let log = card.folder.write(
            "log.csv", TestCard.log(tilt: 0, seconds: 1) + "9000000000000000,0,0,9.81,0,0,0\n")
        let window = try CardWindow(
            ["show", "--real-gaps", "--from", source == "log" ? "file:\(log)" : "pointer:"],
            card: card)
        try window.move(x: 0.5, y: 0.5)
        try window.awaitColour(card.colour(tilt: 0))
        window.program.send(signal)
        let result = try window.result()
        #expect(result.status == 0)
        #expect(result.errors == "")
    }

    @Test func `a program that is stopped after a signal ends well when it goes on`() throws {
        let card = TestCard.plain()
        let window = try CardWindow(["show", "--from", "pointer:"], card: card)
        try window.move(x: 0.5, y: 0.5)
        try window.awaitColour(card.colour(tilt: 0))
        // The end waits for the server, so that the program is stopped in the midst of it.
        window.server.freeze(true)
        window.program.send(SIGTERM)
        usleep(100_000)
        window.program.send(SIGSTOP)
        window.server.freeze(false)
        // Longer than the time that it has to end by itself.
        usleep(1_000_000)
        window.program.send(SIGCONT)
        #expect(try window.result().status == 0)
    }
}
