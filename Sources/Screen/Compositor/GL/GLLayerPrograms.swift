/// The shaders that draw operations, each compiled once for its variant. Beyond a number of them those are
/// dropped whose last use is the longest ago, but none that the newest frame uses.
struct GLLayerPrograms {
    private struct Entry {
        let program: GLLayerProgram
        /// The number of the frame that used it last.
        var lastUse: Int
    }

    private var entries: [GLLayerProgram.Variant: Entry] = [:]
    private var frameNumber = 0

    /// A shader takes some 100 kB, and some milliseconds to compile.
    static let most = 64

    var count: Int { entries.count }

    /// Begins a frame, and drops what is beyond the number.
    mutating func beginFrame() {
        let excess = entries.count - Self.most
        if excess > 0 {
            let unused = entries.filter { $0.value.lastUse < frameNumber }
            let oldest = unused.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(excess)
            for (variant, _) in oldest { entries[variant] = nil }
        }
        frameNumber += 1
    }

    mutating func program(_ variant: GLLayerProgram.Variant) throws(GLError) -> GLLayerProgram {
        entries[variant]?.lastUse = frameNumber
        if let entry = entries[variant] { return entry.program }
        let program = try GLLayerProgram(variant)
        entries[variant] = Entry(program: program, lastUse: frameNumber)
        return program
    }
}
