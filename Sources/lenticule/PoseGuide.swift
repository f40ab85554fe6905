import Glibc
import Motion

/// The person wants to stop: a signal has come, or the window was closed.
struct Interruption: Error {
    let signals: StopSignals
}

/// Leads a person through the poses of a calibration, in words on standard error.
struct PoseGuide {
    /// How long one pose is waited for.
    var patience = Duration.seconds(120)
    /// Shows the same as the words, if there is one.
    var window: PoseWindow?
    private let poses: [CalibrationPose]
    private var collector: PoseCollector
    private let isTerminal = isatty(STDERR_FILENO) == 1
    /// What was said last of a pose that was not the one wanted.
    private var complaint: String?
    private var instruction = ""
    /// The line of progress that is on the terminal.
    private var progress = ""
    private var deadline = ContinuousClock.now

    init(poses: [CalibrationPose]) {
        self.poses = poses
        collector = PoseCollector(poses)
    }

    /// The poses that were rested in.
    var rests: [CalibrationRest] { collector.rests }

    /// Reads until each pose was rested in; a log may end lying in the last but one.
    mutating func lead(_ source: any SampleSource, until signals: StopSignals) throws {
        say("calibrating \(source.name): \(poses.count) poses; rest in each, Ctrl-C stops")
        ask()
        var samples: [ImuSample] = []
        while let wanted = collector.wanted {
            samples.removeAll(keepingCapacity: true)
            let state = try read(source, into: &samples)
            for sample in samples { tell(collector.add(sample)) }
            showProgress()
            let isOpen = try showWindow()
            if signals.came || !isOpen { throw clearing(Interruption(signals: signals)) }
            if state == .ended {
                guard collector.isEnough else { throw clearing(tooShort(source, wanted)) }
                return
            }
            if source.isLive, ContinuousClock.now > deadline { throw clearing(tooLate(wanted)) }
        }
    }

    private mutating func read(
        _ source: any SampleSource, into samples: inout [ImuSample]
    ) throws -> SourceState {
        do {
            return try source.read(into: &samples, timeout: .milliseconds(100))
        } catch {
            throw clearing(error)
        }
    }

    /// Says what to do next.
    private mutating func ask() {
        guard let wanted = collector.wanted else { return }
        instruction =
            "\(collector.rests.count + 1) of \(poses.count): "
            + wanted.instruction(isReturn: !collector.rests.isEmpty)
        say(instruction)
        deadline = .now + patience
        complaint = nil
    }

    private mutating func tell(_ event: PoseCollector.Event?) {
        switch event {
        case .taken(let rest):
            let force = rest.reading.acceleration
            say(
                "    seen: \(force.length.rounded(toDigits: 2)) m/s² along the sensor's \(force.axis)"
            )
            ask()
        case .rejected(let error):
            guard complaint != "\(error)" else { return }
            complaint = "\(error)"
            say("    \(error)")
        case nil: break
        }
    }

    private mutating func say(_ line: String) {
        writeToStandardError("\(clear)\(line)\n")
        progress = ""
    }

    /// Takes the progress away, for what comes next.
    private mutating func clearing<E: Error>(_ error: E) -> E {
        writeToStandardError(clear)
        progress = ""
        return error
    }

    private var clear: String { isTerminal ? "\r\u{1B}[K" : "" }

    private mutating func showProgress() {
        guard isTerminal, collector.wanted != nil else { return }
        var bar = ""
        if case .resting(let share) = collector.state {
            bar = " " + String(repeating: "▪", count: Int(share * 12))
        }
        let line = "    \(collector.state.words)\(bar)"
        guard line != progress else { return }
        writeToStandardError("\(clear)\(line)")
        progress = line
    }

    /// Whether the window, if there is one, is still open.
    private func showWindow() throws -> Bool {
        guard let window, let wanted = collector.wanted else { return true }
        let remark = complaint ?? collector.state.words
        return try window.show(wanted, collector.state, lines: [instruction, remark])
    }

    private func tooShort(_ source: any SampleSource, _ wanted: CalibrationPose) -> Failure {
        let reason = complaint.map { ": \($0)" } ?? ""
        return Failure(
            .badInput, "\(source.name) ends before a rest in \"\(wanted.rawValue)\"\(reason)")
    }

    private func tooLate(_ wanted: CalibrationPose) -> Failure {
        Failure(
            .unavailable,
            "no rest in \"\(wanted.rawValue)\" within \(patience.components.seconds) s; nothing was "
                + "written")
    }
}

extension PoseCollector.State {
    fileprivate var words: String {
        switch self {
        case .unmoved: "waiting"
        case .moving: "moving"
        case .resting: "resting: hold still"
        }
    }
}

extension CalibrationPose {
    /// What the person should do; `isReturn` if the device has lain so before.
    fileprivate func instruction(isReturn: Bool) -> String {
        switch self {
        case .flat:
            isReturn
                ? "lay it flat again, face up"
                : "lay the device flat on a table, face up"
        case .topUp: "stand it upright, its top edge up"
        case .rightDown: "stand it on its right edge, seen from the front"
        case .topDown: "stand it on its head, its top edge down"
        case .leftDown: "stand it on its left edge, seen from the front"
        case .faceDown: "lay it flat, face down"
        }
    }
}

extension Vector3 {
    /// The axis that it lies along most, for people: "+z", or "+z, askew".
    fileprivate var axis: String {
        let axes = [("x", x), ("y", y), ("z", z)].sorted { $0.1.magnitude > $1.1.magnitude }
        let name = (axes[0].1 < 0 ? "-" : "+") + axes[0].0
        // The cosine of 15 degrees.
        return axes[0].1.magnitude < 0.966 * length ? "\(name), askew" : name
    }
}
