import ArgumentParser
import Motion
import Playback
import Service

/// `lenticule serve`: the sensor service.
struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract:
            "Share the sensor: attitude, tilt state and opacities for up to 64 programs.",
        discussion: """
            A Unix socket gives newline-delimited JSON: a hello line, then state lines; another \
            hello when the sensor comes, goes or changes. A client may send \
            {"subscribe":"state","hz":60}, {"subscribe":"samples"} or {"recenter":true}, which \
            is answered by the same. The sensor is suspended while nobody listens. Windows \
            listen with show --from socket:. "device" in a state line says what the sensor does: \
            starting (no attitude yet, or none since it was away or suspended), streaming, \
            waiting (it is away or silent) or ended (a log is over). On a broker's topic it \
            becomes offline when the service ends or its connection breaks, but stays ended \
            after a log; the attitude is then the last one, or left out. Of a log that is played \
            with --speed 2 a state has the time and the rate of the faster motion. "restarts":N \
            says that a log has started again N times (--loop); the first sample after each \
            start has "restart":true. {"lost":N} says that N samples were left out, for this \
            client reads too slowly. A client gets an error if it wants samples, and the sensor \
            gives attitudes.
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
            "The path of the socket; serve.socket of the configuration, else "
                + "/run/lenticule/motion.sock for root and $XDG_RUNTIME_DIR/lenticule/motion.sock for "
                + "anybody else, if not given. A socket that systemd passes is used instead of all these.",
            valueName: "path"),
        completion: .file())
    var socket: String?

    @OptionGroup var configFile: ConfigOption

    @OptionGroup var replay: ReplayOptions

    @Option(
        help: ArgumentHelp(
            "Also publish states on a broker's topic, mqtt://HOST[:PORT]/TOPIC, or mqtts: for TLS; "
                + "serve.mqtt of the configuration if not given. The broker keeps the last one, so "
                + "that a screen that starts later shows the right picture at once. The hello is "
                + "retained on TOPIC/hello.",
            valueName: "address"))
    var mqtt: String?

    @OptionGroup var broker: MQTTOptions

    func run() throws {
        var config = try Config.inForce(explicit: configFile.path)
        config.mqtt = try broker.access(over: config.mqtt)
        config.serve.mqtt =
            try mqtt.map { text throws(SourceError) in try MQTTAddress(naming: text) }
            ?? config.serve.mqtt
        let name = try from.map { text throws(SourceError) in try SourceName(text) }
        try broker.check(
            isUsed: config.serve.mqtt != nil || (name ?? config.source.from).isBroker,
            advice: "give --mqtt mqtt://HOST/TOPIC too")
        let file = try SocketFile(socket, config.serve)
        let source = try openServed(name ?? config.source.from, config, at: file)
        try Serving(source, at: file, config).run()
    }

    /// Opens what the service reads, which is not the service itself.
    private func openServed(
        _ name: SourceName, _ config: Config, at file: SocketFile
    ) throws -> any MotionSource {
        if case .socket(let path) = name,
            SocketFile.clientPaths(configured: config.serve.socket, given: path)
                .contains(where: file.isAt)
        {
            throw Failure(
                .usage,
                "\(file.path): a service cannot read from itself; --from local: reads the sensor"
            )
        }
        if case .mqtt(let address) = name, let topic = config.serve.mqtt, topic.isSame(as: address)
        {
            throw Failure(
                .usage,
                "\(address): a service cannot listen to itself; give another topic to --mqtt")
        }
        // As in a window that reads the sensor itself, but IIO devices that are absent now are
        // waited for.
        return try config.opener.open(
            name, for: .service, startsWithoutDevice: true, replay.timing)
    }
}
