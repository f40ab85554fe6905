/// How many programs of a kind are kept. One takes some 100 kB, and some milliseconds to compile.
let mostPrograms = 64

/// A program whose shaders are compiled for a variant.
protocol GLVariantProgram {
    associatedtype Variant: Hashable

    init(_ variant: Variant) throws(GLError)
}

/// Programs of one kind, each compiled once for its variant. Beyond a number of them those are dropped
/// whose last use is the longest ago, but none that the newest frame uses.
struct GLPrograms<Program: GLVariantProgram> {
    private struct Entry {
        let program: Program
        /// The number of the frame that used it last.
        var lastUse: Int
    }

    private var entries: [Program.Variant: Entry] = [:]
    private var frameNumber = 0
    /// How many were compiled so far.
    private(set) var compiled = 0

    var count: Int { entries.count }

    /// Begins a frame, and drops what is beyond the number.
    mutating func beginFrame() {
        let excess = entries.count - mostPrograms
        if excess > 0 {
            let unused = entries.filter { $0.value.lastUse < frameNumber }
            let oldest = unused.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(excess)
            for (variant, _) in oldest { entries[variant] = nil }
        }
        frameNumber += 1
    }

    mutating func program(_ variant: Program.Variant) throws(GLError) -> Program {
        entries[variant]?.lastUse = frameNumber
        if let entry = entries[variant] { return entry.program }
        let program = try Program(variant)
        entries[variant] = Entry(program: program, lastUse: frameNumber)
        compiled += 1
        return program
    }
}
