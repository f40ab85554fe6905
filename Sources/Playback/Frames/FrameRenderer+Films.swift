import Geometry
import Picture
import Platform

/// Frames of a card as files. All processors draw them; they are written in order.
extension FrameRenderer {
    /// Writes them as numbered pictures; returns the paths of those of an earlier, longer run, which
    /// are removed.
    public func writeFrames(
        _ frames: consuming CardFrames, folder path: String, inputFiles: [String],
        progress: (Int) -> Void = { _ in }
    ) throws -> [String] {
        var frames = frames
        // This comes before the folder is made, because most errors of a log are found here.
        let first = try frames.next()
        var folder = try FrameFolder(path, inputFiles: inputFiles)
        var written = 0
        try draw(
            first, then: { try frames.next() },
            each: { bitmap, count in
                try folder.append(bitmap, frames: count)
                written += count
                progress(written)
            })
        return try folder.removeOlder()
    }

    /// Writes them as one animated PNG.
    ///
    /// The palette must be known before the first frame is written: every frame is drawn twice
    /// instead of kept. `progress` gets the frames of both times.
    public func writeAnimation(
        _ frames: consuming CardFrames, path: String, inputFiles: [String],
        progress: (Int) -> Void = { _ in }
    ) throws {
        let rate = frames.rate
        let runs = try frames.all()
        let file = try OutputFile(path, inputFiles: inputFiles)
        let (colours, drawn) = try colours(of: runs, progress)
        var animation = AnimatedPNG(
            file, width: size.width, height: size.height, frames: runs.count,
            palette: try AnimationPalette(colours))
        var written = drawn
        try draw(runs) { bitmap, count in
            try animation.append(bitmap, seconds: Double(count) / rate)
            written += count
            progress(written)
        }
        try animation.finish()
    }

    /// Writes them as a film of another format. Memory does not grow with its length, but for a GIF, of
    /// which every frame is drawn twice, as for `writeAnimation`. A film of more bytes than `limit` is given up,
    /// and its bytes are returned.
    public func writeFilm(
        _ frames: consuming CardFrames, _ format: FilmFormat, quality: Double, path: String,
        limit: Int? = nil, inputFiles: [String], progress: (Int) -> Void = { _ in }
    ) throws -> Int? {
        let rate = frames.rate
        // This comes before the film is begun, because most errors of a log are found here.
        var frames = frames
        let first = format == .gif ? try frames.all() : try frames.next()
        let file = try OutputFile(path, inputFiles: inputFiles)
        let palette = format == .gif ? try colours(of: first, progress) : nil
        let picture = try palette.map { palette in
            try AnimationPalette(palette.colours, most: format.colours(quality)).picture
        }
        var film = try FilmFile(
            file, format, size: size, rate: rate, quality: quality, palette: picture)
        var written = palette?.frames ?? 0
        try draw(
            first, then: { try frames.next() },
            each: { bitmap, count in
                try film.append(bitmap, frames: count)
                written += count
                progress(written)
            })
        return try film.finish(limit: limit)
    }

    /// The colours of all frames, and how many these are.
    private func colours(
        of runs: [CardFrames.FrameRun], _ progress: (Int) -> Void
    ) throws -> (colours: AnimationColours, frames: Int) {
        var (colours, drawn) = (AnimationColours(), 0)
        try draw(runs) { bitmap, count in
            colours.add(bitmap)
            drawn += count
            progress(drawn)
        }
        return (colours, drawn)
    }

    /// Draws each run, and those that come then until there are none, and gives the pictures in order.
    private func draw(
        _ first: [CardFrames.FrameRun], then next: () throws -> [CardFrames.FrameRun] = { [] },
        each: (Bitmap, _ count: Int) throws -> Void
    ) throws {
        var (runs, counts) = (first, [Int]())
        func take() throws { try each(threads.next(), counts.removeFirst()) }
        while !runs.isEmpty {
            for run in runs {
                if threads.isFull { try take() }
                try begin(run)
                counts.append(run.count)
            }
            runs = try next()
        }
        while !threads.isEmpty { try take() }
    }
}
