import Foundation
import TestSupport
import Testing

/// Films that `render` wrote, as others read them.
@Suite(.enabled(if: Stranger.isHere("ffmpeg"), "ffmpeg is not here (package ffmpeg)"))
struct FilmTests {
    private let folder = TemporaryFolder()

    @discardableResult
    private func render(_ output: String, _ arguments: String...) throws -> String {
        let path = "\(folder.path)/\(output)"
        let result = try Program.run(arguments: ["render", "-o", path] + arguments)
        try #require(result.status == 0, "\(result.errors)")
        return path
    }

    /// The frames of a film one after the other: red, green and blue of each pixel.
    private func pixels(_ path: String) throws -> [UInt8] {
        let target = folder.file("pixels.rgb").path
        if path.hasSuffix(".webp") {
            // ffmpeg reads no animated WebP.
            try Stranger.run("convert '\(path)' -coalesce -depth 8 'rgb:\(target)'")
        } else {
            // Without these flags ffmpeg's decoded colours are a level too dark.
            try Stranger.run(
                "ffmpeg -v error -nostdin -i '\(path)' -fps_mode passthrough -sws_flags "
                    + "accurate_rnd+full_chroma_int -f rawvideo -pix_fmt rgb24 '\(target)'")
        }
        return try [UInt8](Data(contentsOf: URL(filePath: target)))
    }

    /// When each frame begins, and the end of the last one, seconds.
    private func times(_ path: String) throws -> [Double] {
        guard path.hasSuffix(".webp") else {
            let times = try Stranger.times(path)
            return times.map(\.start) + times.suffix(1).map { $0.start + $0.length }
        }
        let text = try Stranger.run("webpmux -info '\(path)'")
        let lengths = text.matches(of: #/\n +\d+: +\d+ +\d+ +\w+ +\d+ +\d+ +(\d+)/#).compactMap {
            Double($0.1).map { $0 / 1000 }
        }
        return lengths.reduce(into: [0]) { times, length in
            times.append(times[times.count - 1] + length)
        }
    }

    /// The means of two by two pixels of a frame: these formats store a colour for so many.
    private func halved(_ frame: ArraySlice<UInt8>, width: Int) -> ArraySlice<UInt8> {
        let (bytes, row) = (Array(frame), 3 * width)
        let starts = stride(from: 0, to: bytes.count, by: 2 * row).flatMap { top in
            stride(from: top, to: top + row, by: 6).flatMap { $0..<$0 + 3 }
        }
        return starts.map { start in
            let sum = [0, 3, row, row + 3].reduce(0) { $0 + Int(bytes[start + $1]) }
            return UInt8((sum + 2) / 4)
        }[...]
    }

    private func meanDifference(_ first: ArraySlice<UInt8>, _ second: ArraySlice<UInt8>) -> Double {
        let sum = zip(first, second).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
        return Double(sum) / Double(first.count)
    }

    /// `step`: the shortest time that the format knows, seconds. `loss`: the mean difference of a frame, of 255.
    @Test(arguments: [
        ("mp4", 60.0, 1e-4, 3.0), ("webm", 60, 1e-3, 3), ("webp", 30, 1e-3, 3),
        ("gif", 20, 1e-2, 3),
    ])
    func `others see a film's frames, their times and their pixels`(
        format: String, rate: Double, step: Double, loss: Double
    ) throws {
        let size = "160x90"
        let options = ["--card", Repository.path("cards/orrery"), "--size", size]
        let film = "\(folder.path)/film.\(format)"
        let made = try Program.run(
            arguments: ["render", "-o", film, "--seconds", "1", "--quality", "95"] + options)
        try #require(made.status == 0, "\(made.errors)")
        let frames = "\(folder.path)/frames/"
        let other = try Program.run(
            arguments: ["render", "-o", frames, "--sway", "--seconds", "1", "--fps", "\(rate)"]
                + options)
        try #require(other.status == 0, "\(other.errors)")
        let (seen, truth) = (
            try pixels(film), try Stranger.pixels("\(frames)frame-%05d.png")
        )
        let frame = 160 * 90 * 3
        #expect(truth.count == Int(rate) * frame)
        let times = try times(film)
        try #require(seen.count == (times.count - 1) * frame)
        // WebP has frames that look the same as one, which is seen for longer.
        #expect(format == "webp" ? times.count > 20 : times.count - 1 == Int(rate))
        for (index, time) in times.dropLast().enumerated() {
            let number = Int((time * rate).rounded())
            #expect(abs(time - Double(number) / rate) <= step, "frame \(index)")
            let (own, other) = (index * frame, number * frame)
            let (seen, truth) = (
                halved(seen[own..<own + frame], width: 160),
                halved(truth[other..<other + frame], width: 160)
            )
            #expect(meanDifference(seen, truth) <= loss, "frame \(index)")
        }
        // A video's last frame is as long as its stream says, in whole steps.
        #expect(abs(try #require(times.last) - 1) <= (format == "webm" ? 0.05 : step))
    }

    /// What Tests/Judges/film.py says of a film that Chromium has shown.
    private struct Shown: Decodable {
        let seconds: [Double]
        let repeats: Bool
    }

    @Test(
        .enabled(if: Stranger.isHere("chromium"), "chromium is not here (package chromium)"),
        arguments: [("mp4", 4.0), ("webm", 4), ("webp", 4), ("gif", 3), ("apng", 3)])
    func `a browser shows each frame of a film`(format: String, loss: Double) throws {
        let options = ["orrery", "--size", "160x90", "--seconds", "0.5", "--fps", "20", "--sway"]
        let film = "\(folder.path)/film.\(format)"
        for output in [film, "\(folder.path)/frames/"] {
            let result = try Program.run(arguments: ["render", "-o", output] + options)
            try #require(result.status == 0, "\(result.errors)")
        }
        let named = format == "apng" ? "\(folder.path)/film.png" : film
        if named != film { try FileManager.default.moveItem(atPath: film, toPath: named) }
        let (judge, target) = (Repository.path("Tests/Judges/film.py"), folder.file("rgb").path)
        let output = try Stranger.run("python3 '\(judge)' '\(named)' 20 '\(target)'")
        let shown = try JSONDecoder().decode(Shown.self, from: Data(output.utf8))
        if ["mp4", "webm"].contains(format) {
            #expect(abs(shown.seconds[0] - 0.5) < 0.002)
        } else {
            #expect(shown.repeats && abs(shown.seconds.reduce(0, +) - 0.5) < 0.001)
        }
        let isVideo = shown.seconds.count == 1
        let seconds = isVideo ? Array(repeating: 0.05, count: 10) : shown.seconds
        let frame = 160 * 90 * 3
        let seen = try [UInt8](Data(contentsOf: URL(filePath: target)))
        let truth = try Stranger.pixels("\(folder.path)/frames/frame-%05d.png")
        try #require(seen.count == seconds.count * frame && truth.count == 10 * frame)
        var time = 0.0
        for (index, length) in seconds.enumerated() {
            let number = Int((time * 20).rounded())
            #expect(abs(time - Double(number) / 20) < 0.001)
            time += length
            let (own, other) = (index * frame, number * frame)
            let (seen, truth) = (
                halved(seen[own..<own + frame], width: 160),
                halved(truth[other..<other + frame], width: 160)
            )
            #expect(meanDifference(seen, truth) <= loss, "frame \(index)")
        }
    }

    @Test func `phones play an MP4: its format, its colours and its index at the beginning`() throws
    {
        let film = try render(
            "film.mp4", "--card", Repository.path("cards/demo"), "--size", "101x75", "--seconds",
            "0.5"
        )
        let words = try Stranger.run(
            "ffprobe -v error -show_entries stream=codec_name,width,height,pix_fmt,color_space "
                + "-of csv=p=0 '\(film)'")
        #expect(words == "h264,100,74,yuv420p,bt709\n")
        let bytes = try Data(contentsOf: URL(filePath: film))
        let (index, media) = (
            bytes.range(of: Data("moov".utf8)), bytes.range(of: Data("mdat".utf8))
        )
        #expect(try #require(index).lowerBound < #require(media).lowerBound)
    }

    @Test func `gifsicle reads a GIF that repeats for ever in one palette`() throws {
        let film = try render(
            "film.gif", "--card", Repository.path("cards/demo"), "--size", "96x60", "--seconds", "1"
        )
        let words = try Stranger.run("gifsicle --info '\(film)'")
        #expect(words.contains("20 images") && words.contains("loop forever"))
        #expect(words.contains("global color table [256]"))
        // ffmpeg repeats it once in the first frame.
        #expect(words.components(separatedBy: "local color table").count <= 2)
    }

    @Test(arguments: ["theatre", "koi", "demo", "voyage"])
    func `a film's end continues in its begin`(card: String) throws {
        let frames = try render(
            "frames/", "--card", Repository.path("cards/\(card)"), "--sway", "--fps", "15",
            "--size",
            "120x90")
        let pixels = try Stranger.pixels("\(frames)frame-%05d.png")
        let size = 120 * 90 * 3
        let all = stride(from: 0, to: pixels.count, by: size).map { pixels[$0..<$0 + size] }
        let steps = all.indices.map { meanDifference(all[$0], all[($0 + 1) % all.count]) }
        let most = try #require(steps.dropLast().max())
        #expect(try #require(steps.last) <= most, "\(steps)")
        #expect(most > 0.2)
    }

    @Test func `a sweep goes to both angles and back, about the card's axis`() throws {
        for (name, colour) in [("back", "#000"), ("middle", "#808080"), ("front", "#fff")] {
            folder.writePicture("card/\(name).svg", colour: colour)
        }
        let frames = try render(
            "frames/", "--card", "\(folder.path)/card", "--sweep", "-60:60", "--fps", "10",
            "--seconds",
            "4", "--size", "8x6")
        let pixels = try Stranger.pixels("\(frames)frame-%05d.png")
        let greys = stride(from: 0, to: pixels.count, by: 8 * 6 * 3).map { pixels[$0] }
        #expect(greys.count == 40 && greys[0] == 0 && greys[20] == 255 && greys[10] == 128)
        #expect(Array(greys[1...19]) == greys[21...39].reversed())
        #expect(greys[..<20].sorted() == Array(greys[..<20]))
    }

    @Test(arguments: ["gif", "webp", "mp4", "webm"])
    func `a film is as small as it must be`(format: String) throws {
        let path = "\(folder.path)/film.\(format)"
        let options = [
            "theatre", "--size", "480x270", "--seconds", "1", "--fps", "10", "--under", "25kB",
        ]
        let result = try Program.run(arguments: ["render", "-o", path] + options)
        try #require(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains(" pixels, to be as small as --under says"))
        let bytes = try Data(contentsOf: URL(filePath: path)).count
        #expect(bytes <= 25_000 && bytes > 5000)
    }

    @Test func `a film of a log is as small as it must be, too`() throws {
        let (log, path) = ("\(folder.path)/log.csv", "\(folder.path)/film.mp4")
        _ = try Program.run("simulate", "--preset", "hand", "--duration", "2", "-o", log)
        let result = try Program.run(
            arguments: [
                "render", "-o", path, "--from", log, "--fps", "20", "--size", "320x200", "--under",
                "20kB",
            ])
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.contains("to be as small as --under says"))
        #expect(try Stranger.times(path).count == 40 || Stranger.times(path).count == 41)
        #expect(try Data(contentsOf: URL(filePath: path)).count <= 20_000)
    }

    @Test func `what cannot be small enough leaves the old film`() throws {
        let path = folder.write("film.gif", "before")
        let result = try Program.run(
            arguments: [
                "render", "-o", path, "--size", "64x40", "--seconds", "10", "--fps", "50",
                "--under", "20kB",
            ])
        #expect(result.status == 64)
        #expect(result.errors.contains("would be larger than --under says"))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
    }

    @Test func `without ffmpeg one line names its package`() throws {
        let path = "\(folder.path)/film.mp4"
        let program = try RunningProgram(
            ["render", "-o", path], environment: ["PATH": "/nonexistent"])
        let result = try program.result()
        #expect(result.status == 69)
        #expect(
            result.errors
                == "lenticule: cannot write \(path): films are encoded by the program ffmpeg, which is not there: "
                + "install the package ffmpeg\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal leaves no half film`(signal: Int32) throws {
        let path = folder.write("film.webm", "before")
        let program = try RunningProgram(
            ["render", "theatre", "-o", path, "--seconds", "600", "--size", "320x180"])
        let files = { try FileManager.default.contentsOfDirectory(atPath: folder.path) }
        try #require(try eventually { try files().count > 1 })
        usleep(300_000)
        program.send(signal)
        let result = try #require(try program.result(within: 20))
        #expect(result.status == 128 + signal)
        #expect(try files() == ["film.webm"])
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "before")
    }

    @Test(
        .enabled(if: Program.canMount, "needs unshare and mount"),
        arguments: ["gif", "webp", "mp4", "webm"])
    func `where the disk is full the film before stays`(format: String) throws {
        let result = try Program.run(
            onFullDisk: """
                full=$PWD/full/film.\(format)
                echo before > $full
                "$0" render --size 320x180 --seconds 1 -o $full 2>&1; echo $?; cat $full; ls full
                """)
        let lines = result.output.split(separator: "\n")
        #expect(lines.first?.contains("film.\(format): ") == true)
        #expect(lines.first?.contains("No space left on device") == true, "\(lines)")
        #expect(lines.dropFirst() == ["74", "before", "film.\(format)"])
    }

    @Test(arguments: [
        (["-o", "a.mp4", "--tilt", "5"], "a film moves"),
        (["-o", "a.gif", "--time", "5"], "a film moves"),
        (["-o", "a.png", "--sway", "--quality", "5"], "--quality is for GIF"),
        (["-o", "a.png", "--sway", "--under", "5MB"], "--under is for GIF"),
        (["-o", "a.png", "--seconds", "5"], "--seconds needs --from LOG or --sway"),
        (["-o", "a.mp4", "--sway", "--sweep", "0:5"], "give one of --sway and --sweep"),
        (["-o", "a.mp4", "--sway", "--from", "simulated:hand"], "give one of --from LOG"),
        (["-o", "a.mp4", "--from", "-", "--under", "1MB"], "standard input is read once"),
        (["-o", "a.mp4", "--sweep", "5"], "The value '5' is invalid"),
        (["-o", "a.mp4", "--sweep", "0:900"], "The value '0:900' is invalid"),
        (["-o", "a.mp4", "--under", "0"], "The value '0' is invalid"),
        (["-o", "a.mp4", "--quality", "0"], "--quality is 0.0; it must be from 1 to 100"),
        (["-o", "a.avi"], "this command writes PNG, GIF, WebP, MP4 and WebM"),
        (["-o", "folder/"], "a folder of frames needs --from LOG, --sway or --sweep"),
    ])
    func `what makes no sense is a mistake of usage`(options: [String], words: String) throws {
        let result = try Program.run(arguments: ["render"] + options)
        #expect(result.status == 64)
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
