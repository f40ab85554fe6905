import Dispatch
public import Geometry
import Glibc
public import Paint
public import Picture
import Platform
import Synchronization
import SystemPackage

/// Decodes the pictures of one card, and draws its texts, in a decoder process, which first gives up its
/// rights.
///
/// The process is started for the first picture, and ended when it has had nothing to do for a while;
/// its death fails one picture only. Calls from several threads wait for each other.
public final class PictureDecoder: Sendable {
    private struct State: ~Copyable {
        var process: DecoderProcess?
        /// When the process was used last, in seconds of CLOCK_MONOTONIC.
        var lastUse = 0.0
        /// Whether `endIfIdle` waits to end the process.
        var isEndScheduled = false
        /// The paths of the pictures whose decoding took too long, and their errors.
        var timedOut: [String: PictureError] = [:]
        /// The rights that the newest process gave up.
        var confinement: Confinement?
        /// Seconds of processor time that the newest process used before its first picture.
        var processorTimeAtBegin = 0.0
    }

    private let executable: String
    private let folders: [String]
    private let limits: DecodeLimits
    private let wanted: Confinement
    private let state = Mutex(State())
    private let current = Mutex(Current())

    /// What `cancel` needs of the current request. It has its own lock, because `state` stays
    /// locked while a picture is decoded.
    private struct Current {
        /// The pid of the process while a request waits for its reply; 0 otherwise.
        var pid = pid_t(0)
        var cancellations = 0
    }

    /// For pictures, and for texts with fonts in these files; the process may read the folders of both.
    public convenience init(pictures: [String] = [], fonts: [String] = []) {
        self.init(folders: PictureFile.folders(of: pictures, fonts: fonts))
    }

    /// For texts with numbers that change while they are shown, with fonts in these files. The process
    /// starts now, with `text` on another thread, and does not end when it has nothing to do.
    public convenience init(ofNumbersIn text: TextDescription, fonts: [String]) {
        var limits = DecodeLimits()
        (limits.idleTime, limits.remembersTimeOuts) = (.infinity, false)
        self.init(folders: PictureFile.folders(of: [], fonts: fonts), limits: limits)
        DispatchQueue.global(qos: .userInitiated).async { [weak self] in
            _ = try? self?.layout(of: text)
        }
    }

    /// The process may read the files in `folders`; it gives up the rights that `wanted` names.
    init(
        folders: [String], executable: String = PictureDecoder.executable,
        limits: DecodeLimits = DecodeLimits(), wanted: Confinement = .full
    ) {
        (self.folders, self.executable) = (folders, executable)
        (self.limits, self.wanted) = (limits, wanted)
    }

    /// `lenticule-decode` beside this program, or where `make install` puts it.
    private static let executable: String = {
        let own = linkTarget("/proc/self/exe") ?? ""
        let folder = own.pathPrefix
        let paths = ["", "../libexec/lenticule/"].map { "\(folder)\($0)lenticule-decode" }
        return paths.first { access($0, X_OK) == 0 } ?? paths[0]
    }()

    /// Starts the process of the first card on another thread: its libraries take a while to load.
    public static func startEarly() {
        DispatchQueue.global(qos: .userInitiated).async {
            early.withLock { if !$0.isTaken { $0.process = try? DecoderProcess(executable) } }
        }
    }

    /// The process that `startEarly` started; whoever needs a process first takes it.
    private struct Early: ~Copyable {
        var process: DecoderProcess?
        var isTaken = false

        mutating func take() -> DecoderProcess? {
            isTaken = true
            return process.take()
        }
    }

    private static let early = Mutex(Early())

    /// How far a decoder process gives up its rights on this machine; starts one to find it out.
    public static func confinement() throws(PictureError) -> Confinement {
        try start(executable).confine(to: [], .full, within: DecodeLimits().startTimeLimit)
    }

    /// The rights that the newest process gave up; nil before the first process.
    var confinement: Confinement? { state.withLock { $0.confinement } }

    /// Whether a process waits for pictures.
    var hasProcess: Bool { state.withLock { $0.process?.pid != nil } }

    /// Makes every call fail that waits for the process now, and kills it if it has something to do.
    public func cancel() {
        current.withLock {
            $0.cancellations += 1
            if $0.pid > 0 { kill($0.pid, SIGKILL) }
        }
    }
}

extension PictureDecoder {
    /// The picture's own size in pixels.
    func size(
        of picture: PictureReference, _ file: borrowing OpenFile
    ) throws(PictureError) -> Size {
        let demand = Demand(.size(picture), picture, limits.memory(for: picture, file, size: nil))
        switch try reply(to: demand, files: [file.descriptor]) {
        case .size(let size): return size
        case .failed(let error): throw limits.error(error, picture.path)
        default: throw demand.invalidReply
        }
    }

    /// The picture drawn at `size`, and whether a part of it was missing in its file.
    func bitmap(
        of picture: PictureReference, _ file: borrowing OpenFile, _ size: PixelSize, fit: Fit
    ) throws(PictureError) -> (bitmap: Bitmap, isIncomplete: Bool) {
        let pixels = try SharedPixels(size)
        let demand = Demand(
            .draw(picture, size, fit), picture, limits.memory(for: picture, file, size: size))
        switch try reply(to: demand, files: [file.descriptor, pixels.file.descriptor]) {
        case .drawn(let isIncomplete): return (try pixels.bitmap(), isIncomplete)
        case .failed(let error): throw limits.error(error, picture.path)
        default: throw demand.invalidReply
        }
    }

    /// The shapes of an SVG, or of its element with an id.
    func shapes(
        of picture: PictureReference, _ file: borrowing OpenFile, element: String?
    ) throws(PictureError) -> SVGShapes {
        let memory = try SharedPixels(SharedPixels.textSize)
        let demand = Demand(
            .shapes(picture, element: element), picture,
            limits.memory(for: picture, file, size: nil))
        switch try reply(to: demand, files: [file.descriptor, memory.file.descriptor]) {
        case .written(let count):
            guard let shapes = SVGShapes(text: try memory.text(byteCount: count)) else {
                throw demand.invalidReply
            }
            return shapes
        case .failed(let error): throw limits.error(error, picture.path)
        default: throw demand.invalidReply
        }
    }

    /// Where the lines and clusters of a text lie.
    public func layout(of text: TextDescription) throws(PictureError) -> TextLayout {
        let described = try DescribedText(DrawnText(text, clusters: nil))
        let memory = try SharedPixels(SharedPixels.textSize)
        let demand = Demand(
            .layOut(byteCount: described.byteCount), label: text.label, limits.baseMemory)
        switch try reply(
            to: demand, files: [described.memory.file.descriptor, memory.file.descriptor])
        {
        case .written(let count):
            guard let layout = TextLayout(encoded: try memory.text(byteCount: count), of: text)
            else { throw demand.invalidReply }
            return layout
        case .failed(let error): throw limits.error(error, demand.path)
        default: throw demand.invalidReply
        }
    }

    /// A part of a text: what a brush paints is white. Of the clusters only those are drawn that begin at
    /// these bytes, or all. `toPixels` maps points to the bitmap's pixels.
    public func bitmap(
        of text: TextDescription, _ part: TextPart, clusters: Set<Int>? = nil,
        _ toPixels: Homography, _ size: PixelSize
    ) throws(PictureError) -> Bitmap {
        let described = try DescribedText(DrawnText(text, clusters: clusters))
        let pixels = try SharedPixels(size)
        let demand = Demand(
            .drawText(byteCount: described.byteCount, part, toPixels, size), label: text.label,
            limits.baseMemory + 4 * size.area)
        switch try reply(
            to: demand, files: [described.memory.file.descriptor, pixels.file.descriptor])
        {
        case .drawn: return try pixels.bitmap()
        case .failed(let error): throw limits.error(error, demand.path)
        default: throw demand.invalidReply
        }
    }

    /// A text in memory that the process reads.
    private struct DescribedText: ~Copyable {
        let memory: SharedPixels
        let byteCount: Int

        init(_ text: DrawnText) throws(PictureError) {
            let memory = try SharedPixels(SharedPixels.textSize)
            byteCount = try memory.fill(text.encoded)
            self.memory = memory
        }
    }

    /// A request, and the memory that the process may use for it.
    private struct Demand {
        let request: DecodeRequest
        let path: String
        /// Bytes.
        let memory: Int

        init(_ request: DecodeRequest, _ picture: PictureReference, _ memory: Int) {
            (self.request, path, self.memory) = (request, picture.path, memory)
        }

        /// `label` takes the place of a path in messages.
        init(_ request: DecodeRequest, label: String, _ memory: Int) {
            (self.request, path, self.memory) = (request, label, memory)
        }

        /// The error for a reply of the wrong kind, or if two processes, one after the other, did
        /// not take the request.
        var invalidReply: PictureError {
            PictureError(.malformed, "\(path): the process that decodes it answered nonsense")
        }
    }

    private func reply(to demand: Demand, files: [CInt]) throws(PictureError) -> DecodeReply {
        let cancellations = current.withLock { $0.cancellations }
        return try state.withLock { (state) throws(PictureError) in
            try limits.checkBegin(demand.path, after: state.timedOut)
            defer { scheduleEnd(&state) }
            let deadline = try send(demand, files, &state)
            do throws(DecoderEnd) {
                return try wait(&state, until: deadline, cancellations)
            } catch {
                state.process = nil
                let failure = limits.error(
                    error, demand.path, memory: demand.memory, after: state.timedOut)
                if error.isTimeOut, limits.remembersTimeOuts {
                    state.timedOut[demand.path] = failure
                }
                throw failure
            }
        }
    }

    /// Sends the request to the process. Starts a new process if there is none, if the last one has
    /// ended, or if its processor time is nearly used up. Returns the processor time at which the
    /// process is ended, in seconds since its start.
    private func send(
        _ demand: Demand, _ files: [CInt], _ state: inout State
    ) throws(PictureError) -> Double {
        for _ in 0..<2 {
            if state.process == nil { try start(&state) }
            let deadline = limits.processorTimeDeadline(
                used: state.process?.usedProcessorTime ?? 0, atBegin: state.processorTimeAtBegin,
                after: state.timedOut)
            if deadline < DecoderProcess.lifetimeProcessorTime,
                state.process?.send(demand.request, files: files, memory: demand.memory) == true
            {
                return deadline
            }
            state.process = nil
        }
        throw demand.invalidReply
    }

    /// Starts a process and confines it. If the process does not confirm this, it is ended.
    private func start(_ state: inout State) throws(PictureError) {
        let process = try Self.start(executable)
        state.confinement = try process.confine(
            to: folders, wanted, within: limits.startTimeLimit)
        state.processorTimeAtBegin = process.usedProcessorTime
        state.process = consume process
    }

    private static func start(_ executable: String) throws(PictureError) -> DecoderProcess {
        if executable == Self.executable, let early = early.withLock({ $0.take() }) { return early }
        do throws(Errno) {
            return try DecoderProcess(executable)
        } catch {
            throw PictureError(
                .inputOutput,
                "cannot start \(executable), which decodes pictures: \(error)" + Self.advice(error))
        }
    }

    /// What mends a failed start; empty if that is not known.
    private static func advice(_ error: Errno) -> String {
        switch error {
        case .noSuchFileOrDirectory, .permissionDenied: "; install Lenticule anew"
        case .tooManyOpenFiles: "; raise the limit (ulimit -n)"
        default: ""
        }
    }

    private func wait(
        _ state: inout State, until processorTimeDeadline: Double, _ cancellations: Int
    ) throws(DecoderEnd) -> DecodeReply {
        let pid = state.process?.pid ?? 0
        let isCancelled = current.withLock {
            $0.pid = pid
            return $0.cancellations != cancellations
        }
        defer { current.withLock { $0.pid = 0 } }
        guard !isCancelled,
            let reply = try state.process?.reply(
                within: limits.timeLimit, processorTimeDeadline: processorTimeDeadline)
        else { throw .signal(SIGKILL) }
        return reply
    }

    /// Lets the process be ended `idleTime` seconds after its last request.
    private func scheduleEnd(_ state: inout State) {
        state.lastUse = monotonicSeconds()
        guard !state.isEndScheduled, limits.idleTime.isFinite else { return }
        state.isEndScheduled = true
        endIfIdle(after: limits.idleTime)
    }

    private func endIfIdle(after seconds: Double) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            let remaining: Double? =
                state.withLockIfAvailable { state in
                    let remaining = state.lastUse + limits.idleTime - monotonicSeconds()
                    guard remaining <= 0 else { return remaining }
                    state.process = nil
                    state.isEndScheduled = false
                    return nil
                } ?? limits.idleTime
            if let remaining { endIfIdle(after: remaining) }
        }
    }
}

extension TextDescription {
    /// What messages call it.
    fileprivate var label: String {
        let text = text.printable
        return "the text \"\(text.count > 40 ? text.prefix(36) + "..." : text)\""
    }
}
