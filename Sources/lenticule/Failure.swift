import Glibc

/// Why a command ends: one line for a person, and the exit status that sysexits.h gives it.
struct Failure: Error, CustomStringConvertible {
    enum Status: Int32 {
        case usage = 64
        /// A card, picture or log that makes no sense.
        case badInput = 65
        case missingFile = 66
        /// No display, or no device.
        case unavailable = 69
        case inputOutput = 74
        case permission = 77
        /// config.toml.
        case configuration = 78
    }

    let status: Status
    /// What was tried, on what, why it failed, what mends it; without a full stop or prefix.
    let description: String

    init(_ status: Status, _ description: String) {
        self.status = status
        self.description = description
    }
}

extension Failure {
    /// A folder that the system would not make; `code` is errno's.
    init(making folder: String, code: CInt) {
        switch code {
        case ENOENT, ENOTDIR:
            self.init(.missingFile, "\(folder): the folder above it is not there")
        default:
            let isForbidden = [EACCES, EPERM, EROFS].contains(code)
            self.init(
                isForbidden ? .permission : .inputOutput,
                "\(folder): cannot make the folder: \(String(cString: strerror(code)))")
        }
    }
}
