import Dispatch
import Display
import Logging
import Platform

/// Tries again what fails at the start of a kiosk: nobody is there to start the program again.
struct KioskPatience {
    /// Whether to try again; else an error ends the program.
    let isKiosk: Bool
    /// Seconds between two tries.
    private static let interval = 1.0

    /// Tries until `body` succeeds, and says each new reason of a failure once.
    func callAsFunction<Value>(_ body: () throws -> Value) throws -> Value {
        guard isKiosk else { return try body() }
        var (told, watchdog) = ("", Watchdog())
        let asked = DispatchSemaphore(value: 0)
        let ending = Ending.asking { asked.signal() }
        while true {
            do {
                return try body()
            } catch {
                // What is wrong in the command line stays wrong.
                if let failure = error as? Failure, failure.status == .usage { throw failure }
                if "\(error)" != told { logger.warning("\(error); tried again each second") }
                told = "\(error)"
            }
            watchdog.sign()
            _ = asked.wait(timeout: .now() + Self.interval)
            if ending.isAsked { Ending.terminateIfAsked() }
        }
    }
}
