import ArgumentParser
import Logging
import MotionLog
import Service

/// `lenticule serve`: the sensor service.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract:
            "Share the sensor: attitude, tilt state and opacities for any number of programs.",
        discussion: """
            A Unix socket gives newline-delimited JSON: a hello line, then state lines. A client may \
            send {"subscribe":"state","hz":60}, {"subscribe":"samples"} or {"recenter":true}. The \
            sensor sleeps while nobody listens. Windows listen with show --from socket:.
            """)

    @Option(
        help: ArgumentHelp(
            "What to serve: auto (a sensor of this machine), local:, ip:HOST[:PORT], usb:..., "
                + "serial:..., file:LOG, - (a log on standard input), socket:PATH (another service), "
                + "mqtt://HOST/TOPIC, gamepad: or simulated:[PRESET]; source.from of the configuration, "
                + "else auto, if not given.",
            valueName: "source"))
    var from: String?

    @Option(
        help: ArgumentHelp(
            "Where to make the socket; serve.socket of the configuration, else one that systemd "
                + "hands on, else /run/lenticule/motion.sock for root and "
                + "$XDG_RUNTIME_DIR/lenticule/motion.sock for anybody else, if not given.",
            valueName: "path"),
        completion: .file())
    var socket: String?

    @Option(
        help: ArgumentHelp(
            "A configuration read after the system's and the user's.", valueName: "file"),
        completion: .file())
    var config: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Serve a log so many times as fast as it was recorded, 1 if not given, or max for no "
                + "waiting.", valueName: "times"),
        transform: ReplaySpeed.init(argument:))
    var speed = ReplaySpeed.times(1)

    @Flag(help: "Begin again at the end of the log.")
    var loop = false

    @Option(
        help: ArgumentHelp(
            "Publish states on a broker's topic too, mqtt://HOST[:PORT]/TOPIC, or mqtts: for TLS; "
                + "serve.mqtt of the configuration if not given. Each stays there until the next, so "
                + "that a screen that starts late shows the right picture at once.",
            valueName: "address"))
    var mqtt: String?

    @OptionGroup var broker: MQTTOptions

    func run() throws {
        var config = try Config.inForce(explicit: config)
        config.mqtt = try broker.access(over: config.mqtt)
        config.serve.mqtt =
            try mqtt.map { text throws(Failure) in try MQTTAddress(naming: text) }
            ?? config.serve.mqtt
        let name = try from.map { text throws(Failure) in try SourceName(text) }
        let place = try SocketPlace(socket, config.serve)
        let source = try openServed(name ?? config.source.from, config, at: place)
        try Serving(source, at: place, config).run()
    }

    /// `auto` is a sensor of this machine here: a service is no source for its own successor.
    private func openServed(
        _ name: SourceName, _ config: Config, at place: SocketPlace
    ) throws(Failure) -> MotionSource {
        if case .socket(let path) = name {
            let paths = path.map { [$0] } ?? SocketPlace.usualPaths
            guard !paths.contains(place.path) else {
                throw Failure(
                    .usage,
                    "\(place.path): a service cannot listen to itself; --from local: reads the sensor"
                )
            }
            return .attitudes(try openService(path, SocketAttitudes.init))
        }
        if case .mqtt(let address) = name { return try openMQTT(address, config.mqtt) }
        let source = name == .auto ? .iio(uri: "local:") : name
        // Its windows should show what a window with a sensor of its own shows.
        return try openMotion(
            source, sensor: config.source, startsWithoutDevice: true, speed: speed, loops: loop)
    }
}
