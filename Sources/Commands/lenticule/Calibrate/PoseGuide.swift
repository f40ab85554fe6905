import Glibc
import Motion
import Platform

/// The user stopped the calibration by a signal or closed the window.
struct Interruption: Error {}

/// Guides the user through the poses of a calibration, on standard error.
struct PoseGuide {
    /// How long to wait for a pose of a sensor; a log is read to its end.
    var poseTimeout = Duration.seconds(120)
    /// A window that shows the same instructions; nil if there is none.
    var window: PoseWindow?
    private let poses: [CalibrationPose]
    private var collector: PoseCollector
    private let isTerminal = isatty(STDERR_FILENO) == 1
    /// The last message about a rejected pose since the instruction; nil if there was none.
    private var rejection: String?
    private var instruction = ""
    /// The progress line on the terminal.
    private var progress = ""
    private var deadline = ContinuousClock.now

    init(poses: [CalibrationPose]) {
        self.poses = poses
        collector = PoseCollector(poses)
    }

    /// The accepted rests.
    var rests: [CalibrationRest] { collector.rests }

    /// Reads until every pose is accepted. A log may end before the last pose, if the rests are
    /// enough to calibrate.
    mutating func readPoses(
        _ source: any MotionSource, until ending: borrowing Ending.Registration
    ) throws {
        say(
            "calibrating \(source.name): \(poses.count) poses; let the device rest in each; Ctrl-C stops"
        )
        ask()
        var samples: [ImuSample] = []
        while let wanted = collector.wanted {
            samples.removeAll(keepingCapacity: true)
            let state = try read(source, into: &samples)
            for sample in samples { report(collector.add(sample)) }
            showProgress()
            let isOpen = try showWindow()
            if ending.isAsked || !isOpen { throw clearing(Interruption()) }
            if state == .ended {
                guard collector.isEnough else { throw clearing(tooShort(source, wanted)) }
                return
            }
            if source.isSensor, ContinuousClock.now > deadline {
                throw clearing(tooLate(wanted))
            }
        }
    }

    private mutating func read(
        _ source: any MotionSource, into samples: inout [ImuSample]
    ) throws -> SourceState {
        do {
            return try source.read(into: &samples, timeout: .milliseconds(100))
        } catch {
            throw clearing(error)
        }
    }

    /// Prints the next instruction.
    private mutating func ask() {
        guard let wanted = collector.wanted else { return }
        instruction =
            "\(collector.rests.count + 1) of \(poses.count): "
            + wanted.instruction(isFirst: collector.rests.isEmpty)
        say(instruction)
        deadline = .now + poseTimeout
        rejection = nil
    }

    private mutating func report(_ event: PoseCollector.Event?) {
        switch event {
        case .taken(let rest):
            let force = rest.measured.acceleration
            say(
                "    measured: \(force.length.rounded(toDigits: 2)) m/s² along the sensor's \(force.axis)"
            )
            ask()
        case .rejected(let error):
            guard rejection != "\(error)" else { return }
            rejection = "\(error)"
            say("    \(error)")
        case nil: break
        }
    }

    private mutating func say(_ line: String) {
        writeToStandardError("\(clear)\(line.printable)\n")
        progress = ""
    }

    /// Clears the progress line for the error's message.
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
            bar = " " + String(repeating: "▪", count: Int(saturating: (share * 12).rounded(.down)))
        }
        let line = "    \(collector.state.words)\(bar)"
        guard line != progress else { return }
        writeToStandardError("\(clear)\(line)")
        progress = line
    }

    /// Updates the window; returns whether it is still open.
    private func showWindow() throws -> Bool {
        guard let window, let wanted = collector.wanted else { return true }
        let remark = rejection ?? collector.state.words
        return try window.show(wanted, collector.state, lines: [instruction, remark])
    }

    private func tooShort(_ source: any MotionSource, _ wanted: CalibrationPose) -> Failure {
        let reason = rejection.map { ": \($0)" } ?? ""
        return Failure(
            .badInput,
            "\(source.name) ends before the device rests in the pose \"\(wanted.rawValue)\"\(reason)"
        )
    }

    private func tooLate(_ wanted: CalibrationPose) -> Failure {
        Failure(
            .unavailable,
            "the device did not rest in the pose \"\(wanted.rawValue)\" within "
                + "\((poseTimeout / .seconds(1)).rounded(toAtMost: 3)) s; nothing was written")
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
    /// The instruction; the first pose is `flat`, which may be asked for again.
    fileprivate func instruction(isFirst: Bool) -> String {
        switch self {
        case .flat:
            isFirst
                ? "lay the device flat on a table, face up"
                : "lay it flat again, face up"
        case .topUp: "stand it upright, its top edge up"
        case .rightDown: "stand it on its right edge, seen from the front"
        case .topDown: "stand it upside down, its top edge down"
        case .leftDown: "stand it on its left edge, seen from the front"
        case .faceDown: "lay it flat, face down"
        }
    }
}

extension Vector3 {
    /// The axis that the vector is closest to, for the user: "+z", or "+z, at an angle".
    fileprivate var axis: String {
        let axes = [("x", x), ("y", y), ("z", z)].sorted { $0.1.magnitude > $1.1.magnitude }
        let name = (axes[0].1 < 0 ? "-" : "+") + axes[0].0
        // The cosine of 15 degrees.
        return axes[0].1.magnitude < 0.966 * length ? "\(name), at an angle" : name
    }
}
