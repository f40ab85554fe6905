import Foundation
import TestSupport
import Testing

/// A driver that fails: the real one, of which one function gives another answer.
@Suite(.enabled(if: Xvfb.isInstalled, "needs Xvfb and xdotool"))
struct FailingOpenGLTests {
    struct Fault: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// In C, before the real function is called.
        let code: String
        let words: String
    }

    private static let faults = [
        Fault(
            testDescription: "a program that does not link",
            code: """
                void glGetProgramiv(unsigned program, unsigned name, int *value) { *value = 0; }
                """,
            words: "OpenGL refuses the program"),
        Fault(
            testDescription: "a shader that does not compile",
            code: """
                void glGetShaderiv(unsigned shader, unsigned name, int *value) { *value = 0; }
                """,
            words: "OpenGL refuses the shader"),
        Fault(
            testDescription: "a driver without memory, from the fourth frame on",
            code: """
                unsigned glGetError(void) { static int calls; return calls++ < 3 ? 0 : 0x505; }
                """,
            words: "OpenGL failed with error 0x505"),
    ]

    @Test(arguments: faults)
    func `the same window goes on without OpenGL, with one line`(fault: Fault) throws {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.swingingLog())
        let library = try PreloadedLibrary(fault.code, in: card.folder)
        let window = try CardWindow(
            ["replay", log, "--loop", "--stats"], card: card, renderer: "gl",
            environment: library.environment)
        let spot = try window.place().centre
        // The swing's ends show back and front.
        for wanted in [Colour(0, 0, 255), Colour(255, 0, 0)] {
            #expect(
                try eventually {
                    difference(try window.server.screenshot()[spot.x, spot.y], wanted) < 40
                }, "\(wanted) is never shown: \(window.program.words)")
        }
        try window.press("q")
        let result = try window.result()
        #expect(result.status == 0 && result.output.contains("\"renderer\":\"cpu\""))
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1 && lines[0].contains(fault.words), "\(result.errors)")
        #expect(lines.first?.hasSuffix("; the processor draws now") == true)
    }

    @Test func `where textures are small OpenGL draws smaller pictures`() throws {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.swingingLog())
        let library = try PreloadedLibrary(
            """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            void glGetIntegerv(unsigned name, int *value)
            {
                void (*next)(unsigned, int *) = (void (*)(unsigned, int *))dlsym(RTLD_NEXT, "glGetIntegerv");
                next(name, value);
                if (name == 0x0D33) *value = 64;
            }
            void glTexImage2D(unsigned target, int level, int format, int width, int height, int border,
                unsigned given, unsigned type, const void *pixels)
            {
                void (*next)(unsigned, int, int, int, int, int, unsigned, unsigned, const void *) = dlsym(RTLD_NEXT, "glTexImage2D");
                if (width > 64 || height > 64) __builtin_trap();
                next(target, level, format, width, height, border, given, type, pixels);
            }
            """, in: card.folder)
        let window = try CardWindow(
            ["replay", log, "--loop", "--stats", "--kiosk"], card: card, renderer: "gl",
            environment: library.environment)
        let spot = try window.place().centre
        for wanted in [Colour(0, 0, 255), Colour(255, 0, 0)] {
            #expect(
                try eventually {
                    difference(try window.server.screenshot()[spot.x, spot.y], wanted) < 40
                }, "\(wanted) is never shown: \(window.program.words)")
        }
        window.program.send(SIGTERM)
        let result = try window.result()
        #expect(result.status == 0 && result.output.contains("\"renderer\":\"gl\""))
        #expect(result.errors == "")
    }

    @Test func `a context that is lost is replaced, and OpenGL draws on`() throws {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.swingingLog())
        let library = try PreloadedLibrary(
            "unsigned glGetError(void) { static int calls; return calls++ == 20 ? 0x507 : 0; }",
            in: card.folder)
        let window = try CardWindow(
            ["replay", log, "--loop", "--stats"], card: card, renderer: "gl",
            environment: library.environment)
        let spot = try window.place().centre
        #expect(eventually { window.program.words.contains("has lost what was drawn") })
        for wanted in [Colour(0, 0, 255), Colour(255, 0, 0)] {
            #expect(
                try eventually {
                    difference(try window.server.screenshot()[spot.x, spot.y], wanted) < 40
                }, "\(wanted) is never shown: \(window.program.words)")
        }
        try window.press("q")
        let result = try window.result()
        #expect(result.status == 0 && result.output.contains("\"renderer\":\"gl\""))
        let line = "lenticule: the graphics driver has lost what was drawn; it is drawn anew\n"
        #expect(result.errors == line)
    }

    /// What makes OpenGL unusable from the start: no driver, a driver that is unknown, a server that
    /// refuses a context.
    static let hindrances = [
        ["LIBGL_DRIVERS_PATH": "/nonexistent"], ["GALLIUM_DRIVER": "none"],
        ["LIBGL_ALWAYS_INDIRECT": "1"],
    ]

    @Test(arguments: hindrances)
    func `gl that cannot be used is one line, and status 69`(hindrance: [String: String?]) throws {
        let window = try CardWindow(
            ["show", "--from", "pointer:"], card: .plain(), renderer: "gl", environment: hindrance)
        let result = try window.result()
        #expect(result.status == 69)
        #expect(result.errors.hasPrefix("lenticule: cannot use OpenGL ES 2.0: "))
        #expect(result.errors.hasSuffix("; --renderer cpu needs none\n"))
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }

    @Test(arguments: hindrances)
    func `auto draws with cpu then, and says so in one line`(hindrance: [String: String?]) throws {
        // This machine may have no graphics processor, for which `auto` looks in /dev/dri.
        let card = TestCard.plain()
        card.folder.write("dri/renderD128", "")
        let library = try PreloadedLibrary(
            """
            #define _GNU_SOURCE
            #include <dirent.h>
            #include <dlfcn.h>
            #include <string.h>
            DIR *opendir(const char *path)
            {
                DIR *(*next)(const char *) = (DIR * (*)(const char *)) dlsym(RTLD_NEXT, "opendir");
                return next(strcmp(path, "/dev/dri") ? path : "\(card.folder.path)/dri");
            }
            """, in: card.folder)
        let window = try CardWindow(
            ["show", "--from", "pointer:", "--frames", "3", "--stats"], card: card,
            renderer: "auto", environment: hindrance.merging(library.environment) { $1 })
        let result = try window.result()
        #expect(result.status == 0 && result.output.contains("\"renderer\":\"cpu\""))
        #expect(result.errors.hasPrefix("lenticule: cannot use OpenGL ES 2.0: "))
        #expect(result.errors.hasSuffix("; the processor draws now\n"))
        #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
    }
}
