import Geometry
import Glibc

/// What `run` has measured inside a process: one line of numbers on standard output.
@main
struct Bench {
    static func main() throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case ("filter", 2): measureFilter(updates: Int(arguments[1]) ?? 0)
        case ("scene", 3): measureScene(of: arguments[1], frames: Int(arguments[2]) ?? 0)
        case ("large-scene", 3):
            try measureLargeScene(of: arguments[1], frames: Int(arguments[2]) ?? 0)
        case ("kernels", 2): measureKernels(frames: Int(arguments[1]) ?? 0)
        case ("layers", 3): try writeLayers(of: arguments[1], into: arguments[2])
        case ("frames", 5):
            try measureFrames(
                of: arguments[1], renderer: arguments[2], motion: arguments[3],
                count: Int(arguments[4]) ?? 0)
        case ("card", 4), ("card", 6), ("card", 7):
            let given = arguments.dropFirst(4).map { Int($0) ?? 0 }
            func number(_ index: Int, _ usual: Int) -> Int {
                index < given.count ? given[index] : usual
            }
            try measureCard(
                arguments[1], renderer: arguments[2], count: Int(arguments[3]) ?? 0,
                size: PixelSize(width: number(0, 1280), height: number(1, 720)),
                taps: number(2, 0))
        default:
            print(
                """
                bench filter UPDATES
                bench scene CARD FRAMES
                bench large-scene CARD FRAMES
                bench kernels FRAMES
                bench layers CARD FOLDER
                bench frames FOLDER gl|cpu card|three COUNT
                bench card CARD gl|cpu COUNT [WIDTH HEIGHT [TAPS]]
                """)
            exit(64)
        }
    }
}

/// A moment, as the wall's clock and as the processor time that this process has used.
struct Moment {
    private let wall: Double
    private let processor: Double

    /// Now.
    init() {
        wall = Self.seconds(CLOCK_MONOTONIC)
        processor = Self.seconds(CLOCK_PROCESS_CPUTIME_ID)
    }

    /// Prints wall and processor time since this moment, divided by `count`, in units of `unit` seconds.
    func printPassed(per count: Int, unit: Double) {
        let now = Moment()
        let scale = 1 / (Double(count) * unit)
        print((now.wall - wall) * scale, (now.processor - processor) * scale)
    }

    /// Seconds of processor time since this moment.
    var processorPassed: Double { Moment().processor - processor }

    private static func seconds(_ clock: clockid_t) -> Double {
        var time = timespec()
        clock_gettime(clock, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
