import Testing

/// Where the program finds a mount matrix, among fake devices.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigMountTests {
    private let zero = "0, 0, 0; 0, 0, 0; 0, 0, 0"

    @Test func `a zero matrix gives way to the device's`() throws {
        let result = try Rig().run(
            "control set iio:device0 in_accel_mount_matrix '\(zero)'; lenticule devices")
        #expect(result.status == 0)
        #expect(
            result.output.contains(
                "mount matrix 0, 1, 0; -1, 0, 0; 0, 0, 1 (the driver's, of the device)"))
    }

    @Test func `udev's matrix serves a hub, the gyroscope too`() throws {
        let rig = Rig(preset: "hid", options: ["--udev-matrix", "0, 1, 0; -1, 0, 0; 0, 0, 1"])
        let result = try rig.run(
            "lenticule record log.csv --from local: --duration 1; grep '^#' log.csv; tail -4 log.csv"
        )
        #expect(
            result.output.contains("accel_3d: buffered, 100 Hz, mount matrix 0, 1, 0; -1, 0, 0;"))
        #expect(
            result.output.contains("gyro_3d: buffered, 100 Hz, mount matrix 0, 1, 0; -1, 0, 0;"))
        // The rig turns about x: once the mounting is undone, nothing is left about y.
        let rates = result.output.split(separator: "\n").compactMap {
            $0.split(separator: ",", omittingEmptySubsequences: false).dropFirst(4)
        }.filter { $0.count == 3 && $0.first?.isEmpty == false }.dropFirst()
        #expect(!rates.isEmpty)
        #expect(rates.allSatisfy { abs(Double($0[$0.startIndex + 1]) ?? 1) < 0.01 })
    }

    @Test func `a recording names the gyroscope's low-pass where the driver tells it`() throws {
        let command =
            "lenticule record log.csv --from local: --duration 1 2>&1; grep '^#' log.csv"
        let told = try Rig(preset: "be12").run(command).output
        #expect(told.contains("gyroscope of odd12: buffered, 100 Hz, low-pass 32 Hz, mount"))
        #expect(told.contains("accelerometer of odd12: buffered, 100 Hz, mount"))
        #expect(!(try Rig().run(command).output.contains("low-pass")))
    }

    @Test func `devices says what would be used and why, also as JSON`() throws {
        let rig = Rig(preset: "convertible")
        let text = try rig.run("lenticule devices").output
        #expect(text.contains("not used: it is in the base, not in the display"))
        #expect(text.contains("used: it is in the display"))
        let json = try rig.run(
            """
            lenticule devices --json | python3 -c '
            import json, sys
            for device in json.load(sys.stdin)["devices"]: print(device["label"], device["uses"])'
            """)
        #expect(json.output == "accel-base []\naccel-display ['accel']\n")
    }
}
