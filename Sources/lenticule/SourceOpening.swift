import Gamepad
import Logging
import Motion
import MotionLog
import Sensor
import Service

/// Opens a source of samples; `auto` is a running service, else a sensor of this machine.
func openSource(
    _ name: SourceName, sensor: Config.Source, isDisplay: Bool = false,
    speed: ReplaySpeed = .times(1), loops: Bool = false
) throws(Failure) -> any SampleSource {
    switch name {
    case .auto:
        if let service = runningService(SocketSamples.init) {
            service
        } else {
            try openSource(.iio(uri: "local:"), sensor: sensor, isDisplay: isDisplay)
        }
    case .iio(let uri): try IIOSource.open(.init(sensor, uri: uri, isDisplay: isDisplay))
    case .log(let path): try openReplay(path, speed, loops, .printingWarnings)
    case .socket(let path): try openService(path, SocketSamples.init)
    case .gamepad: try openGamepad(waits: isDisplay)
    case .simulated(let preset): SimulatedSource(.init(preset: preset))
    case .mqtt(let address):
        throw Failure(
            .usage, "\(address): a broker has attitudes, not samples: only show and serve take them"
        )
    case .pointer: throw Failure(.usage, "pointer: needs a window: only show has one")
    }
}

/// Opens a source for a picture: a device's own rotation where that is to be used, else as above.
func openMotion(
    _ name: SourceName, sensor: Config.Source, speed: ReplaySpeed = .times(1), loops: Bool = false
) throws(Failure) -> MotionSource {
    if case .iio(let uri) = name {
        let settings = IIOSource.Settings(sensor, uri: uri, isDisplay: true)
        if let source = try IIORotationSource.open(settings) { return .attitudes(source) }
    }
    return .samples(
        try openSource(name, sensor: sensor, isDisplay: true, speed: speed, loops: loops))
}

private func openGamepad(waits: Bool) throws(Failure) -> any SampleSource {
    do {
        return try GamepadSource(waits: waits)
    } catch {
        throw Failure(.unavailable, error.description)
    }
}

private func openReplay(
    _ path: String, _ speed: ReplaySpeed, _ loops: Bool, _ options: MotionLogReader.Options
) throws(Failure) -> any SampleSource {
    if path == "-", loops {
        throw Failure(.usage, "standard input cannot be played again: leave out --loop")
    }
    do {
        return try ReplaySource(path: path, speed: speed, loops: loops, options: options)
    } catch {
        throw Failure(error)
    }
}

extension MotionLogReader.Options {
    /// Warnings go to standard error.
    static var printingWarnings: Self {
        var options = Self()
        options.warn = { logger.notice("\($0)") }
        return options
    }
}

extension Failure {
    /// A log that cannot be read or written.
    init(_ error: MotionLogError) {
        let status: Status =
            switch error.kind {
            case .missing: .missingFile
            case .permission: .permission
            case .malformed: .badInput
            case .inputOutput: .inputOutput
            }
        self.init(status, error.description)
    }
}
