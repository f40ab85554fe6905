import Platform

/// The error that ends a command: one line for the user, and an exit status of sysexits.h.
struct Failure: Error, CustomStringConvertible {
    enum Status: Int32 {
        case usage = 64
        /// An invalid card, picture or log.
        case badInput = 65
        case missingFile = 66
        /// No display, OpenGL, device, service, broker or other program that can be used.
        case unavailable = 69
        case inputOutput = 74
        case permission = 77
        /// config.toml.
        case configuration = 78
    }

    let status: Status
    /// The action, its object, the reason and the remedy; without a full stop or prefix.
    let description: String

    init(_ status: Status, _ description: String) {
        self.status = status
        self.description = description
    }
}

extension Failure.Status {
    /// The status of an error of this kind; `malformed` is the status of invalid contents.
    init(_ kind: ErrorKind, malformed: Self = .badInput) {
        self =
            switch kind {
            case .missing: .missingFile
            case .forbidden: .permission
            case .malformed: malformed
            case .inputOutput: .inputOutput
            case .refused: .usage
            }
    }
}
