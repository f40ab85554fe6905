import Gamepad
import IIO
public import Motion
public import MotionLog
public import Service
import Synchronization

/// Opens sources of motion by their names.
public struct SourceOpener: Sendable {
    private let settings: SourceSettings
    /// The configured path of the service's socket, where clients look first.
    let socket: String?
    private let access: MQTTAccess
    let notify: @Sendable (String) -> Void

    /// `notify` gets lines for people, also while a source is read.
    public init(
        _ settings: SourceSettings, socket: String?, access: MQTTAccess,
        notify: @escaping @Sendable (String) -> Void
    ) {
        (self.settings, self.socket, self.access) = (settings, socket, access)
        self.notify = notify
    }

    /// Opens the source of this name for a use. With `startsWithoutDevice` it waits for IIO devices
    /// that are absent now. A log is played with `timing`, an orbit has the figure `orbit`.
    public func open(
        _ name: SourceName, for use: SourceUse, startsWithoutDevice: Bool = false,
        opensRemoteLater: Bool = false, _ timing: ReplayTiming = ReplayTiming(),
        orbit: PlayedOrbit = PlayedOrbit()
    ) throws(SourceError) -> any MotionSource {
        guard
            let source = try openUnlessPointer(
                name, for: use, startsWithoutDevice: startsWithoutDevice,
                opensRemoteLater: opensRemoteLater, timing, orbit: orbit)
        else { throw .usage("the source pointer: needs a window; only show has one") }
        return source
    }

    /// The same; nil for the pointer, which is no source of readings. With `opensRemoteLater` IIO
    /// devices of another machine are opened when the source is read; an orbit has the figure `orbit`.
    public func openUnlessPointer(
        _ name: SourceName, for use: SourceUse, startsWithoutDevice: Bool = false,
        opensRemoteLater: Bool = false, _ timing: ReplayTiming = ReplayTiming(),
        orbit: PlayedOrbit = PlayedOrbit()
    ) throws(SourceError) -> (any MotionSource)? {
        switch name {
        case .auto:
            try openFirst(
                of: use.candidates, for: use, startsWithoutDevice: startsWithoutDevice, orbit)
        case .iio(let uri):
            try openSensor(
                uri, for: use, startsWithoutDevice: startsWithoutDevice,
                opensRemoteLater: opensRemoteLater)
        case .log(let path): try openLog(path, timing)
        case .socket(let path):
            try openService(SocketFile.clientPaths(configured: socket, given: path), for: use)
        case .gamepad: try openGamepad(waits: use.takesAttitudes)
        case .simulated(let preset): SimulatedSource(.init(preset: preset), orbit: orbit)
        case .mqtt(let address): try openBroker(address, for: use)
        case .pointer: nil
        }
    }

    /// Opens the first candidate that is there now, and says which that is and why. Only the last
    /// one may be waited for.
    private func openFirst(
        of candidates: [SourceName], for use: SourceUse, startsWithoutDevice: Bool,
        _ orbit: PlayedOrbit
    ) throws(SourceError) -> (any MotionSource)? {
        let first = try FirstOpened(of: candidates) { name throws(SourceError) in
            if case .socket = name { return try runningService(for: use) as (any MotionSource)? }
            return try openUnlessPointer(
                name, for: use,
                startsWithoutDevice: startsWithoutDevice && name == candidates.last, orbit: orbit)
        }
        // The user of a single candidate says itself what it uses.
        if candidates.count > 1 { notify(first.words(for: use)) }
        return first.name == .pointer ? awaited(for: use) : first.source
    }

    /// What may come in place of the pointer: the sensor of a service that runs, else a sensor of this
    /// machine; nil if neither can come.
    private func awaited(for use: SourceUse) -> (any MotionSource)? {
        if let service = try? serviceWithoutSensor(for: use) { return service }
        var settings = IIOSource.Settings(settings, uri: "local:", for: use)
        settings.startsWithoutDevice = true
        // Why there is none now was said already.
        let isOpen = Atomic(false)
        let source = try? IIOSource(settings) { [notify] line in
            if isOpen.load(ordering: .relaxed) { notify(line) }
        }
        isOpen.store(true, ordering: .relaxed)
        return source
    }

    private func openSensor(
        _ uri: String, for use: SourceUse, startsWithoutDevice: Bool, opensRemoteLater: Bool
    ) throws(SourceError) -> any MotionSource {
        var settings = IIOSource.Settings(settings, uri: uri, for: use)
        settings.startsWithoutDevice = startsWithoutDevice
        settings.opensRemoteLater = opensRemoteLater
        do {
            return try IIOSource(settings, notify: notify)
        } catch {
            throw .sensor(error, uri: uri)
        }
    }

    private func openGamepad(waits: Bool) throws(SourceError) -> any MotionSource {
        do {
            return try GamepadSource(waits: waits, gyroscopeDelay: settings.gyroscopeDelay)
        } catch {
            throw .gamepad(error)
        }
    }

    private func openLog(
        _ path: String, _ timing: ReplayTiming
    ) throws(SourceError) -> any MotionSource {
        if path == "-", timing.loops {
            throw .usage("standard input cannot be played twice; leave out --loop, or give a file")
        }
        var options = MotionLogReader.Options()
        options.warn = notify
        do {
            return try ReplaySource(
                path: path, speed: timing.speed, loops: timing.loops,
                shortensGaps: timing.shortensGaps, options: options)
        } catch {
            throw .log(error)
        }
    }

    private func openBroker(
        _ address: MQTTAddress, for use: SourceUse
    ) throws(SourceError) -> any MotionSource {
        guard use.takesAttitudes else {
            throw .usage(
                "\(address): a broker sends attitudes, not samples; only show and serve can use them"
            )
        }
        do {
            return try MQTTAttitudes(address, access, notify: notify)
        } catch {
            throw .broker(error)
        }
    }
}

extension FirstOpened<(any MotionSource)?> {
    /// Which source is used, and of the pointer and of what stands in for it why.
    fileprivate func words(for use: SourceUse) -> String {
        let why = reason.map { ": \($0)" } ?? ""
        guard let source else { return "the pointer tilts the card\(why)" }
        if case .simulated(let preset) = name {
            return "simulated:\(preset.rawValue) tilts the card\(why)"
        }
        let tiltsItself = (use == .card || use == .watching) && name == .sensor
        return "\(source.name) \(tiltsItself ? "tilts the card" : "is used")"
    }
}

/// How a log is played.
public struct ReplayTiming: Sendable {
    public var speed: ReplaySpeed
    public var loops: Bool
    /// Whether long gaps are shortened.
    public var shortensGaps: Bool

    public init(speed: ReplaySpeed = .times(1), loops: Bool = false, shortensGaps: Bool = false) {
        (self.speed, self.loops, self.shortensGaps) = (speed, loops, shortensGaps)
    }
}
