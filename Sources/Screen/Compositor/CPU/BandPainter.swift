internal import Dispatch
internal import Geometry
internal import Glibc
internal import Platform

/// How many processors there are: more threads than these draw nothing faster.
public let processorCount = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))

/// Draws a list of operations in bands of rows, several at a time where there is enough to do. Keeps its
/// memory from frame to frame.
struct BandPainter {
    private var contents = RowContents()
    /// The time that drawing took, since it was taken last.
    private var times = DrawTimes()
    /// The memory of all bands; the part of each begins at a multiple of 64 bytes.
    private var memory: [SIMD64<UInt8>] = []
    private let mostBands: Int

    /// The number of pixels for which one thread is used. The number of threads is the sum of the
    /// pixels of the part and of each operation in it, divided by this number, but at least 1
    /// and at most `mostBands` and the number of rows. To wake a thread and to wait for it takes as
    /// long as to draw some thousand pixels.
    private static let worthAThread = 200_000
    private let worthAThread: Int
    /// How many pixels are drawn in the time in which an operation's row is begun.
    fileprivate static let pixelsInRowStart = 400

    /// The pixels of operations that are drawn until `isUnwanted` is asked again: some 0.1 s.
    private static let pixelsBetweenQuestions = 50_000_000
    /// Asked while a drawing that takes long goes on: whether nobody wants it any more, so that it
    /// is left incomplete. Once it returns true, what was drawn is of no use.
    var isUnwanted: () -> Bool = { false }

    init(mostBands: Int = processorCount, worthAThread: Int = Self.worthAThread) {
        (self.mostBands, self.worthAThread) = (max(1, mostBands), worthAThread)
    }

    mutating func takeTimes() -> DrawTimes { exchange(&times, with: DrawTimes()) }

    /// Draws the operations from the index `still.count` on, over `still.pixels`, which show the
    /// operations before. The part of the target begins and ends at multiples of four columns, or
    /// at the target's end.
    mutating func draw(
        _ list: DrawList, _ part: PixelRect,
        over still: StaticLayerCache<CachedRows> = StaticLayerCache(), into target: PixelTarget
    ) {
        draw(
            list, list.operations.indices[still.count...], part, width: target.width,
            for: .target(target, over: still.pixels))
    }

    /// Draws the first operations of a list and keeps what they show.
    mutating func kept(_ list: DrawList, first count: Int, width: Int) -> CachedRows {
        let kept = CachedRows(list.area)
        draw(list, 0..<count, list.area, width: width, for: .keeping(kept))
        return kept
    }

    private mutating func draw(
        _ list: DrawList, _ range: Range<Int>, _ part: PixelRect, width: Int,
        for goal: BandWork.Goal
    ) {
        var contents = exchange(&contents, with: RowContents())
        contents.withOperations(range, of: list) { operations in
            func pixels(in part: PixelRect) -> Int { operations.pixelCount(in: part) }
            let stretches = pixels(in: part) / Self.pixelsBetweenQuestions
            for part in PixelRect.bands(of: part, count: min(1 + stretches, part.height)) {
                if isUnwanted() { return }
                let count = min(mostBands, pixels(in: part) / worthAThread, part.height)
                draw(
                    operations, PixelRect.bands(of: part, count: count), list, range, width: width,
                    for: goal)
            }
        }
        self.contents = contents
    }

    private mutating func draw(
        _ operations: UnsafeBufferPointer<RowOperation>, _ bands: [PixelRect], _ list: DrawList,
        _ range: Range<Int>, width: Int, for goal: BandWork.Goal
    ) {
        let timerSize = RowTimer.size(operations: operations.count)
        var timers = [Int64](repeating: 0, count: bands.count * timerSize)
        let size = RowMemory.byteCount(width: width, nesting: list.nesting)
        if memory.count * 64 < size * bands.count {
            MemoryReserve.require(size * bands.count)
            memory = Array(repeating: .zero, count: size * bands.count / 64)
        }
        timers.withUnsafeMutableBufferPointer { timers in
            memory.withUnsafeMutableBytes { memory in
                guard let memory = memory.baseAddress, let timers = timers.baseAddress else {
                    return
                }
                let work = BandWork(
                    operations: operations, area: list.area, nesting: list.nesting, bands: bands,
                    memory: memory, timers: timers, width: width, goal: goal)
                if bands.count > 1 {
                    DispatchQueue.concurrentPerform(iterations: bands.count) { work.draw($0) }
                } else {
                    work.draw(0)
                }
                for band in bands.indices { times.add(work.timer(band), list.operations[range]) }
            }
        }
    }
}

extension UnsafeBufferPointer<RowOperation> {
    /// The pixels of a part and of all operations in it, and for each row of an operation as many as
    /// are drawn in the time in which a row is begun.
    fileprivate func pixelCount(in part: PixelRect) -> Int {
        reduce(part.size.area) { sum, operation in
            let drawn = operation.area.intersection(part)
            return sum + drawn.height * (drawn.width + BandPainter.pixelsInRowStart)
        }
    }
}

/// What the threads share.
///
/// Each band has rows of the goal and a part of the memory to itself; all else is only read.
private struct BandWork: @unchecked Sendable {
    enum Goal {
        case target(PixelTarget, over: CachedRows?)
        case keeping(CachedRows)
    }

    let operations: UnsafeBufferPointer<RowOperation>
    let area: PixelRect
    let nesting: Int
    let bands: [PixelRect]
    let memory: UnsafeMutableRawPointer
    let timers: UnsafeMutablePointer<Int64>
    let width: Int
    let goal: Goal

    func timer(_ index: Int) -> RowTimer {
        RowTimer(timers, part: index, operations: operations.count)
    }

    func draw(_ index: Int) {
        let painter = RowPainter(
            operations: operations, area: area,
            memory: RowMemory(memory, part: index, width: width, nesting: nesting),
            timer: timer(index))
        switch goal {
        case .target(let target, let kept): painter.draw(bands[index], over: kept, into: target)
        case .keeping(let kept): painter.keep(bands[index].rows, in: kept)
        }
    }
}

extension DrawTimes {
    /// Adds what a band measured.
    fileprivate mutating func add(_ timer: RowTimer, _ operations: ArraySlice<DrawOperation>) {
        for (index, operation) in zip(0..., operations) {
            add(timer.seconds(ofOperation: index), operation.work, layer: operation.sceneLayer)
        }
        add(timer.secondsOfWriting, .write, layer: nil)
    }
}

extension PixelRect {
    /// A rectangle's rows, divided evenly into at least one band.
    fileprivate static func bands(of rect: PixelRect, count: Int) -> [PixelRect] {
        let count = max(1, count)
        return (0..<count).map { index in
            let (first, end) = (rect.height * index / count, rect.height * (index + 1) / count)
            return PixelRect(
                x: rect.x, y: rect.y + first, width: rect.width, height: end - first)
        }
    }
}
