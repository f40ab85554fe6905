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
            testDescription: "textures that are too small",
            code: """
                void glGetIntegerv(unsigned name, int *value) { *value = 16; }
                """,
            words: "OpenGL takes pictures of at most 16 pixels a side"),
        Fault(
            testDescription: "a driver without memory, from the fourth frame on",
            code: """
                unsigned glGetError(void) { static int calls; return calls++ < 3 ? 0 : 0x505; }
                """,
            words: "OpenGL failed with error 0x505"),
    ]

    /// A library that a program loads before OpenGL's.
    private func library(_ code: String, in folder: TemporaryFolder) throws -> String {
        let (source, library) = (folder.write("fault.c", code), folder.file("fault.so").path)
        let compiler = try RunningProgram(
            ["clang", "-shared", "-fPIC", "-o", library, source], of: URL(filePath: "/usr/bin/env"))
        let result = try compiler.result()
        try #require(result.status == 0, "\(result.errors)")
        return library
    }

    @Test(arguments: faults)
    func `the same window goes on without OpenGL, with one line`(fault: Fault) throws {
        let card = TestCard.plain()
        let log = card.folder.write("log.csv", TestCard.swingingLog())
        let window = try CardWindow(
            ["replay", log, "--loop", "--stats"], card: card, renderer: "gl",
            environment: ["LD_PRELOAD": try library(fault.code, in: card.folder)])
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
}
