import Glibc
import Testing

@testable import Motion

struct AttitudeFilterTests {
    /// Poses to start in: flat, upside down, at the gimbal, on a side.
    static let poses = [
        Quaternion.identity, Quaternion(0, 1, 0, 0), Quaternion(rotation: Vector3(.pi / 2, 0, 0)),
        Quaternion(rotation: Vector3(0, -.pi / 2, 0)),
    ]

    /// The largest inclination error in degrees after `settled` seconds.
    private func worst(
        _ motion: SyntheticMotion, seconds: Double, after settled: Double
    ) -> Double {
        var (motion, filter, worst) = (
            motion, AttitudeFilter(settings: SyntheticMotion.settings), 0.0
        )
        for sample in motion.samples(to: seconds) {
            filter.update(with: sample)
            guard let attitude = filter.attitude else { continue }
            if Double(attitude.timestamp) > settled * 1e9 {
                worst = max(worst, motion.inclinationError(attitude))
            }
        }
        return worst
    }

    @Test func `variances that are no numbers are not sound`() {
        var covariance = ErrorCovariance(AttitudeFilter.Settings())
        covariance.restart(from: (gg: 1, gv: 0, vv: 1), drift: (.zero, .zero))
        #expect(covariance.isSound)
        covariance.restart(from: (gg: 1, gv: 0, vv: .nan), drift: (.zero, .zero))
        #expect(!covariance.isSound)
        covariance.restart(from: (gg: .infinity, gv: 0, vv: 1), drift: (.zero, .zero))
        #expect(!covariance.isSound)
    }

    @Test func `the end of an accelerometer's range is what it reads most, twice`() {
        var clipping = ClippingDetector()
        let readings = [(9.8, false), (9.8, false), (30, false), (39.1, false), (39.1, true)]
        for (x, isClipped) in readings + [(-39.2, false), (-39.2, true), (30, false), (39.1, true)]
        {
            #expect(clipping.isClipped(Vector3(0, 1, x)) == isClipped)
        }
    }

    @Test func `a knock is no motion of a hand`() {
        var (knock, found) = (KnockDetector(), [Bool]())
        // 5 Hz at 50 m/s², then a knock of 40 m/s² in one sample.
        for k in 0..<200 {
            let t = 0.005 * Double(k)
            let force = 50 * sin(2 * .pi * 5 * t) + (k == 150 ? 40 : 0)
            knock.add(Vector3(force, 0, 9.8), dt: 0.005)
            found.append(knock.isKnocked)
        }
        #expect(!found[..<150].contains(true))
        #expect(found[150..<154].allSatisfy { $0 })
        #expect(!found[156...].contains(true))
    }

    @Test func `a mean over the time since the sample before is not late`() throws {
        var (motion, filter) = (SyntheticMotion(), AttitudeFilter())
        (motion.noise, motion.reach) = ((0, 0), .zero)
        var worst = 0.0
        for k in 1..<500 {
            let (start, end) = (Double(k - 1) / 50, Double(k) / 50)
            let turn = motion.quaternion(at: start).conjugate * motion.quaternion(at: end)
            var sample = motion.sample(at: (start + end) / 2)
            (sample.timestamp, sample.rotationRate) = (Int64(end * 1e9), 50 * turn.rotationVector)
            filter.update(with: sample)
            let attitude = try #require(filter.attitude)
            if end > 4 { worst = max(worst, motion.inclinationError(attitude)) }
        }
        // Ten milliseconds at 2 rad/s would be 1.1 degrees.
        #expect(worst < 0.3)
    }

    @Test func `an accelerometer's sign that changes turns the attitude over at once`() throws {
        var (motion, filter) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings)
        )
        var worst = 0.0
        for (index, sample) in motion.samples(to: 20).enumerated() {
            var sample = sample
            let isEarly = Double(sample.timestamp) < 10e9
            if isEarly { sample.acceleration = sample.acceleration.map { Vector3.zero - $0 } }
            if !isEarly, worst == 0 { (sample.reversesSign, worst) = (true, 1e-9) }
            filter.update(with: sample)
            guard !isEarly, index > 0, let attitude = filter.attitude else { continue }
            worst = max(worst, motion.inclinationError(attitude))
        }
        #expect(worst < 5)
    }

    @Test(arguments: poses.indices)
    func `a start in mid-motion finds the vertical in any pose`(pose: Int) {
        var motion = SyntheticMotion()
        motion.pose = Self.poses[pose]
        // Three seconds leave some of what bias and scale are not yet known.
        #expect(worst(motion, seconds: 10, after: 3) < 2)
    }

    /// The inclination error in degrees that nine in ten starts amid `motion` stay below, `seconds`
    /// later.
    private func startError(_ motion: SyntheticMotion, after seconds: Double) -> Double {
        let errors = (0..<40).compactMap { k in
            var (motion, filter) = (motion, AttitudeFilter(settings: SyntheticMotion.settings))
            let start = 3 + 0.37 * Double(k)
            for sample in motion.samples(from: start, to: start + seconds) {
                filter.update(with: sample)
            }
            return filter.attitude.map { motion.inclinationError($0) }
        }
        return errors.sorted()[35]
    }

    // An exact first second would still know too little: a hand swings about once in it.
    @Test(arguments: [(0.3, 0.7), (1, 1.0), (3, 2.3)])
    func `a start in mid-motion is quick, however vigorous`(strength: Double, bound: Double) {
        var motion = SyntheticMotion()
        motion.bias = Vector3(0.005, -0.004, 0.006)
        motion.reach *= strength
        #expect(startError(motion, after: 2.5) < bound)
    }

    @Test func `a bias is learnt from a start in mid-motion on`() {
        var motion = SyntheticMotion()
        motion.bias = Vector3(1, -1, 1) * (2 * .pi / 180)
        // Unlearnt, it would turn the tilt by 3 degrees a second.
        #expect(startError(motion, after: 6) < 2)
    }

    @Test(arguments: [10.0, 25, 100, 1000])
    func `any rate of samples does without another setting`(rate: Double) {
        var motion = SyntheticMotion()
        motion.rate = rate
        motion.swing *= 0.5
        // At 10 Hz the motion's fastest parts are read eight times a period.
        #expect(worst(motion, seconds: 10, after: 4) < (rate > 20 ? 2 : 4))
    }

    @Test func `a bias of 5 degrees a second is learnt within 3 seconds of rest`() {
        var (motion, filter) = (
            SyntheticMotion().still, AttitudeFilter(settings: SyntheticMotion.settings)
        )
        motion.bias = Vector3(1, -1, 1) * (5 * .pi / 180)
        for sample in motion.samples(to: 3) { filter.update(with: sample) }
        #expect(filter.status == .resting)
        // Low-passed noise of 0.003 rad/s at 200 Hz leaves a few 0.0001 rad/s.
        #expect((filter.b - motion.bias).length < 0.001)
    }

    @Test func `a restart before the first rest keeps the calibrated bias`() {
        var (motion, settings) = (SyntheticMotion(), SyntheticMotion.settings)
        motion.bias = Vector3(0.05, 0, 0)
        settings.bias = motion.bias
        var filter = AttitudeFilter(settings: settings)
        for sample in motion.samples(to: 5) { filter.update(with: sample) }
        // As after contradictory samples.
        filter.innovationRatio = 100
        for sample in motion.samples(from: 5, to: 5.2) { filter.update(with: sample) }
        #expect(filter.status == .doubtful)
        #expect(filter.b == settings.bias)
    }

    @Test func `at rest the attitude is gravity's`() {
        var motion = SyntheticMotion().still
        motion.pose = Quaternion(rotation: Vector3(0.5, 0.2, 0))
        #expect(worst(motion, seconds: 5, after: 2) < 0.1)
    }

    @Test func `sensors with rates and clocks of their own are fused`() {
        var (motion, filter, worst) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings), 0.0
        )
        for k in 0..<4000 {
            let t = Double(k) / 400
            var sample = motion.sample(at: t)
            if k % 4 != 1 { sample.acceleration = nil } else { sample.rotationRate = nil }
            filter.update(with: sample)
            if let attitude = filter.attitude, t > 3 {
                worst = max(worst, motion.inclinationError(attitude))
            }
        }
        #expect(worst < 2)
    }

    @Test func `the same samples give the same bits in any chunks`() {
        var motion = SyntheticMotion()
        let samples = motion.samples(to: 5)
        var (whole, parts) = (
            AttitudeFilter(settings: SyntheticMotion.settings),
            AttitudeFilter(settings: SyntheticMotion.settings)
        )
        for sample in samples { whole.update(with: sample) }
        for sample in samples.prefix(300) { parts.update(with: sample) }
        var copy = parts
        for sample in samples.dropFirst(300) { copy.update(with: sample) }
        #expect(copy.attitude == whole.attitude)
        #expect(copy.status == whole.status)
    }

    @Test func `status tells start, rest and motion`() {
        var (motion, filter) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings)
        )
        // It begins to turn about the vertical, where a sudden start is no contradiction.
        (motion.swing, motion.reach) = (Vector3(0, 0, 0.5), .zero)
        var still = motion.still
        #expect(filter.status == .starting)
        for sample in still.samples(to: 0.5) { filter.update(with: sample) }
        #expect(filter.status == .starting)
        for sample in still.samples(from: 0.5, to: 4) { filter.update(with: sample) }
        #expect(filter.status == .resting)
        for sample in motion.samples(from: 4, to: 5) { filter.update(with: sample) }
        #expect(filter.status == .moving)
    }

    @Test func `at rest the prediction is the attitude itself`() {
        var (motion, filter) = (SyntheticMotion().still, AttitudeFilter())
        for sample in motion.samples(to: 5) {
            filter.update(with: sample)
            if sample.timestamp > 3_000_000_000 {
                #expect(filter.predicted(after: 0.05) == filter.attitude)
            }
        }
    }

    @Test(arguments: [-1, 0, 0.025, 1e9, .nan, .infinity])
    func `no horizon turns the prediction further than a hand could`(horizon: Double) throws {
        var (motion, filter) = (SyntheticMotion(), AttitudeFilter())
        for sample in motion.samples(to: 3) { filter.update(with: sample) }
        let now = try #require(filter.attitude)
        let then = try #require(filter.predicted(after: horizon))
        let turn = now.quaternion.conjugate * then.quaternion
        #expect(then.quaternion.isFinite)
        // 0.1 s at 30 rad/s, as RatePredictor has it.
        #expect(2 * acos(min(1, abs(turn.w))) <= 3)
    }

    /// What an accelerometer alone measures after some seconds, at rest, turned by `angle` radians
    /// about x.
    private func still(at angle: Double, after seconds: Double) -> ImuSample {
        ImuSample(
            timestamp: Int64((seconds * 1e9).rounded()),
            acceleration: 9.81 * Vector3(0, sin(angle), cos(angle)), rotationRate: nil)
    }

    @Test func `without a gyroscope a pose is taken up without overshoot`() {
        var (filter, last) = (AttitudeFilter(), 0.0)
        for k in 0..<400 {
            let angle = k < 200 ? 0.0 : 0.5
            filter.update(with: still(at: angle, after: Double(k) / 100))
            guard let up = filter.attitude?.up else { continue }
            let shown = atan2(up.y, up.z)
            // Rounding, on the way up.
            #expect(shown >= last - 1e-12 && shown <= 0.5 + 1e-12)
            last = shown
            // A quarter of a second after the turn nine tenths are shown.
            if k == 225 { #expect(shown > 0.45) }
        }
        #expect(filter.status == .noGyroscope)
        // What a time constant of 1 s leaves of the last half degree.
        #expect(abs(last - 0.5) < 0.002)
    }

    @Test func `without a gyroscope a pose is taken up by one sample a second`() throws {
        var filter = AttitudeFilter()
        for k in 0..<8 {
            let angle = k < 4 ? 0.0 : 0.5
            filter.update(with: still(at: angle, after: Double(k)))
            let up = try #require(filter.attitude?.up)
            // The filter follows a large change almost at once.
            #expect(abs(atan2(up.y, up.z) - angle) < 0.01)
            #expect(filter.status == (k == 0 ? .starting : .noGyroscope))
        }
    }

    @Test(arguments: [0.01, 0.25, 0.5])
    func `sensors that both give one sample a second take up a pose`(offset: Double) throws {
        var filter = AttitudeFilter()
        for k in 0..<8 {
            let angle = k < 4 ? 0.0 : 0.5
            filter.update(with: still(at: angle, after: Double(k)))
            let up = try #require(filter.attitude?.up)
            #expect(abs(atan2(up.y, up.z) - angle) < 0.01)
            #expect(filter.status == (k == 0 ? .starting : .noGyroscope))
            filter.update(
                with: ImuSample(
                    timestamp: Int64((Double(k) + offset) * 1e9), acceleration: nil,
                    rotationRate: .zero))
        }
    }

    @Test func `after a pause of both sensors the accelerometer alone tells the pose`() throws {
        var filter = AttitudeFilter()
        for k in 0..<200 {
            let time = Double(k) / 100
            filter.update(
                with: ImuSample(
                    timestamp: Int64(time * 1e9) - 1_000_000, acceleration: nil,
                    rotationRate: .zero))
            filter.update(with: still(at: 0, after: time))
        }
        filter.update(with: still(at: 0.5, after: 30))
        let up = try #require(filter.attitude?.up)
        #expect(abs(atan2(up.y, up.z) - 0.5) < 0.01)
    }

    @Test(arguments: [10.0, 100])
    func `without a gyroscope a coarse sensor's tilt is still at rest`(rate: Double) {
        var (filter, random, sum, square, n) = (
            AttitudeFilter(), RandomNumbers(seed: 5), 0.0, 0.0, 0.0
        )
        // 10 bit over ±4 g; the worst place is between two steps.
        let step = 8 * standardGravity / 1024
        let truth = Vector3(0, 20.5 * step, 9.66)
        for k in 0..<Int(60 * rate) {
            let reading = truth + 0.02 * random.sumsOfTwelve()
            let coarse = (reading * (1 / step)).rounded(.toNearestOrAwayFromZero) * step
            filter.update(
                with: ImuSample(
                    timestamp: Int64(Double(k) * 1e9 / rate), acceleration: coarse,
                    rotationRate: nil))
            guard Double(k) > 5 * rate, let up = filter.attitude?.up else { continue }
            let tilt = atan2(up.y, up.z) * 180 / .pi
            (sum, square, n) = (sum + tilt, square + tilt * tilt, n + 1)
        }
        #expect((square / n - sum * sum / n / n).squareRoot() < 0.05)
    }

    @Test(arguments: [0.1, 0.3, 1, 30])
    func `after samples are missing in motion the vertical is found again`(pause: Double) throws {
        var (motion, filter) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings)
        )
        for sample in motion.samples(to: 5) { filter.update(with: sample) }
        for sample in motion.samples(from: 5 + pause, to: 8 + pause) { filter.update(with: sample) }
        // As after a start in mid-motion.
        #expect(motion.inclinationError(try #require(filter.attitude)) < 2)
        let end = 5.1 + pause + filter.settings.alignmentTime
        for sample in motion.samples(from: 8 + pause, to: end) { filter.update(with: sample) }
        #expect(filter.status == .moving)
    }

    @Test(arguments: poses.indices, [55, 100, 1000])
    func `who was turned in a long step is seen so at once`(pose: Int, step: Int) throws {
        var filter = AttitudeFilter()
        let up = Self.poses[pose].conjugate.rotate(Vector3(0, 0, 1))
        for k in 0..<500 { filter.update(with: Self.still(at: k, up: Vector3(0, 0, 1))) }
        for k in 499 + step..<502 + step {
            filter.update(with: Self.still(at: k, up: up))
            let attitude = try #require(filter.attitude)
            #expect(attitude.up.dot(up) > 0.9999)
        }
    }

    @Test(arguments: poses.indices)
    func `where the time jumps back the vertical is found anew`(pose: Int) throws {
        var filter = AttitudeFilter()
        let up = Self.poses[pose].conjugate.rotate(Vector3(0, 0, 1))
        for k in 500..<1000 { filter.update(with: Self.still(at: k, up: Vector3(0, 0, 1))) }
        for k in 0..<3 {
            filter.update(with: Self.still(at: k, up: up))
            let attitude = try #require(filter.attitude)
            #expect(filter.status == .starting)
            #expect(attitude.timestamp == Int64(k) * 10_000_000)
            #expect(attitude.up.dot(up) > 0.9999)
        }
    }

    @Test func `where the time jumps back the accelerometer alone tells the pose`() throws {
        var filter = AttitudeFilter()
        for k in 0..<200 { filter.update(with: still(at: 0, after: 5 + Double(k) / 100)) }
        filter.update(with: still(at: 0.5, after: 0))
        let up = try #require(filter.attitude?.up)
        #expect(abs(atan2(up.y, up.z) - 0.5) < 1e-6)
    }

    @Test func `where the time jumps back the first rate alone is a start`() {
        var filter = AttitudeFilter()
        for k in 500..<1000 { filter.update(with: Self.still(at: k, up: Vector3(0, 0, 1))) }
        #expect(filter.status == .resting)
        filter.update(with: ImuSample(timestamp: 0, acceleration: nil, rotationRate: .zero))
        #expect(filter.status == .starting)
    }

    @Test(arguments: [1, 9, 30, 40])
    func `a row that is out of order restarts nothing`(lateness: Int) {
        var filter = AttitudeFilter()
        for k in [Int](0..<500) + [499 - lateness, 500] {
            filter.update(with: Self.still(at: k, up: Vector3(0, 0, 1)))
        }
        #expect(filter.status == .resting)
    }

    @Test func `a long step is no knock`() {
        var filter = AttitudeFilter()
        for k in 0..<500 { filter.update(with: Self.still(at: k, up: Vector3(0, 0, 1))) }
        // 40 m/s² off the line through the two samples before the step.
        filter.update(with: Self.still(at: 600, up: Vector3(0, 0, -3)))
        #expect(!filter.knock.isKnocked)
    }

    /// A sample of a device at rest, the 10 ms numbered `k`.
    private static func still(at k: Int, up: Vector3) -> ImuSample {
        ImuSample(
            timestamp: Int64(k) * 10_000_000, acceleration: standardGravity * up,
            rotationRate: .zero)
    }

    @Test func `a long step is no time in which gravity was found`() {
        var (motion, filter) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings)
        )
        for sample in motion.samples(to: 5) { filter.update(with: sample) }
        for sample in motion.samples(from: 35, to: 36) {
            filter.update(with: sample)
            #expect(filter.status == .starting)
        }
    }

    @Test func `a gyroscope that falls silent and comes back is told and forgiven`() throws {
        var (motion, filter) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings)
        )
        for sample in motion.samples(to: 5) { filter.update(with: sample) }
        for var sample in motion.samples(from: 5, to: 7) {
            sample.rotationRate = nil
            filter.update(with: sample)
        }
        #expect(filter.status == .noGyroscope)
        for sample in motion.samples(from: 7, to: 10.1) { filter.update(with: sample) }
        #expect(motion.inclinationError(try #require(filter.attitude)) < 2)
        let end = 7.1 + filter.settings.alignmentTime
        for sample in motion.samples(from: 10.1, to: end) { filter.update(with: sample) }
        #expect(filter.status == .moving)
    }

    @Test func `an accelerometer that falls silent leaves the gyroscope's attitude in doubt`()
        throws
    {
        var (motion, filter) = (
            SyntheticMotion(), AttitudeFilter(settings: SyntheticMotion.settings)
        )
        for sample in motion.samples(to: 10) { filter.update(with: sample) }
        for var sample in motion.samples(from: 10, to: 12) {
            sample.acceleration = nil
            filter.update(with: sample)
        }
        #expect(filter.status == .doubtful)
        // Two seconds of the bias not yet known, and of the noise, on top of before.
        #expect(motion.inclinationError(try #require(filter.attitude)) < 2)
    }
}
