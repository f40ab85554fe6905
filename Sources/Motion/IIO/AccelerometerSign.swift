public import Motion
import Platform

/// The sign applied to an accelerometer's readings.
public enum AccelerometerSign: String, Sendable, Codable {
    /// The driver's sign: a device lying face up is assumed to read (0, 0, +g).
    case asReported
    /// The opposite sign: a device lying face up reads (0, 0, -g) from the driver.
    case reversed
    /// The driver's sign; if a display in use seems to face the floor, the opposite, with a notice.
    case fromUse
}

/// Whether a display seems to face the floor. Few displays do: the driver probably reports the
/// accelerometer with the opposite sign.
///
/// `acceleration` is a mean over a rest, or a low-passed acceleration, in m/s², device frame. False
/// also for a display that stands within 30° of upright, and for a length that is not between 8 and
/// 12 m/s².
public func seemsToFaceFloor(resting acceleration: Vector3) -> Bool {
    let length = acceleration.length
    guard length > 8, length < 12 else { return false }
    return acceleration.z < -0.5 * length
}

/// Applies the sign to samples, and determines the sign if it is unknown.
struct SignChooser {
    private(set) var isReversed: Bool
    /// Nil where the sign is known.
    private var evidence: SignEvidence?
    /// Whether the sign changes with the next sample.
    private var hasChanged = false

    init(_ sign: AccelerometerSign) {
        isReversed = sign == .reversed
        evidence = sign == .fromUse ? SignEvidence() : nil
    }

    /// Applies the sign to the samples from index `start` on, and uses them as evidence of the sign
    /// if `isInUse`; returns whether the next call applies the other sign.
    mutating func apply(
        to readings: inout [Reading], from start: Int, isInUse: Bool
    ) -> Bool {
        for index in start..<readings.count {
            guard case .sample(var sample) = readings[index] else { continue }
            (sample.reversesSign, hasChanged) = (hasChanged, false)
            if isReversed { sample.acceleration = sample.acceleration.map { -$0 } }
            if let a = sample.acceleration {
                evidence?.add(a, at: sample.timestamp, isInUse: isInUse)
            }
            readings[index] = .sample(sample)
        }
        guard evidence?.isAgainst == true else { return false }
        (isReversed, hasChanged, evidence) = (!isReversed, true, SignEvidence())
        return true
    }
}

/// Evidence of the accelerometer's sign: a display in use rarely faces the floor. Rotations are no
/// evidence, because the readings rotate in the same way with both signs.
struct SignEvidence {
    /// s: time constant of the low-pass filter that removes motion.
    private static let smoothing = 0.5
    /// m/s²: larger deviations from the mean occur in a hand, but not on a table.
    private static let handling = 0.4
    /// s: after such a deviation the display counts as held for this time.
    private static let heldTime = 5.0
    /// s: `needed`: the excess of floor time over ceiling time that reverses the sign. `kept`: the
    /// largest excess of ceiling time that is remembered.
    private static let (needed, kept) = (4.0, 60.0)
    /// s: a longer step counts as one of this length.
    private static let longestStep = 0.1

    private var mean: Vector3?
    private var newest: Int64?
    /// s: time since the last deviation above `handling`.
    private var stillness = Double.infinity
    /// s: time facing the floor minus time facing the ceiling.
    private var seconds = 0.0

    /// Whether the evidence contradicts the sign.
    var isAgainst: Bool { seconds >= Self.needed }

    /// Adds the acceleration `a`, m/s², device frame, at a time in nanoseconds; `isInUse` is false
    /// if the display cannot be seen.
    mutating func add(_ a: Vector3, at timestamp: Int64, isInUse: Bool) {
        let step = newest.map { Double(timestamp &- $0) * 1e-9 } ?? 0
        newest = timestamp
        guard a.isFinite else { return }
        let dt = min(max(0, step), Self.longestStep)
        let before = mean ?? a
        let mean = before + dt / (dt + Self.smoothing) * (a - before)
        self.mean = mean
        stillness = (a - mean).length > Self.handling ? 0 : stillness + dt
        guard isInUse, stillness < Self.heldTime else { return }
        if seemsToFaceFloor(resting: mean) {
            seconds += dt
        } else if seemsToFaceFloor(resting: -mean) {
            seconds = max(-Self.kept, seconds - dt)
        }
    }
}

// Determines the accelerometer's sign from its name and mount matrix, without its readings.
extension IIOInventory {
    /// Whether the chosen accelerometer's sign is reversed; nil if only its readings show that.
    var isReversedByConvention: Bool? {
        guard let device = accelerometerDevice, let sensor = device.accelerometer else {
            return nil
        }
        if sensor.mount.origin == .udev { return device.isHub }
        return device.hasDataSheetSign ? false : nil
    }
}

extension IIODeviceReport {
    /// Whether it is an accelerometer of a HID hub, which has the sign of Windows and of
    /// iio-sensor-proxy: upright it reads (0, -g, 0). Some firmware has the opposite sign.
    var isHub: Bool { name == Self.hub }

    /// The kernel's name of a hub's accelerometer.
    static let hub = "accel_3d"

    /// Whether it is a chip whose driver has the data sheet's sign: lying face up it reads
    /// (0, 0, +g).
    fileprivate var hasDataSheetSign: Bool {
        let name = name ?? ""
        return Self.chips.contains { name.hasPrefix($0) }
    }

    /// The prefixes of such chips' names in drivers/iio/accel and drivers/iio/imu.
    private static let chips = [
        "adxl", "adis", "bma", "bmc", "bmi", "bno", "cros-ec", "da2", "da3", "fxls", "icm", "kx",
        "lis", "lsm", "mc3", "mma", "mpu", "msa", "mxc", "sca3", "stk8",
    ]
}

extension FoundMountMatrix {
    /// udev's matrix, converted to the device frame of this program.
    ///
    /// udev's matrix maps to the frame of iio-sensor-proxy, whose x and y have the opposite sign.
    /// For a hub, `isReversedByConvention` reverses all axes of the readings; for any other device,
    /// x and y of the matrix change sign here. A matrix from elsewhere stays as it is.
    func fromDesktop(isHub: Bool) -> FoundMountMatrix {
        guard origin == .udev, !isHub else { return self }
        var found = self
        (found.matrix.x, found.matrix.y) = (Vector3.zero - matrix.x, Vector3.zero - matrix.y)
        return found
    }
}

/// Whether this machine's own display can be seen: the lid is not closed, and the panel is not off.
struct DisplayUse {
    /// Nanoseconds between two checks.
    private static let interval: Int64 = 2_000_000_000
    private let root: String
    private var isPossible = true
    private var due: Int64 = 0

    /// `root` is a folder used as `/` in tests.
    init(root: String = "") { self.root = root }

    /// The result of the last check, which is made anew after `interval`; true also where lid and
    /// panel cannot be read.
    mutating func isPossible(now: Int64 = monotonicNow()) -> Bool {
        if now >= due {
            isPossible = !LidFile.isClosed(root: root) && !isPanelOff
            due = now + Self.interval
        }
        return isPossible
    }

    /// Whether there are built-in panels, and all are off; as in drivers/gpu/drm/drm_sysfs.c.
    private var isPanelOff: Bool {
        let folder = "\(root)/sys/class/drm"
        let panels = ((try? names(inFolder: folder)) ?? []).filter { name in
            ["-eDP-", "-LVDS-", "-DSI-"].contains(where: name.contains)
        }
        return !panels.isEmpty
            && panels.allSatisfy { panel in
                readText("\(folder)/\(panel)/enabled") == "disabled"
                    || readText("\(folder)/\(panel)/dpms") == "Off"
            }
    }
}
