import Foundation
import TestSupport
import Testing

/// A chip mounted as no table knows, calibrated by the built program among fake devices.
@Suite(.serialized, .enabled(if: Rig.isAvailable, Rig.absence))
struct RigCalibrationTests {
    private let strange = "0, 0, -1; 1, 0, 0; 0, -1, 0"

    /// Brings the devices through the poses, again and again, while the program calibrates; only the
    /// flat one rests long enough to be taken first. What the script prints comes after.
    private func run(
        _ preset: String, before: String = "", options: String = "", then script: String
    ) throws -> Rig.Result {
        let poses = try TemporaryFile(PosePath(first: 4, rest: 2.2, turn: 0.8).motion)
        let rig = Rig(
            preset: preset, options: ["--udev-matrix", strange, "--motion", poses.path])
        return try rig.run(
            """
            export XDG_CONFIG_HOME=$PWD/home HOME=$PWD
            \(before)
            lenticule calibrate --timeout 40 \(options) || exit
            \(script)
            """)
    }

    /// The chip's own attributes say nothing of how it is mounted, and its offset is off by 0.3 m/s² on
    /// each axis, or two degrees.
    private let liar = """
        for name in in_mount_matrix in_accel_mount_matrix; do
            control set iio:device0 $name '1, 0, 0; 0, 1, 0; 0, 0, 1'
        done
        control set iio:device0 in_accel_offset 516
        """

    /// Rocks about x by 30 degrees; the angles that the program makes of it.
    private let angles = """
        control motion tilt
        lenticule record log.csv --from local: --duration 3 >&2 && lenticule angles log.csv
        """

    private func checkAngles(_ result: Rig.Result) throws {
        try #require(result.status == 0, "\(result.words)")
        let angles = try Angles(of: result)
        #expect(angles.pitches.count > 200)
        angles.check(after: 0.3, within: 1) { 30 * sin(.pi * ($0 - result.start)) }
    }

    @Test func `a strangely mounted chip gives right angles once it is calibrated`() throws {
        let result = try run(
            "combo", before: liar,
            then: """
                lenticule devices >&2
                \(angles)
                printf '[source]\\nmount_matrix = "1, 0, 0; 0, 1, 0; 0, 0, 1"\\n' \
                    >> home/lenticule/config.toml
                lenticule devices >&2
                """)
        try checkAngles(result)
        #expect(result.words.contains("mount matrix        \(strange)"))
        #expect(result.words.contains("turns with gravity, within "))
        #expect(result.words.contains("\n  calibrated on 20"))
        let lines = result.words.split(separator: "\n").filter { $0.hasPrefix("    mount matrix") }
        #expect(
            lines.map(String.init)
                == Array(repeating: "    mount matrix \(strange) (calibrated)", count: 2)
                + Array(
                    repeating: "    mount matrix 1, 0, 0; 0, 1, 0; 0, 0, 1 (configuration)",
                    count: 2))
    }

    @Test func `a pair of devices is calibrated as one, and a wrong sign undone`() throws {
        let result = try run(
            "hid", before: "control set iio:device0 in_accel_scale -0.00980665",
            then: "cat home/lenticule/config.toml >&2; " + angles)
        try checkAngles(result)
        #expect(result.words.contains("[calibration.\"accel_3d"))
        #expect(result.words.contains("reversed = true"))
    }

    @Test func `an interrupt writes nothing and leaves the buffer off`() throws {
        let result = try Rig(options: ["--motion", "still"]).run(
            """
            export XDG_CONFIG_HOME=$PWD/home
            "$program" calibrate & child=$!
            await is_on $device
            sleep 0.5
            kill -TERM $child; wait $child; echo $?
            cat $device/buffer/enable; ls home 2> no || echo nothing
            """)
        #expect(result.output == "143\n0\nnothing\n")
        #expect(result.words.contains("stopped: nothing was written"))
    }

    @Test func `a device that never rests is given up`() throws {
        let result = try Rig(options: ["--motion", "tilt"]).run(
            "lenticule calibrate --timeout 2.5")
        #expect(result.status == 69)
        #expect(result.words.contains("did not rest in the pose \"flat, face up\" within 2.5 s"))
    }
}

/// Where a calibration is written; the rig gives a machine of one's own to write to.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigCalibrationFileTests {
    private func run(_ script: String) throws -> Rig.Result {
        let log = try TemporaryFile(PosePath().log())
        return try Rig().run(
            """
            mount -t tmpfs none /etc
            calibrate() { lenticule calibrate --from file:\(log.path) --identity chip "$@"; }
            \(script)
            """)
    }

    @Test func `the machine's file is made for all to read`() throws {
        let result = try run(
            "umask 077; calibrate --system; stat -c '%a %F' /etc/lenticule /etc/lenticule/config.toml; lenticule check"
        )
        #expect(result.output.hasPrefix("755 directory\n644 regular file\n"))
        #expect(result.output.contains("/etc/lenticule/config.toml: a configuration without"))
    }

    @Test func `the machine's file is not written through a link`() throws {
        let result = try run(
            """
            mkdir /etc/lenticule; echo 'show.card = "lake"' > victim
            ln -s $PWD/victim /etc/lenticule/config.toml
            calibrate --system; echo $?; cat victim
            """)
        #expect(result.output.hasPrefix("[calibration.\"chip\"]\n"))
        #expect(result.output.hasSuffix("\n77\nshow.card = \"lake\"\n"))
        #expect(result.words.contains("cannot write /etc/lenticule/config.toml: it is a link"))
    }

    @Test func `on a file system that is read-only what was measured is printed`() throws {
        let result = try run("mount -o remount,ro none /etc; calibrate --system; echo $?")
        #expect(result.output.hasPrefix("[calibration.\"chip\"]\n"))
        #expect(result.output.hasSuffix("\n77\n"))
        #expect(result.words.contains("cannot make the folder /etc/lenticule: Read-only"))
    }

    @Test func `a full disk leaves the old file whole`() throws {
        let result = try run(
            """
            mkdir /etc/lenticule; echo 'show.card = "lake"' > /etc/lenticule/config.toml
            mount -o remount,size=8k none /etc 2> no; dd if=/dev/zero of=/etc/fill 2> no
            calibrate --system; echo $?; ls -A /etc/lenticule; cat /etc/lenticule/config.toml
            """)
        #expect(result.output.hasPrefix("[calibration.\"chip\"]\n"))
        #expect(result.output.hasSuffix("\n74\nconfig.toml\nshow.card = \"lake\"\n"))
        #expect(result.words.contains("cannot write /etc/lenticule/config.toml: No space left"))
    }
}
