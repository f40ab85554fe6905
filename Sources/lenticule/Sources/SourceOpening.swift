import Gamepad
import Logging
import Motion
import MotionLog
import Sensor
import Service

/// Opens a source of samples. With `isForTilts`, for a window or the service, the source may give
/// attitudes instead, and waits for a sensor that disappears and for a game controller that is
/// absent now; with `startsWithoutDevice` it also waits for IIO devices that are absent now. With
/// `opensRemoteLater` IIO devices of another machine are opened when the source is read. `auto` is a
/// running service, else a sensor of this machine.
func openSource(
    _ name: SourceName, _ config: Config, isForTilts: Bool = false,
    startsWithoutDevice: Bool = false, opensRemoteLater: Bool = false,
    replay: ReplayTiming = ReplayTiming(), orbit: PlayedOrbit = PlayedOrbit()
) throws(Failure) -> any MotionSource {
    switch name {
    case .auto:
        if let service = runningService(
            SocketFile.paths(config.serve), isForTilts ? .attitudes : .samples)
        {
            service
        } else {
            try openSource(.iio(uri: "local:"), config, isForTilts: isForTilts)
        }
    case .iio(let uri):
        try openIIO(uri, config.source, isForTilts, startsWithoutDevice, opensRemoteLater)
    case .log(let path): try openReplay(path, replay)
    case .socket(let path):
        try openService(
            SocketFile.paths(config.serve, given: path), isForTilts ? .attitudes : .samples)
    case .gamepad: try openGamepad(config.source, waits: isForTilts)
    case .simulated(let preset): SimulatedSource(.init(preset: preset), orbit: orbit)
    case .mqtt(let address) where isForTilts: try openMQTT(address, config.mqtt)
    case .mqtt(let address):
        throw Failure(
            .usage,
            "\(address): a broker sends attitudes, not samples; only show and serve can use them"
        )
    case .pointer: throw Failure(.usage, "the source pointer: needs a window; only show has one")
    }
}

private func openIIO(
    _ uri: String, _ config: Config.Source, _ isForTilts: Bool, _ startsWithoutDevice: Bool,
    _ opensRemoteLater: Bool
) throws(Failure) -> any MotionSource {
    var settings = IIOSource.Settings(config, uri: uri, isForTilts: isForTilts)
    settings.startsWithoutDevice = startsWithoutDevice
    settings.opensRemoteLater = opensRemoteLater
    return try IIOSource.open(settings)
}

private func openGamepad(
    _ config: Config.Source, waits: Bool
) throws(Failure) -> any MotionSource {
    do {
        return try GamepadSource(waits: waits, gyroscopeDelay: config.gyroscopeDelay)
    } catch {
        throw Failure(.unavailable, error.description)
    }
}

private func openReplay(
    _ path: String, _ timing: ReplayTiming
) throws(Failure) -> any MotionSource {
    if path == "-", timing.loops {
        throw Failure(
            .usage, "standard input cannot be played twice; leave out --loop, or give a file")
    }
    do {
        return try ReplaySource(
            path: path, speed: timing.speed, loops: timing.loops,
            shortensGaps: timing.shortensGaps, options: .printingWarnings)
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
        self.init(Status(error.kind), error.description)
    }
}
