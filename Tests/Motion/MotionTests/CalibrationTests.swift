import Testing

@testable import Motion

@Suite struct CalibrationTests {
    private static let rotations = MountMatrix.axisRotations

    /// Calibrates from what a sensor reads.
    private func report(
        _ sensor: PosedSensor, _ poses: [CalibrationPose] = CalibrationPose.few
    ) throws -> CalibrationReport {
        var (sensor, collector) = (sensor, PoseCollector(poses))
        for sample in sensor.samples(poses) { _ = collector.add(sample) }
        try #require(collector.wanted == nil, "\(collector.rests.count) poses seen")
        return try CalibrationReport(collector.rests)
    }

    private static let faulty: PosedSensor = {
        var sensor = PosedSensor()
        sensor.offset = Vector3(0.3, -0.2, 0.25)
        sensor.scale = Vector3(1.01, 0.985, 1.02)
        sensor.bias = Vector3(0.02, -0.03, 0.01)
        return sensor
    }()

    @Test func `there are 24 rotations of axes`() {
        #expect(Self.rotations.count == 24)
        #expect(Set(Self.rotations.map(\.description)).count == 24)
        #expect(Self.rotations.allSatisfy { $0.determinant == 1 })
    }

    @Test(arguments: 0..<24, [false, true])
    func `any mounting along axes is found exactly, whatever the sign`(
        index: Int, isReversed: Bool
    ) throws {
        var sensor = Self.faulty
        (sensor.mount, sensor.isReversed) = (Self.rotations[index], isReversed)
        sensor.sloppiness = 3
        let found = try report(sensor).calibration
        #expect(found.mount == sensor.mount)
        #expect(found.isReversed == isReversed)
        #expect(found.gyroscopeMount == nil)
        // Noise of 0.002 over 3 s at 100 Hz leaves 0.0001.
        #expect((found.rotationBias - sensor.bias).length < 0.001)
    }

    @Test(arguments: 1...12)
    func `any other mounting is found too`(seed: UInt64) throws {
        var (sensor, random) = (Self.faulty, RandomNumbers(seed: seed))
        sensor.mount = .random(using: &random)
        sensor.isReversed = seed % 2 == 0
        let few = try report(sensor).calibration
        // Along no axis, a scale off by 2 % on one and by -1.5 % on another bends directions by
        // a degree, which lengths alone do not tell.
        #expect(few.mount.degrees(to: sensor.mount) < 1.5)
        #expect(few.isReversed == sensor.isReversed)
        let six = try report(sensor, CalibrationPose.allFaces).calibration
        #expect(six.mount.degrees(to: sensor.mount) < 1)
    }

    @Test func `six poses tell scale and offset`() throws {
        let report = try report(Self.faulty, CalibrationPose.allFaces)
        let (found, truth) = (report.calibration, Self.faulty)
        #expect((found.accelerationOffset - truth.offset).length < 0.02)
        #expect((found.accelerationScale - truth.scale).length < 0.003)
        #expect((0..<3).allSatisfy(report.isScaleKnown))
        #expect(report.offsetDeviation.max() < 0.02)
        #expect(report.residuals.allSatisfy { abs($0.force) < 0.02 && $0.angleDegrees < 0.3 })
        #expect(report.residuals.map(\.pose) == CalibrationPose.allFaces)
    }

    @Test func `three poses take away most of an offset, and say that scale is not known`() throws {
        var sensor = PosedSensor()
        sensor.offset = Vector3(0.3, -0.2, 0.25)
        let report = try report(sensor)
        let found = report.calibration
        #expect((found.accelerationOffset - sensor.offset).length < 0.1)
        #expect((found.accelerationScale - Vector3(1, 1, 1)).length < 0.01)
        #expect(!(0..<3).contains(where: report.isScaleKnown))
        #expect(report.residuals.allSatisfy { abs($0.force) < 0.02 })
    }

    @Test func `noise is that of the sensors`() throws {
        let noise = try report(Self.faulty).noise
        #expect(abs(noise.acceleration - 0.02) < 0.002)
        #expect(abs(noise.rate - 0.002) < 0.0002)
    }

    @Test(arguments: 0..<24, [false, true])
    func `axes of a gyroscope of its own are found by its turns`(
        index: Int, isMirrored: Bool
    ) throws {
        var sensor = Self.faulty
        sensor.mount = Self.rotations[5]
        let axes = Self.rotations[index]
        sensor.gyroscopeAxes = isMirrored ? -axes : axes
        let report = try report(sensor)
        guard sensor.gyroscopeAxes != .identity else {
            guard case .agrees = report.gyroscope else { throw NotFound(report.gyroscope) }
            return
        }
        #expect(report.calibration.gyroscopeMount == sensor.mount * sensor.gyroscopeAxes)
        switch report.gyroscope {
        case .hasOtherAxes(let degrees): #expect(!isMirrored && degrees < 5)
        case .isLeftHanded(let degrees): #expect(isMirrored && degrees < 5)
        default: throw NotFound(report.gyroscope)
        }
    }

    private struct NotFound: Error {
        let check: CalibrationReport.GyroscopeCheck
        init(_ check: CalibrationReport.GyroscopeCheck) { self.check = check }
    }

    @Test func `without a gyroscope the accelerometer is calibrated all the same`() throws {
        var sensor = Self.faulty
        (sensor.hasGyroscope, sensor.isReversed) = (false, true)
        let report = try report(sensor)
        guard case .unseen = report.gyroscope else { throw NotFound(report.gyroscope) }
        #expect(report.calibration.isReversed && report.calibration.mount == .identity)
    }

    @Test func `a gyroscope of the wrong scale turns against gravity`() throws {
        var (sensor, collector) = (PosedSensor(), PoseCollector(CalibrationPose.few))
        for var sample in sensor.samples(CalibrationPose.few) {
            sample.rotationRate = sample.rotationRate.map { $0 * 1.6 }
            _ = collector.add(sample)
        }
        let error = #expect(throws: CalibrationError.self) {
            try CalibrationReport(collector.rests)
        }
        #expect(error?.description.hasPrefix("gyroscope and accelerometer differ by ") == true)
    }

    @Test func `what is measured is turned, scaled and freed of offset`() throws {
        var sensor = Self.faulty
        (sensor.mount, sensor.isReversed) = (Self.rotations[9], true)
        let calibration = try report(sensor, CalibrationPose.allFaces).calibration
        let force = Vector3(1, 2, 9)
        let measured = sensor.offset - sensor.mount.transposed.apply(to: force) / sensor.scale
        #expect((calibration.acceleration(of: measured) - force).length < 0.05)
    }
}

@Suite struct CalibratedBiasTests {
    @Test func `a bias that is known lets the filter start well in a moving hand`() {
        var motion = SyntheticMotion()
        motion.bias = Vector3(0.06, -0.05, 0.03)
        let samples = motion.samples(to: 6)
        var settings = SyntheticMotion.settings
        var unaware = AttitudeFilter(settings: settings)
        settings.bias = motion.bias
        var aware = AttitudeFilter(settings: settings)
        var worst = (unaware: 0.0, aware: 0.0)
        for sample in samples {
            unaware.update(with: sample)
            aware.update(with: sample)
            guard sample.timestamp > 1_500_000_000, let a = unaware.attitude, let b = aware.attitude
            else { continue }
            worst.unaware = max(worst.unaware, motion.inclinationError(a))
            worst.aware = max(worst.aware, motion.inclinationError(b))
        }
        #expect(worst.aware < worst.unaware / 2, "\(worst)")
    }
}
