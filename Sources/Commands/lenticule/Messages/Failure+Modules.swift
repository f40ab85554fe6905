import Card
import Compositor
import Display
import Gamepad
import IIO
import MotionLog
import Picture
import Platform
import Playback
import Service
import TOML

extension Failure {
    /// Converts an error of one of the program's modules; nil for any other error, such as one of the
    /// command line parser.
    init?(from error: any Error) {
        switch error {
        case let failure as Failure: self = failure
        case let error as FileError: self.init(error)
        case let error as PictureError: self.init(error)
        case let error as CardError: self.init(error)
        case let error as MotionLogError: self.init(error)
        case let error as TOMLError: self.init(error)
        case let error as SourceError: self.init(error)
        case let error as IIOError: self.init(error)
        case let error as SocketError: self.init(error)
        case let error as MQTTError: self.init(error)
        case let error as GamepadError: self.init(error)
        case let error as ChildProgramError: self.init(error)
        case let error as DisplayError: self.init(error)
        case let error as FilmError:
            self.init(error.isMissing ? .unavailable : .inputOutput, error.description)
        case let error as GLError: self.init(.unavailable, error.description)
        default: return nil
        }
    }

    /// An error in a configuration.
    init(_ error: TOMLError) {
        self.init(Status(error.kind, malformed: .configuration), error.description)
    }

    /// A source of motion that cannot be used.
    init(_ error: SourceError) {
        switch error {
        case .usage(let line): self.init(.usage, line)
        case .sensor(let cause, _): self.init(Failure(cause).status, error.description)
        case .gamepad(let error): self.init(error)
        case .log(let error): self.init(error)
        case .service(let error): self.init(error)
        case .noService: self.init(.unavailable, error.description)
        case .broker(let error): self.init(error)
        }
    }

    init(_ error: IIOError) {
        self.init(error.isForbidden ? .permission : .unavailable, error.description)
    }

    init(_ error: GamepadError) { self.init(.unavailable, error.description) }
    init(_ error: MotionLogError) { self.init(Status(error.kind), error.description) }
    init(_ error: FileError) { self.init(Status(error.kind), error.description) }
    init(_ error: CardError) { self.init(Status(error.kind), error.description) }
    init(_ error: PictureError) { self.init(Status(error.kind), error.description) }

    init(_ error: SocketError) {
        let status: Status =
            switch error.kind {
            case .absent, .taken, .noSamples: .unavailable
            case .forbidden: .permission
            case .failed: .inputOutput
            }
        let advice = error.kind == .noSamples ? "; --from local: reads a sensor itself" : ""
        self.init(status, "\(error)\(advice)")
    }

    /// A broker that cannot be used, or a file of credentials that cannot be read.
    init(_ error: MQTTError) {
        let status = error.fileKind.map { Status($0) } ?? .unavailable
        self.init(status, error.description)
    }

    /// Another program that does not do its work.
    init(_ error: ChildProgramError) {
        let advice = error.isMissing ? ": install its package" : ""
        self.init(.unavailable, error.description + advice)
    }

    /// A display that cannot be used. `advice` has, for each requirement that may be missing, a
    /// text that names an option without that requirement.
    init(_ error: DisplayError, advice: [DisplayError.Requirement: String] = [:]) {
        let advice = error.missing.flatMap { advice[$0] }.map { "; \($0)" } ?? ""
        self.init(.unavailable, error.description + advice)
    }
}
