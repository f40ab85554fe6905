import Compositor
import Decoding
import Foundation
import Geometry
import Motion
import Scene

@testable import Display

/// A screen that shows nothing, whose viewer does what a list says, one entry at a time, and then
/// quits.
final class ScriptedScreen: Screen {
    let renderer = "none"
    let drawCounts = DrawCounts()
    var size = PixelSize(width: 8, height: 8)
    /// Shorter than a turn of the loop, so that every turn looks anew.
    var frameInterval = 1e-7
    let wake: @Sendable () -> Void = {}
    var isVisible = true
    var isFullscreen = false
    var drawingTime: Double?
    /// Whether the viewer lets time pass instead of doing the next thing at once.
    var isPatient = false
    /// Whether the viewer quits after the list.
    var hasSeenEnough: () -> Bool = { true }
    private var script: [[ScreenEvent]]
    private(set) var frames: [Frame] = []
    private(set) var lines: [String] = []
    private(set) var waits: [Double?] = []
    /// How many movements of the card it was told.
    private(set) var movements = 0
    /// Called while a frame is shown.
    var whilePresenting: () -> Void = {}

    init(_ script: [[ScreenEvent]]) { self.script = script.reversed() }

    /// Waits ten times, and then quits.
    convenience init() { self.init(Array(repeating: [], count: 9)) }

    func events(timeout: Double?) -> [ScreenEvent] {
        waits.append(timeout)
        if isPatient, let timeout { Thread.sleep(forTimeInterval: min(timeout, 1)) }
        return script.popLast() ?? (hasSeenEnough() ? [.quit] : [])
    }

    func present(_ frame: Frame, hud: [HUDText]) {
        whilePresenting()
        frames.append(frame)
        lines = hud.flatMap(\.lines).map(\.text)
    }
    func toggleFullscreen() {}
    func setTitle(_ title: String) {}
    func cardHasMoved() { movements += 1 }
}

/// A tilt that moves without a change that can be seen.
final class StandingTilt: TiltFeed {
    let hint = "Tilt the screen"
    var hasEnded = false
    let failure: (any Error)? = nil
    var waitsFor: String?
    /// Degrees: what each look gets; nothing after them.
    var batches: [[Double]] = []
    /// Seconds that each look at the inputs takes; none after them.
    var delays: [Double] = []
    func inputs(until time: Double) -> [Input] {
        if !delays.isEmpty { Thread.sleep(forTimeInterval: delays.removeFirst()) }
        let tilts = batches.isEmpty ? [] : batches.removeFirst()
        return tilts.map { Input(.tilts(Tilts($0, about: .horizontal)), at: time) }
    }
    /// What is expected at any time, degrees.
    var standing: Double?
    func expected(at time: Double) -> Tilts? { standing.map { Tilts($0, about: .horizontal) } }
    var isStill = false
    func isMoving(at time: Double) -> Bool { !isStill }
    /// What is expected once another card is shown, degrees.
    var standingNext: Double?
    func select(_ axis: TiltAxis, baseDegrees: Double, following signals: Set<Signal>) {
        standing = standingNext ?? standing
    }
    func recenter() -> Bool { true }
    /// Where the pointer was.
    private(set) var places: [Point] = []
    func pointer(_ place: (x: Double, y: Double)?, at time: Double) {
        if let place { places.append(Point(x: place.x, y: place.y)) }
    }
    func helpValues(at time: Double) -> [(name: String, value: String)] { [] }
    /// When the newest sample arrived, seconds of CLOCK_MONOTONIC.
    var arrival: Double?
    func age(at time: Double) -> Double? { arrival.map { time - $0 } }
}

extension PlayedCard {
    /// A card of these picture files, at fixed opacities.
    init(_ pictures: [String] = [], opacities: [Double] = []) {
        let layers = pictures.indices.map {
            Scene.Layer(.picture($0), values: [.opacity: opacities[$0]])
        }
        self.init(
            title: "none", scene: Scene(size: Size(width: 8, height: 8), layers: layers),
            pictures: pictures.map { PictureFile(path: $0) })
    }
}

/// Without a hint, and with all the time that cards and pictures need.
var withoutHint: Player.Settings {
    var settings = Player.Settings()
    (settings.hintSeconds, settings.patience) = (0, 60)
    return settings
}
