import Foundation
import TestSupport
import Testing

/// A library whose functions stand before those of others: a program loads it first.
struct PreloadedLibrary {
    private let path: String

    /// Compiles the functions, which are written in C; the library lies in `folder`.
    init(_ code: String, in folder: TemporaryFolder) throws {
        path = folder.file("first.so").path
        let compiler = try RunningProgram(
            ["clang", "-shared", "-fPIC", "-o", path, folder.write("first.c", code)],
            of: URL(filePath: "/usr/bin/env"))
        let result = try compiler.result()
        try #require(result.status == 0, "\(result.errors)")
    }

    /// What a program needs to load it.
    var environment: [String: String?] { ["LD_PRELOAD": path] }
}
