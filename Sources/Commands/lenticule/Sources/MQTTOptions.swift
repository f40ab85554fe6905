import ArgumentParser
import Service

/// The credentials for a broker: options that `serve` and `show` share.
struct MQTTOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The user for the MQTT broker.", valueName: "name"))
    var mqttUser: String?

    @Option(
        help: ArgumentHelp(
            "A file whose first line is the password of that user.", valueName: "file"),
        completion: .file())
    var mqttPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "A file of certificates (PEM) to trust for the broker, instead of the system's; with it "
                + "mqtt: uses TLS, too.",
            valueName: "file"),
        completion: .file())
    var mqttCa: String?

    /// Throws where an option was given though no broker is used; `advice` says how to use one.
    func check(isUsed: Bool, advice: String) throws(Failure) {
        guard !isUsed, mqttUser != nil || mqttPasswordFile != nil || mqttCa != nil else { return }
        throw Failure(.usage, "the options --mqtt-* are for a broker, and none is used; \(advice)")
    }

    /// What was given here, else what the configuration says. Throws if there is a password without
    /// a user.
    func access(over config: MQTTAccess) throws(Failure) -> MQTTAccess {
        let access = MQTTAccess(
            user: mqttUser ?? config.user, passwordFile: mqttPasswordFile ?? config.passwordFile,
            authorityFile: mqttCa ?? config.authorityFile)
        if access.user == nil, let file = access.passwordFile {
            throw Failure(
                .usage, "\(file): a password needs a user; give --mqtt-user, or set mqtt.user")
        }
        return access
    }
}
