import Testing

@testable import Motion

@Suite struct PoseCollectorTests {
    /// What a collector of `wanted` says while the device is brought through `poses`.
    private func events(
        _ poses: [CalibrationPose], wanted: [CalibrationPose] = CalibrationPose.few,
        _ sensor: PosedSensor = PosedSensor(), change: (inout ImuSample) -> Void = { _ in }
    ) -> [PoseCollector.Event] {
        var (sensor, collector) = (sensor, PoseCollector(wanted))
        return sensor.samples(poses).compactMap { sample in
            var sample = sample
            change(&sample)
            return collector.add(sample)
        }
    }

    private func taken(_ events: [PoseCollector.Event]) -> [CalibrationPose] {
        events.compactMap { if case .taken(let rest) = $0 { rest.pose } else { nil } }
    }

    private func rejected(_ events: [PoseCollector.Event]) -> [CalibrationError] {
        events.compactMap { if case .rejected(let error) = $0 { error } else { nil } }
    }

    @Test(arguments: [CalibrationPose.few, CalibrationPose.allFaces])
    func `poses are taken in order, each once`(poses: [CalibrationPose]) {
        let events = events(poses, wanted: poses)
        #expect(taken(events) == poses)
        #expect(rejected(events).isEmpty)
    }

    @Test(arguments: [10.0, 25, 50, 400])
    func `any rate of samples will do`(rate: Double) {
        var sensor = PosedSensor()
        sensor.rate = rate
        #expect(taken(events(CalibrationPose.few, sensor)) == CalibrationPose.few)
    }

    @Test(arguments: [0.0, 0.3])
    func `a sensor without noise rests, and a noisy one too`(noise: Double) {
        var sensor = PosedSensor()
        sensor.noise = (noise, noise / 10)
        #expect(taken(events(CalibrationPose.few, sensor)) == CalibrationPose.few)
    }

    @Test func `a pose that is another one is named`() {
        let rejected = rejected(events([.flat, .topUp, .faceDown]))
        #expect(
            rejected.first?.description
                == "\"right edge down\" is 180.0 degrees from \"flat, face up\", not 90: "
                + "bring the device into that pose")
        #expect(rejected.count == 1, "once is enough")
        let again = self.rejected(events([.flat, .topUp, .flat]))
        #expect(
            again.first?.description.hasPrefix(
                "\"right edge down\" looks like \"flat, face up\"") == true)
    }

    @Test func `a pose that should be the same again does not look like itself`() {
        let error = CalibrationError.wrongAngle(.flat, since: .flat, degrees: 30, wanted: 0)
        #expect(
            error.description
                == "\"flat, face up\" is 30.0 degrees from \"flat, face up\", not 0: "
                + "bring the device into that pose")
    }

    @Test func `a pose is not taken twice while the device stays`() {
        var sensor = PosedSensor()
        sensor.rest = 20
        #expect(taken(events([.flat], sensor)) == [.flat])
        #expect(rejected(events([.flat], sensor)).isEmpty)
    }

    @Test func `a device that turns slowly does not rest`() {
        let turning = events([.flat]) { $0.rotationRate?.z += 0.3 }
        #expect(taken(turning).isEmpty)
        #expect(
            rejected(turning).first?.description
                == "at \"flat, face up\" the device turns at 17.2 degrees a second: do not move it")
    }

    @Test func `what is not gravity is said`() {
        let error = rejected(events([.flat]) { $0.acceleration? *= 0.102 }).first
        #expect(
            error?.description.hasPrefix("at \"flat, face up\" the accelerometer reads 1.0 m/s²")
                == true)
    }

    @Test func `trembling more than a hand does is no rest`() {
        var count = 0
        let shaken = events([.flat]) {
            count += 1
            $0.acceleration?.x += count / 25 % 2 == 0 ? 0.5 : -0.5
        }
        #expect(shaken.isEmpty)
    }

    @Test func `a long step hides the turn, not the pose`() {
        let all = events(CalibrationPose.few) { sample in
            // A second is lost in the midst of the first turn.
            if sample.timestamp > 4_700_000_000 { sample.timestamp += 1_000_000_000 }
        }
        #expect(taken(all) == CalibrationPose.few)
        let turns = all.compactMap { event -> GyroscopeTurn?? in
            if case .taken(let rest) = event { rest.measured.turn } else { nil }
        }
        #expect(turns.map { $0 == nil } == [true, true, false, false])
    }
}
