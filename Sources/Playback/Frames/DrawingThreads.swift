import Compositor
import Dispatch
import Picture
import Synchronization

/// Draws pictures on several threads, each with compositors of its own, and gives them in the order in which
/// they were begun.
struct DrawingThreads {
    /// What draws one picture.
    typealias Drawing = @Sendable (inout Compositors) -> Bitmap

    /// What draws the card, and the object around it.
    struct Compositors {
        var card = CPUCompositor(mostBands: 1)
        var object = CPUCompositor(mostBands: 1)
    }

    private let threads: [DrawingThread]
    private var begun = 0
    private var waiting: [DrawnPicture] = []

    init(_ count: Int) {
        threads = (0..<max(1, count)).map { _ in DrawingThread() }
    }

    /// The passes and pixels of all pictures so far.
    var counts: DrawCounts { threads.reduce(DrawCounts()) { $0 + $1.counts } }
    var isEmpty: Bool { waiting.isEmpty }
    /// Whether each thread has one picture to draw and two to go on with, while others are written.
    var isFull: Bool { waiting.count >= 3 * threads.count }

    /// Begins the next picture.
    mutating func begin(_ drawing: @escaping Drawing) {
        let picture = DrawnPicture()
        threads[begun % threads.count].draw(picture, drawing)
        waiting.append(picture)
        begun += 1
    }

    /// The picture that was begun first of those that were not taken yet; waits for it.
    mutating func next() -> Bitmap { waiting.removeFirst().get() }
}

private final class DrawingThread: Sendable {
    private let queue = DispatchQueue(label: "drawing")
    private let compositors = Mutex(DrawingThreads.Compositors())

    var counts: DrawCounts { compositors.withLock { $0.card.counts } }

    func draw(_ picture: DrawnPicture, _ drawing: @escaping DrawingThreads.Drawing) {
        queue.async { [self] in
            picture.set(compositors.withLock { drawing(&$0) })
        }
    }
}

private final class DrawnPicture: Sendable {
    private let bitmap = Mutex<Bitmap?>(nil)
    private let isDrawn = DispatchSemaphore(value: 0)

    func set(_ drawn: Bitmap) {
        bitmap.withLock { $0 = drawn }
        isDrawn.signal()
    }

    /// Waits until it is drawn.
    func get() -> Bitmap {
        while true {
            if let drawn = bitmap.withLock({ $0 }) { return drawn }
            isDrawn.wait()
        }
    }
}
