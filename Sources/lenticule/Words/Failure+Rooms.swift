import Card
import Compositor
import Display
import Gamepad
import MotionLog
import Picture
import Sensor
import Service
import System
import TOML

extension Failure {
    /// Converts an error of one of the program's rooms; nil for any other error, such as one of the
    /// command line parser.
    init?(from error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as FileError: self.init(error)
        case let error as PictureError: self.init(error)
        case let error as CardError: self.init(error)
        case let error as MotionLogError: self.init(error)
        case let error as TOMLError: self.init(error)
        case let error as IIOError: self.init(error)
        case let error as SocketError: self.init(error)
        case let error as MQTTError: self.init(error)
        case let error as GamepadError: self.init(.unavailable, error.description)
        case let error as DisplayError: self.init(error)
        case let error as GLError: self.init(.unavailable, error.description)
        default: return nil
        }
    }

    /// A display that cannot be used. `advice` has, for each requirement that may be missing, a
    /// text that names an option without that requirement.
    init(_ error: DisplayError, advice: [DisplayError.Requirement: String] = [:]) {
        let advice = error.missing.flatMap { advice[$0] }.map { "; \($0)" } ?? ""
        self.init(.unavailable, error.description + advice)
    }
}
