import Motion
import Testing

@testable import Doctor
@testable import IIO

@Suite struct AccessTests {
    private static let rule = ["usr/local/lib/udev/rules.d/60-lenticule.rules": ""]
    private static let group = ["etc/group": "root:x:0:\nlenticule:x:990:ann,bob\n"]

    private func access(
        _ files: [String: String], user: String = "eve", groups: [UInt32] = []
    ) throws -> Finding {
        let fake = try FakeRoot(files)
        return fake.look {
            AccessFacts($0, device: "iio:device0", user: user, groups: groups)
        }.finding
    }

    @Test func `the first thing that is missing is mended first`() throws {
        let both = Self.rule.merging(Self.group) { $1 }
        #expect(try access([:]).remedies == ["make install"])
        #expect(try access(Self.rule).remedies == ["sudo systemd-sysusers"])
        #expect(try access(both).remedies == ["sudo usermod -aG lenticule $USER"])
        #expect(try access(both, user: "bob").text.hasSuffix("log in again"))
        let seen = try access(both, user: "bob", groups: [100, 990])
        #expect(seen.remedies == ["sudo udevadm control --reload && sudo udevadm trigger -s iio"])
        #expect(seen.severity == .note)
    }

    @Test func `a node and attributes that open are all that is needed`() throws {
        let files = [
            "dev/iio:device0": "", "sys/bus/iio/devices/iio:device0/buffer/enable": "0",
        ]
        #expect(try access(files).severity == .ok)
    }
}

@Suite struct SensorFindingTests {
    /// Ten seconds of a tenth of a second each, with `acceleration`.
    private func facts(_ acceleration: Vector3, wanted: Double = 10) -> SensorFacts {
        var device = IIODeviceReport(id: "iio:device0", name: "bmi160")
        device.hasBuffer = true
        device.accelerometer = IIOSensorReport(
            channels: [], formats: [], rates: [], mount: FoundMountMatrix())
        var facts = SensorFacts(uri: "local:", wantedRate: wanted)
        facts.inventory = IIOInventory(uri: "local:", devices: [device], wanted: nil)
        facts.measurement = Measurement(
            (0...100).map {
                .sample(
                    ImuSample(
                        timestamp: $0 * 100_000_000, acceleration: acceleration, rotationRate: nil))
            })
        return facts
    }

    private func finding(_ topic: String, of facts: SensorFacts) throws -> Finding {
        try #require(facts.findings.last { $0.topic == topic })
    }

    @Test(arguments: [
        (Vector3(0, 0, 9.81), Finding.Severity.ok, "9.81 m/s² at rest"),
        (Vector3(0, 0, 10.2), .note, "10.2 m/s² at rest is more than 3 % off 9.81"),
        (Vector3(0, 0, -9.81), .note, "the display seems to face the floor"),
    ])
    func `gravity is compared with the readings at rest`(
        acceleration: Vector3, severity: Finding.Severity, text: String
    ) throws {
        let found = try finding("gravity", of: facts(acceleration))
        #expect(found.severity == severity)
        #expect(found.text.hasPrefix(text))
    }

    @Test func `a sign that the configuration sets is not guessed at`() throws {
        var facts = facts(Vector3(0, 0, -9.81))
        facts.isSignSet = true
        #expect(try finding("gravity", of: facts).severity == .ok)
    }

    @Test func `a device that moves says nothing of gravity`() throws {
        var facts = facts(.zero)
        facts.measurement = Measurement(
            [Vector3(0, 0, 9.8), Vector3(3, 0, 9.8)].map {
                .sample(ImuSample(timestamp: 0, acceleration: $0, rotationRate: nil))
            })
        #expect(try finding("gravity", of: facts).text.contains("moved"))
        #expect(
            try finding("rate", of: facts)
                == Finding(
                    .note, "rate",
                    "accelerometer: bmi160 gives no samples, or too few to tell its rate",
                    ["lenticule devices"]))
    }

    @Test func `a gyroscope that gives nothing is told of`() throws {
        var facts = facts(Vector3(0, 0, 9.81))
        var device = try #require(facts.inventory?.devices.first)
        device.gyroscope = device.accelerometer
        facts.inventory = IIOInventory(uri: "local:", devices: [device], wanted: nil)
        let found = try finding("rate", of: facts)
        #expect(found.severity == .note)
        #expect(found.text.hasPrefix("gyroscope: bmi160 gives no samples"))
    }

    @Test func `a fused attitude is enough, and has neither mount matrix nor gravity`() throws {
        var device = IIODeviceReport(id: "iio:device0", name: "dev_rotation")
        device.fusedAttitude = IIOFusedAttitudeReport()
        var facts = SensorFacts(uri: "local:", wantedRate: 10)
        facts.inventory = IIOInventory(uri: "local:", devices: [device], wanted: nil)
        facts.measurement = Measurement(
            (0...10).map {
                .attitude(
                    Attitude(timestamp: $0 * 100_000_000, quaternion: .identity, rate: .zero))
            })
        #expect(facts.findings.allSatisfy { $0.severity == .ok })
        #expect(
            facts.findings.map(\.text) == [
                "dev_rotation: its own attitude is used, so that no filter is needed",
                "no other program uses the sensor",
                "attitude: 10 Hz of the wanted 10, jitter 0 ms",
            ])
    }

    @Test(arguments: [(1, "1 sample was lost: "), (2, "2 samples were lost: ")])
    func `lost samples are counted`(lost: Int, text: String) throws {
        var facts = facts(Vector3(0, 0, 9.81))
        facts.lost = lost
        #expect(try finding("rate", of: facts).text.hasPrefix(text))
    }

    @Test func `the rate is compared with the wanted one`() throws {
        let found = try finding("rate", of: facts(Vector3(0, 0, 9.81)))
        #expect(found == Finding(.ok, "rate", "accelerometer: 10 Hz of the wanted 10, jitter 0 ms"))
        #expect(try finding("rate", of: facts(Vector3(0, 0, 9.81), wanted: 100)).severity == .note)
    }

    @Test func `jitter is the standard deviation of the steps`() throws {
        // Steps of 9 and 11 ms in turn.
        let times = (0...20).map { Int64($0) * 10_000_000 + ($0 % 2 == 0 ? 0 : -1_000_000) }
        let timing = try #require(Measurement.Timing(times))
        #expect(abs(timing.rate - 100) < 1e-9)
        #expect(abs(timing.jitter - 1) < 1e-9)
    }

    @Test func `a sensor that gives nothing is a problem`() throws {
        var facts = facts(.zero)
        facts.measurement = nil
        #expect(try finding("rate", of: facts).severity == .problem)
    }

    @Test func `a fused attitude that is used makes up for the gyroscope`() throws {
        var facts = facts(Vector3(0, 0, 9.81))
        #expect(try finding("sensor", of: facts).text.contains("without a gyroscope"))
        var fused = IIODeviceReport(id: "iio:device1", name: "dev_rotation")
        fused.fusedAttitude = IIOFusedAttitudeReport()
        let devices = try #require(facts.inventory).devices + [fused]
        facts.inventory = IIOInventory(uri: "local:", devices: devices, wanted: nil)
        let found = try finding("sensor", of: facts)
        #expect(found.severity == .ok)
        #expect(found.text.hasSuffix("the attitude that dev_rotation fuses is used"))
    }

    @Test func `two devices with the same clock are told of once`() throws {
        var facts = facts(Vector3(0, 0, 9.81))
        facts.clocks = ["monotonic", "realtime", "monotonic"]
        #expect(facts.findings.filter { $0.topic == "clock" }.map(\.severity) == [.ok, .note])
    }

    @Test func `who else reads is named`() throws {
        var facts = facts(Vector3(0, 0, 9.81))
        #expect(try finding("others", of: facts).severity == .ok)
        var remote = facts
        remote.uri = "ip:pi"
        #expect(!remote.findings.contains { $0.topic == "others" })
        facts.holders = ["iio-sensor-proxy (process 812)"]
        #expect(
            try finding("others", of: facts).text
                == "the sensor is also read by iio-sensor-proxy (process 812); both work")
    }
}

@Suite struct FactsTests {
    private func facts(_ answer: ServiceFacts.Answer) throws -> Facts {
        let chassis = try FakeRoot(["sys/class/dmi/id/chassis_type": "31\n"])
        return Facts(
            machine: chassis.look { MachineFacts($0) },
            sensor: SensorFacts(uri: "local:", wantedRate: 100),
            service: ServiceFacts(Root("/nonexistent"), answers: [.absent, answer]),
            display: .terminal(isChosen: false), card: FileFacts(name: "demo"))
    }

    @Test(arguments: [
        (11, "hand-held devices like this usually have a sensor"), (10, "usually have no sensor"),
        (3, "desktop computers and servers have no sensor"), (1, "rarely have a sensor"),
    ])
    func `the kind of machine says whether a sensor is likely`(chassis: Int, text: String) throws {
        let fake = try FakeRoot(["sys/class/dmi/id/chassis_type": "\(chassis)\n"])
        #expect(missingSensor(fake.look { MachineFacts($0) })[0].text.hasSuffix(text))
    }

    @Test func `a device that the configuration names in vain is no missing sensor`() throws {
        var facts = try facts(.absent)
        var device = IIODeviceReport(id: "iio:device0", name: "bmi160")
        device.accelerometer = IIOSensorReport(
            channels: [], formats: [], rates: [], mount: FoundMountMatrix())
        facts.sensor.inventory = IIOInventory(uri: "local:", devices: [device], wanted: "typo")
        facts.sensor.failure = "cannot find the accelerometer \"typo\""
        #expect(!facts.findings.allowLiveCard)
        #expect(
            facts.findings[0]
                == Finding(
                    .problem, "sensor", "cannot find the accelerometer \"typo\"",
                    ["lenticule devices"]))
        #expect(!facts.findings.contains { $0.text.contains("convertible") })
    }

    @Test func `a source that is no sensor is told of instead of what a sensor lacks`() throws {
        var facts = try facts(.absent)
        facts.sensor.failure = "cannot find a sensor here"
        facts.source = .works("PS4 Controller")
        #expect(facts.findings.allowLiveCard)
        #expect(
            facts.findings[0] == Finding(.ok, "source", "PS4 Controller, as source.from says"))
        facts.source = .failure("waiting for the service at /run/motion.sock")
        #expect(
            facts.findings.filter { $0.severity == .problem } == [
                Finding(
                    .problem, "source", "source.from: waiting for the service at /run/motion.sock")
            ])
        #expect(!facts.findings.contains { ["sensor", "machine"].contains($0.topic) })
        var device = IIODeviceReport(id: "iio:device0", name: "bmi160")
        device.accelerometer = IIOSensorReport(
            channels: [], formats: [], rates: [], mount: FoundMountMatrix())
        facts.sensor.inventory = IIOInventory(uri: "local:", devices: [device], wanted: nil)
        #expect(
            facts.findings[1]
                == Finding(
                    .ok, "sensor", "bmi160 is not read, because source.from names another source"))
    }

    @Test func `a service makes up for a missing sensor only if the configuration names none`()
        throws
    {
        var facts = try facts(.serves(sensor: "bmi160"))
        #expect(facts.findings.allowLiveCard)
        facts.source = .sensor
        #expect(!facts.findings.allowLiveCard)
    }

    @Test func `only where there is no display the terminal is a makeshift`() throws {
        var facts = try facts(.absent)
        for (isChosen, severity) in [(false, Finding.Severity.note), (true, .ok)] {
            facts.display = .terminal(isChosen: isChosen)
            let found = try #require(facts.findings.first { $0.topic == "display" })
            #expect(found.severity == severity)
            #expect(found.text.contains("has no display") == !isChosen)
        }
    }

    @Test func `a live card needs a sensor, or a service that has one`() throws {
        let without = try facts(.absent).findings
        #expect(!without.allowLiveCard)
        #expect(without.contains { $0.text.contains("convertible") })
        #expect(without.contains { $0.remedies.contains("lenticule show --from pointer:") })
        #expect(
            try facts(.serves(sensor: "bmi160")).findings.allowLiveCard)
        #expect(
            try !facts(.failed("the program there is not a lenticule service")).findings
                .allowLiveCard)
    }

    @Test func `auto takes the first service that has a sensor`() {
        func sensor(_ answers: ServiceFacts.Answer...) -> String? {
            ServiceFacts(Root("/nonexistent"), answers: answers).sensor
        }
        let (waiting, other) = (
            ServiceFacts.Answer.serves(sensor: nil), ServiceFacts.Answer.serves(sensor: "bmi160")
        )
        #expect(sensor(.absent, other, waiting) == "bmi160")
        #expect(sensor(.absent, waiting, other) == "bmi160")
        #expect(sensor(.absent, waiting) == nil)
    }

    @Test func `the demo card comes with the program, another has its own mistakes`() throws {
        var facts = try facts(.absent)
        for (card, remedy) in [
            ("demo", "make install"), ("mine", "lenticule check mine"),
            ("my cards/a", "lenticule check 'my cards/a'"),
        ] {
            facts.card = FileFacts(name: card, failure: "there is no such card")
            #expect(facts.findings.last?.remedies == [remedy])
        }
    }

    @Test func `a configuration that cannot be read is a problem`() throws {
        var facts = try facts(.serves(sensor: "bmi160"))
        facts.configuration = [FileFacts(name: "a", remarks: ["unknown key"])]
        #expect(facts.findings.allowLiveCard)
        facts.configuration.append(FileFacts(name: "b", failure: "b:1:1: nonsense"))
        #expect(!facts.findings.allowLiveCard)
    }
}
