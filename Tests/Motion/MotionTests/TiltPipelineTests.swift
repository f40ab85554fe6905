import Motion
import Testing

@Suite struct TiltPipelineTests {
    /// Turns about x at `rate` rad/s, 100 times a second.
    private func turning(at rate: Double, seconds: Double) -> [Attitude] {
        stride(from: 0, to: seconds, by: 0.01).map { time in
            Attitude(
                timestamp: Int64(time * 1e9),
                quaternion: Quaternion(rotation: Vector3(rate * time, 0, 0)),
                rate: Vector3(rate, 0, 0))
        }
    }

    @Test func `a fused attitude passes unchanged and is predicted by its rate`() throws {
        var pipeline = TiltPipeline(TiltFollower(TiltSettings()))
        let attitudes = turning(at: 1, seconds: 1)
        for attitude in attitudes { pipeline.update(with: attitude) }
        #expect(pipeline.attitude == attitudes.last)
        #expect(pipeline.status == .moving)
        let ahead = try #require(pipeline.predicted(after: 0.02))
        let pitch = EulerAngles(ahead.quaternion).pitch
        // 0.99 s and 20 ms more; a constant rate leaves nothing to guess but the low-pass's trust.
        #expect(abs(pitch - 1.01) < 1e-3)
    }

    @Test(arguments: [Neutral.gravity, .start])
    func `attitudes of a log that starts again have the tilts of its first time`(
        neutral: Neutral
    ) {
        var pipeline = TiltPipeline(TiltFollower(TiltSettings(neutral: neutral)))
        func tilts(of attitudes: [Attitude]) -> [[Double?]] {
            attitudes.map { attitude -> [Double?] in
                pipeline.update(with: attitude)
                return [pipeline.tilt, pipeline.tilt(after: 0.02)]
            }
        }
        var attitudes = turning(at: 1, seconds: 1)
        for index in attitudes.indices.suffix(20) { attitudes[index].rate = Vector3(-3, 0, 0) }
        let first = tilts(of: attitudes)
        for index in attitudes.indices { attitudes[index].timestamp += 1_000_000_000 }
        attitudes[0].startsAgain = true
        let second = tilts(of: attitudes)
        #expect(second == first)
    }

    @Test func `a live source that starts again shows its first angles as they are`() throws {
        var live = TiltPipeline(
            TiltFollower(TiltSettings(neutral: .gravity), isSensor: true, forCard: true))
        for attitude in turning(at: 0, seconds: 1) { live.update(with: attitude) }
        // Within the dead band of what is shown.
        let pose = Quaternion(rotation: Vector3(0.0005, 0, 0))
        var attitude = Attitude(timestamp: 1_000_000_000, quaternion: pose, rate: .zero)
        live.update(with: attitude)
        #expect(live.tilts?.pitch == 0)
        attitude.startsAgain = true
        live.update(with: attitude)
        #expect(abs(try #require(live.tilts).pitch - 0.0005 * 180 / .pi) < 1e-9)
    }

    @Test func `at rest nothing is predicted`() {
        var pipeline = TiltPipeline(TiltFollower(TiltSettings()))
        for attitude in turning(at: 0.001, seconds: 1) { pipeline.update(with: attitude) }
        #expect(pipeline.status == .resting)
        #expect(pipeline.predicted(after: 0.05) == pipeline.attitude)
    }

    @Test(arguments: [0, 0.005, 0.02])
    func `samples of a gyroscope are as late as its source says`(delay: Double) throws {
        let rate = 0.5
        var pipelines = [0, delay].map { delay in
            var pipeline = TiltPipeline(TiltFollower(TiltSettings()))
            pipeline.setGyroscope(GyroscopeErrors(delay: delay))
            return pipeline
        }
        for index in 0..<200 {
            let angle = rate * Double(index) * 0.01
            let up = Quaternion(rotation: Vector3(-angle, 0, 0)).rotate(Vector3(0, 0, 9.80665))
            let sample = ImuSample(
                timestamp: Int64(index) * 10_000_000, acceleration: up,
                rotationRate: Vector3(rate, 0, 0))
            for number in pipelines.indices { pipelines[number].update(with: sample) }
        }
        let angles = try pipelines.map { EulerAngles(try #require($0.attitude).quaternion).pitch }
        // Both have fused the same samples; the newest attitude is turned on by the delay alone.
        #expect(abs(angles[1] - angles[0] - rate * delay) < 1e-3)
    }

    /// Two gyroscopes that are calibrated, and two that are not.
    private static let gyroscopes = [
        [0.02, -0.03].map { GyroscopeErrors(bias: Vector3($0, 0, 0), delay: 0.005) },
        ["one", "another"].map { GyroscopeErrors(sensor: $0) },
    ]

    @Test(arguments: gyroscopes)
    func `another gyroscope starts the filter anew, the same one goes on`(
        sensors: [GyroscopeErrors]
    ) throws {
        var pipeline = TiltPipeline(TiltFollower(TiltSettings()))
        var fresh = TiltPipeline(TiltFollower(TiltSettings()))
        fresh.setGyroscope(sensors[1])
        /// A second at rest, which a gyroscope with these errors measures.
        func rest(_ errors: GyroscopeErrors, from second: Int) -> [ImuSample] {
            (0..<100).map { index in
                ImuSample(
                    timestamp: Int64(second * 100 + index) * 10_000_000,
                    acceleration: Vector3(0, 0, 9.81), rotationRate: errors.bias)
            }
        }
        for sample in rest(sensors[0], from: 0) {
            pipeline.setGyroscope(sensors[0])
            pipeline.update(with: sample)
        }
        #expect(pipeline.attitude != nil)
        pipeline.setGyroscope(sensors[1])
        #expect(pipeline.status == .starting && pipeline.attitude == nil)
        for sample in rest(sensors[1], from: 1) {
            pipeline.setGyroscope(sensors[1])
            pipeline.update(with: sample)
            fresh.update(with: sample)
        }
        #expect(pipeline.attitude == fresh.attitude && pipeline.attitude != nil)
    }

    @Test func `a source may turn from attitudes to samples, and back`() throws {
        var pipeline = TiltPipeline(TiltFollower(TiltSettings()))
        let attitudes = turning(at: 1, seconds: 1)
        for attitude in attitudes { pipeline.update(with: attitude) }
        for index in 0..<300 {
            pipeline.update(
                with: ImuSample(
                    timestamp: 2_000_000_000 + Int64(index) * 10_000_000,
                    acceleration: Vector3(0, 0, 9.81), rotationRate: .zero))
        }
        let tilt = try #require(pipeline.tilt)
        #expect(abs(tilt) < 0.1)
        let last = try #require(attitudes.last)
        pipeline.update(with: last)
        #expect(pipeline.attitude == last)
    }

    @Test func `an attitude that is no number is not taken`() {
        var pipeline = TiltPipeline(TiltFollower(TiltSettings()))
        let good = turning(at: 1, seconds: 0.1)
        for attitude in good { pipeline.update(with: attitude) }
        var bad = good[0]
        bad.quaternion.w = .nan
        pipeline.update(with: bad)
        #expect(pipeline.attitude == good.last)
        #expect(pipeline.status == .doubtful)
    }

    @Test(arguments: Simulation.Preset.allCases)
    func `whatever the tilt is for, it is the same`(preset: Simulation.Preset) {
        let settings = TiltSettings(axis: .vertical)
        var numbers = TiltPipeline(TiltFollower(settings))
        var window = TiltPipeline(TiltFollower(settings, forCard: true))
        var chosen = TiltPipeline(ChosenEstimator(.lenticule), TiltFollower(settings))
        // As `angles` has it: filter and tilt on threads of their own.
        var (filter, follower) = (AttitudeFilter(), TiltFollower(settings))
        var simulation = Simulation(.init(preset: preset))
        var tilts: Set<Double> = []
        for row in 0..<1500 {
            var sample = simulation.next().sample
            // Two seconds without an accelerometer leave the attitude in doubt.
            if (500..<700).contains(row) { sample.acceleration = nil }
            numbers.update(with: sample)
            window.update(with: .sample(sample))
            filter.update(with: sample)
            follower.update(with: filter.attitude, filter.status)
            chosen.update(with: sample)
            #expect(
                window.tilt == numbers.tilt && chosen.tilt == numbers.tilt
                    && follower.tilt == numbers.tilt)
            #expect(window.tilt(after: 0.01) == numbers.tilt(after: 0.01))
            if let tilt = numbers.tilt { tilts.insert(tilt) }
        }
        #expect(tilts.count > 100)
    }

    @Test func `a live source's tilts stand still at rest, a log's are as they are`() throws {
        let settings = TiltSettings(neutral: .gravity)
        var live = TiltPipeline(TiltFollower(settings, isSensor: true, forCard: true))
        var log = TiltPipeline(TiltFollower(settings, forCard: true))
        var simulation = Simulation(.init(preset: .still))
        var shown: Set<Double> = []
        for row in 0..<1000 {
            let sample = simulation.next().sample
            live.update(with: sample)
            log.update(with: sample)
            #expect(log.tilts?.card == log.tilt && live.tilt == log.tilt)
            if row >= 500, let tilts = live.tilts { shown.insert(tilts.card) }
        }
        #expect(shown.count <= 3)
    }

    @Test func `all three tilts are from neutral, whatever the card's axis`() throws {
        for axis in TiltAxis.allCases {
            var follower = TiltFollower(TiltSettings(axis: axis), forCard: true)
            let pose = Quaternion(rotation: Vector3(0.2, 0, 0))
            let attitude = Attitude(timestamp: 0, quaternion: pose, rate: .zero)
            follower.update(with: attitude, .moving)
            let tilts = try #require(follower.tilts)
            #expect(abs(tilts.aboutHorizontal - 0.2 * 180 / .pi) < 1e-9)
            #expect(abs(tilts.aboutVertical) < 1e-9)
            // Turned about x, an upright screen would not turn like a wheel.
            let card = [
                TiltAxis.horizontal: tilts.aboutHorizontal, .vertical: tilts.aboutVertical,
                .steering: 0,
            ]
            #expect(tilts.card == card[axis])
        }
    }

    @Test func `a neutral in degrees is that of the card's axis`() throws {
        var follower = TiltFollower(TiltSettings(neutral: .degrees(30)), forCard: true)
        let flat = Quaternion(rotation: Vector3(0, 0, 0))
        follower.update(with: Attitude(timestamp: 0, quaternion: flat, rate: .zero), .moving)
        var tilts = try #require(follower.tilts)
        #expect(abs(tilts.card + 30) < 1e-9 && abs(tilts.aboutVertical) < 1e-9)
        #expect(tilts.aboutHorizontal == tilts.card)
        follower.select(.vertical)
        tilts = try #require(follower.tilts)
        #expect(abs(tilts.card + 30) < 1e-9 && abs(tilts.aboutHorizontal) < 1e-9)
        #expect(tilts.aboutVertical == tilts.card)
        follower.recenter()
        follower.select(.horizontal)
        #expect(follower.tilt == 0)
    }

    @Test func `an axis that is the card's no more has its present pose as the start`() throws {
        var follower = TiltFollower(
            TiltSettings(neutral: .degrees(30), automaticNeutral: .start), isSensor: true,
            forCard: true)
        let pose = Quaternion(rotation: Vector3(1, 0, 0))
        let attitude = Attitude(timestamp: 0, quaternion: pose, rate: .zero)
        follower.update(with: attitude, .moving)
        follower.select(.vertical)
        let tilts = try #require(follower.tilts(of: attitude, .moving))
        #expect(abs(tilts.card + 30) < 1e-9 && abs(tilts.aboutHorizontal) < 1e-9)
    }

    @Test func `another axis finds its neutral taken`() {
        var pipeline = TiltPipeline(
            TiltFollower(TiltSettings(neutral: .start), isSensor: true, forCard: true))
        for attitude in turning(at: 0, seconds: 1) { pipeline.update(with: attitude) }
        pipeline.select(.vertical)
        #expect(pipeline.tilt == 0)
    }
}
