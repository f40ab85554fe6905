import Motion
import Scene

/// Makes inputs of a card's scene from readings: the tilts after each reading, and shakes.
///
/// Time comes only from the readings, so the same readings always give the same inputs.
struct MotionInputs: Sendable {
    /// Makes tilts of the readings, which only `events(of:)` gives to it.
    var pipeline: TiltPipeline<AttitudeFilter>
    private var shakes = ShakeDetector()

    /// For a card that is tilted with these settings, and a source with this property.
    init(_ settings: TiltSettings, isSensor: Bool = false) {
        pipeline = TiltPipeline(
            TiltFollower(settings, isSensor: isSensor, forCard: true))
    }

    /// Takes the next reading, in the order the source gave it; returns what happens to the scene,
    /// in order.
    mutating func events(of reading: Reading) -> [Input.Event] {
        pipeline.update(with: reading)
        var events: [Input.Event] = []
        if let tilts = pipeline.tilts { events.append(.tilts(tilts)) }
        if let sample = reading.sample, shakes.update(with: sample) { events.append(.shake) }
        return events
    }

    /// Takes the present pose as neutral; returns what happens to the scene, also if no reading
    /// follows. Nothing before the first attitude with an angle.
    mutating func recenter() -> Input.Event? {
        pipeline.recenter()
        // `pipeline.tilts` may be nil until the next reading.
        return pipeline.tilts(after: 0).map { .tilts($0) }
    }
}
