import Display
import Logging
import Motion
import Playback

/// The window of a card and the device that tilts it: the desktop is kept from turning the display
/// meanwhile, and where it turns nevertheless, the axes of the tilt turn with it.
struct TiltedWindow {
    /// Nil for a terminal, of which nobody knows the focus and the display.
    private let window: WindowScreen?
    /// Whether the display moves with what tilts the card.
    private let isOfDevice: Bool
    private let locks: Bool

    /// Also restores what a killed window has locked. With `locks`, the rotation is locked if the device
    /// tilts the card.
    init(_ screen: any Screen, isOfDevice: Bool, locks: Bool) {
        window = screen as? WindowScreen
        (self.isOfDevice, self.locks) = (isOfDevice, locks)
        guard let window else { return }
        window.rotationLock = RotationLock(isOn: isOfDevice && locks) { logger.notice("\($0)") }
    }

    /// The settings for the display as it is turned now.
    func turned(_ settings: TiltSettings) -> TiltSettings {
        var settings = settings
        if isOfDevice, let window { settings.displayOrientation = window.orientation }
        return settings
    }

    /// Turns the axes with the display from now on, if these settings want it; the display itself may turn
    /// while the pointer tilts the card.
    func turn(_ motion: CardMotion, _ settings: TiltSettings) {
        if isOfDevice, locks, let lock = window?.rotationLock {
            motion.followSensor { lock.setOn($0) }
        }
        guard isOfDevice, settings.orientation == nil else { return }
        window?.followDisplay { motion.turn(to: $0) }
    }

    /// Gives the desktop's rotation back.
    func end() { window?.rotationLock?.end() }
}
