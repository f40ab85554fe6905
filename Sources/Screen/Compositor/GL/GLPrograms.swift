/// How many programs of a kind are kept. One takes some 100 kB, and some milliseconds to compile.
let mostPrograms = 64

/// A program whose shaders are compiled for a variant.
protocol GLVariantProgram {
    associatedtype Variant: Hashable

    /// Begins to compile a variant's shaders.
    static func begun(_ variant: Variant) -> GLProgram

    /// `program` is one that `begun` gave for the variant; it is linked.
    init(_ variant: Variant, _ program: GLProgram)
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
    /// Those that are not used yet; perhaps they are still compiled.
    private var begun: [Program.Variant: GLProgram] = [:]
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
        begin(variant)
        return try finish(variant)
    }

    /// Begins to compile a program, unless this was done before.
    mutating func begin(_ variant: Program.Variant) {
        guard entries[variant] == nil, begun[variant] == nil else { return }
        begun[variant] = Program.begun(variant)
        compiled += 1
    }

    /// Ends one of the programs that were begun and are not used yet. A frame that needs one that the
    /// driver refuses compiles it again, and throws.
    mutating func finishOne() {
        if let variant = begun.keys.first { _ = try? finish(variant) }
    }

    private mutating func finish(_ variant: Program.Variant) throws(GLError) -> Program {
        let linked = begun.removeValue(forKey: variant) ?? Program.begun(variant)
        try linked.finish()
        let program = Program(variant, linked)
        entries[variant] = Entry(program: program, lastUse: frameNumber)
        return program
    }
}
