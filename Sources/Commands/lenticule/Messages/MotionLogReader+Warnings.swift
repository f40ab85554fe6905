import Logging
import MotionLog

extension MotionLogReader.Options {
    /// Warnings go to standard error.
    static var printingWarnings: Self {
        var options = Self()
        options.warn = { logger.notice("\($0)") }
        return options
    }
}
