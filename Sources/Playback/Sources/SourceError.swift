public import Gamepad
public import IIO
public import MotionLog
public import Service

/// Why a source of motion cannot be used, as one line for the user.
public enum SourceError: Error, CustomStringConvertible {
    /// Its name makes no sense, or not for this use; the whole line.
    case usage(String)
    /// The IIO devices at this URI.
    case sensor(IIOError, uri: String)
    case gamepad(GamepadError)
    case log(MotionLogError)
    case service(SocketError)
    /// None runs that has what is needed.
    case noService
    case broker(MQTTError)

    public var description: String {
        switch self {
        case .usage(let line): line
        case .sensor(let error, let uri):
            // `lenticule doctor` finds out why there is no sensor.
            "\(error)"
                + (uri.hasPrefix("local:") ? "; run lenticule doctor to find out why" : "")
        case .gamepad(let error): "\(error)"
        case .log(let error): "\(error)"
        case .service(let error): "\(error)"
        case .noService: "no service is running"
        case .broker(let error): "\(error)"
        }
    }
}
