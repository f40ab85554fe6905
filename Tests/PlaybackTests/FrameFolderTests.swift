import Foundation
import Picture
import TestSupport
import Testing

@testable import Playback

/// Folders of numbered pictures.
@Suite struct FrameFolderTests {
    private let folder = TemporaryFolder()

    @Test func `a picture that is no frame stays, even where nothing was written`() throws {
        let frames = try FrameFolder("\(folder.path)/frames", inputFiles: [])
        let bitmap = Bitmap(width: 4, height: 2, pixels: Array(repeating: 0xFF00_0000, count: 8))
        try bitmap.writePNG(to: "\(folder.path)/frames/mine.png")
        try bitmap.writePNG(to: "\(folder.path)/frames/frame-00007.png")
        #expect(try frames.removeOlder().isEmpty)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/frames").sorted()
                == ["frame-00007.png", "mine.png"])
    }
}
