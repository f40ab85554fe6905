import Glibc

/// Devices that did not come back and were replaced by others: who was there first is preferred.
struct Substitution {
    /// How often they are looked for, in nanoseconds.
    private static let interval: Int64 = 2_000_000_000

    /// The devices as they were.
    let missed: IIOInventory
    /// When they are looked for next, in nanoseconds of `monotonicNow`.
    private var turn = monotonicNow() + interval

    init(for missed: IIOInventory) { self.missed = missed }

    /// Whether all of them are on this machine again, as far as that was looked up.
    mutating func isOver(now: Int64 = monotonicNow()) -> Bool {
        guard now >= turn else { return false }
        turn = now + Self.interval
        let present = Set(SysfsDevice.all.map(\.identity))
        return [missed.accelerometer, missed.gyroscope].allSatisfy {
            $0.map { present.contains($0.identity) } ?? true
        }
    }
}
