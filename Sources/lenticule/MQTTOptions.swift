import ArgumentParser
import Logging
import Service

/// How a broker is to be convinced: options that `serve` and `show` share.
struct MQTTOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The user that an MQTT broker knows.", valueName: "name"))
    var mqttUser: String?

    @Option(
        help: ArgumentHelp(
            "The file with that user's password in its first line.", valueName: "file"),
        completion: .file())
    var mqttPasswordFile: String?

    @Option(
        help: ArgumentHelp(
            "Trust these certificates (PEM) for the broker, instead of the system's.",
            valueName: "file"),
        completion: .file())
    var mqttCa: String?

    /// What was given here, else what the configuration says.
    func access(over config: MQTTAccess) throws(Failure) -> MQTTAccess {
        let access = MQTTAccess(
            user: mqttUser ?? config.user, passwordFile: mqttPasswordFile ?? config.passwordFile,
            authorityFile: mqttCa ?? config.authorityFile)
        if access.user == nil, let file = access.passwordFile {
            throw Failure(
                .usage, "\(file): whose password is in it? give --mqtt-user, or set mqtt.user")
        }
        return access
    }
}

extension MQTTAddress {
    /// Reads an option's or a configuration's text.
    init(naming text: String) throws(Failure) {
        do {
            self = try MQTTAddress(text)
        } catch {
            throw Failure(.usage, "\"\(text)\" is no MQTT address: \(error)")
        }
    }
}

/// Listens to what a service publishes at `address`.
func openMQTT(
    _ address: MQTTAddress, _ access: MQTTAccess
) throws(Failure) -> MotionSource {
    do {
        return .attitudes(try MQTTAttitudes(address, access) { logger.notice("\($0)") })
    } catch {
        throw Failure(error)
    }
}

extension Failure {
    /// A broker that cannot be talked to, or a file that this needs.
    init(_ error: MQTTError) {
        self.init(error.file == nil ? .unavailable : .missingFile, error.description)
    }
}
