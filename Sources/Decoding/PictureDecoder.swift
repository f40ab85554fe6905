import Dispatch
import Geometry
import Glibc
public import Picture
import Synchronization
import System
import SystemPackage

/// Decodes the pictures of one card in a separate process, which first gives up its rights.
///
/// The process is started for the first picture, and ended when it has had nothing to do for a while;
/// its death fails one picture only. Calls from several threads wait for each other.
public final class PictureDecoder: Sendable {
    private struct State: ~Copyable {
        var process: DecoderProcess?
        /// When the process was used last, in seconds of CLOCK_MONOTONIC.
        var lastUse = 0.0
        /// Whether `endIfIdle` will be called.
        var isWatched = false
        /// The paths of the pictures whose decoding took too long.
        var endless: Set<String> = []
        /// The rights that the newest process gave up.
        var confinement: Confinement?
        /// Seconds of processor time that it took before its first picture.
        var timeAtBegin = 0.0
    }

    private let program: String
    private let folders: [String]
    private let limits: DecodeLimits
    private let wanted: Confinement
    private let state = Mutex(State())
    private let hand = Mutex(Hand())

    /// What `cancel` needs. It has its own lock, because `state` stays locked while a picture is
    /// decoded.
    private struct Hand {
        /// The id of the process while a request waits for its reply; 0 otherwise.
        var process = pid_t(0)
        /// How often `cancel` was called.
        var cancellations = 0
    }

    /// The process may read the files in `folders`; it gives up the rights that `wanted` names.
    init(
        folders: [String], program: String = PictureDecoder.program,
        limits: DecodeLimits = DecodeLimits(), wanted: Confinement = .full
    ) {
        (self.folders, self.program) = (folders, program)
        (self.limits, self.wanted) = (limits, wanted)
    }

    /// `lenticule-decode` beside this program, or where `make install` puts it.
    private static let program: String = {
        let own = linkTarget("/proc/self/exe") ?? ""
        let folder = own.lastIndex(of: "/").map { own[...$0] } ?? ""
        let places = ["", "../libexec/lenticule/"].map { "\(folder)\($0)lenticule-decode" }
        return places.first { access($0, X_OK) == 0 } ?? places[0]
    }()

    /// Starts the process of the first card on another thread: its libraries take a while to load.
    public static func startEarly() {
        DispatchQueue.global(qos: .userInitiated).async {
            early.withLock { if !$0.isTaken { $0.process = try? DecoderProcess(program) } }
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

    /// How far the process gives up its rights on this machine.
    public static func confinement() throws(PictureError) -> Confinement {
        try start(program).confined(to: [], .full)
    }

    /// The rights that the newest process gave up; nil before the first process.
    var confinement: Confinement? { state.withLock { $0.confinement } }

    /// Whether a process waits for pictures.
    var hasProcess: Bool { state.withLock { $0.process?.number != nil } }

    /// Makes every call fail that waits for a picture now, and kills the process if it decodes one.
    func cancel() {
        hand.withLock {
            $0.cancellations += 1
            if $0.process > 0 { kill($0.process, SIGKILL) }
        }
    }
}

extension PictureDecoder {
    /// The picture's own size in pixels.
    func size(
        of picture: DecodedPicture, _ file: borrowing OpenFile
    ) throws(PictureError) -> Size {
        let demand = Demand(.size(picture), picture, limits.memory(for: picture, file, size: nil))
        switch try reply(to: demand, files: [file.descriptor]) {
        case .size(let size): return size
        case .failed(let error): throw limits.error(error, picture.path)
        default: throw demand.unanswered
        }
    }

    /// The picture drawn at `size`.
    func bitmap(
        of picture: DecodedPicture, _ file: borrowing OpenFile, _ size: PixelSize, fit: Fit
    ) throws(PictureError) -> Bitmap {
        let pixels = try SharedPixels(size)
        let demand = Demand(
            .draw(picture, size, fit), picture, limits.memory(for: picture, file, size: size))
        switch try reply(to: demand, files: [file.descriptor, pixels.file.descriptor]) {
        case .drawn: return try pixels.bitmap()
        case .failed(let error): throw limits.error(error, picture.path)
        default: throw demand.unanswered
        }
    }

    /// A request, and the memory that the process may use for it.
    private struct Demand {
        let request: DecodeRequest
        let path: String
        /// Bytes.
        let memory: Int

        init(_ request: DecodeRequest, _ picture: DecodedPicture, _ memory: Int) {
            (self.request, path, self.memory) = (request, picture.path, memory)
        }

        /// The error for a reply of the wrong kind, or for a process that ended twice before it
        /// took the request.
        var unanswered: PictureError {
            PictureError(.malformed, "\(path): the process that decodes it answered nonsense")
        }
    }

    private func reply(to demand: Demand, files: [CInt]) throws(PictureError) -> DecodeReply {
        let cancellations = hand.withLock { $0.cancellations }
        return try state.withLock { (state) throws(PictureError) in
            try limits.checkBegin(demand.path, after: state.endless)
            defer { watch(&state) }
            let end = try send(demand, files, &state)
            do throws(DecoderEnd) {
                return try wait(&state, until: end, cancellations)
            } catch {
                state.process = nil
                if error.isTimeOut { state.endless.insert(demand.path) }
                throw limits.error(error, demand.path, memory: demand.memory)
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
            let end = limits.processorTime(
                used: state.process?.processorTime ?? 0, atBegin: state.timeAtBegin,
                after: state.endless)
            if end < DecoderProcess.longestTime,
                state.process?.send(demand.request, files: files, memory: demand.memory) == true
            {
                return end
            }
            state.process = nil
        }
        throw demand.unanswered
    }

    /// Starts a process and confines it. A process that does not confirm that is ended.
    private func start(_ state: inout State) throws(PictureError) {
        let process = try Self.start(program)
        state.confinement = try process.confined(to: folders, wanted)
        state.timeAtBegin = process.processorTime
        state.process = consume process
    }

    private static func start(_ program: String) throws(PictureError) -> DecoderProcess {
        if program == Self.program, let early = early.withLock({ $0.take() }) { return early }
        do throws(Errno) {
            return try DecoderProcess(program)
        } catch {
            throw PictureError(
                .inputOutput,
                "cannot start \(program), which decodes pictures: \(error); install Lenticule anew")
        }
    }

    private func wait(
        _ state: inout State, until processorTime: Double, _ cancellations: Int
    ) throws(DecoderEnd) -> DecodeReply {
        let number = state.process?.number ?? 0
        let isCancelled = hand.withLock {
            $0.process = number
            return $0.cancellations != cancellations
        }
        defer { hand.withLock { $0.process = 0 } }
        guard !isCancelled,
            let reply = try state.process?.reply(within: limits.time, processorTime: processorTime)
        else { throw .signal(SIGKILL) }
        return reply
    }

    /// Ends the process some time after its last picture.
    private func watch(_ state: inout State) {
        state.lastUse = monotonicSeconds()
        guard !state.isWatched else { return }
        state.isWatched = true
        endIfIdle(after: limits.idleTime)
    }

    private func endIfIdle(after seconds: Double) {
        DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { [weak self] in
            guard let self else { return }
            let rest: Double? =
                state.withLockIfAvailable { state in
                    let rest = state.lastUse + limits.idleTime - monotonicSeconds()
                    guard rest <= 0 else { return rest }
                    state.process = nil
                    state.isWatched = false
                    return nil
                } ?? limits.idleTime
            if let rest { endIfIdle(after: rest) }
        }
    }
}
