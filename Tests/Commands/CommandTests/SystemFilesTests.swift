import Foundation
import IIO
import TestSupport
import Testing

/// What is installed beside the program: units, udev rules, device tree overlays.
@Suite struct SystemFilesTests {
    private static let root = Repository.root.path

    private static func has(_ tool: String, _ argument: String = "--version") -> Bool {
        (try? Program.run(script: "\(tool) \(argument) > /dev/null 2>&1").status) == 0
    }

    /// Runs a script in a copy of the folders `systemd` and `udev`.
    private func run(_ script: String) throws -> Program.Result {
        let folder = TemporaryFolder()
        return try Program.run(
            script: """
                set -e
                cd '\(folder.path)'
                cp -r '\(Self.root)/systemd' '\(Self.root)/udev' .
                \(script)
                """)
    }

    private static let systemdAnalyze: Comment = "systemd-analyze is not here (package systemd)"

    @Test(.enabled(if: has("systemd-analyze"), systemdAnalyze))
    func `the units are without mistakes, with the network opened too`() throws {
        let result = try run(
            """
            systemd-analyze verify systemd/lenticule.service systemd/lenticule.socket \\
                systemd/lenticule-kiosk.service
            XDG_RUNTIME_DIR=$PWD systemd-analyze verify --user systemd/lenticule-window.service
            mkdir systemd/lenticule.service.d
            cp systemd/network.conf systemd/lenticule.service.d
            systemd-analyze verify systemd/lenticule.service
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.errors.isEmpty)
    }

    @Test(
        .enabled(if: has("systemd-analyze"), systemdAnalyze),
        arguments: [("DISPLAY=:0", true), ("WAYLAND_DISPLAY=wayland-0", true), ("NONE=1", false)])
    func `the window's unit starts only where the session has a display`(
        variable: String, isStarted: Bool
    ) throws {
        let result = try run(
            """
            unset DISPLAY WAYLAND_DISPLAY
            grep ^Condition systemd/lenticule-window.service > conditions
            \(variable) xargs -d '\\n' systemd-analyze condition < conditions
            """)
        #expect((result.status == 0) == isStarted, "\(result.output)")
    }

    @Test func `the window's unit starts again after a failure, such as a server's end`() throws {
        let unit = try String(
            contentsOfFile: "\(Self.root)/systemd/lenticule-window.service", encoding: .utf8)
        let lines = Set(unit.split(separator: "\n").map(String.init))
        #expect(lines.isSuperset(of: ["Restart=on-failure", "RestartSec=5"]))
        let kept = lines.first { $0.hasPrefix("RestartPreventExitStatus=") }
        #expect(kept?.contains("69") == false)
    }

    @Test(.enabled(if: has("systemd-analyze"), systemdAnalyze))
    func `the service is exposed to 1.5 of 10 at most`() throws {
        // The threshold is in tenths.
        let script =
            "systemd-analyze security --offline=true --no-pager --threshold=%d "
            + "systemd/lenticule.service"
        let result = try run(String(format: script, 15))
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.contains("Overall exposure level"))
        #expect(try run(String(format: script, 1)).status != 0, "the threshold counts")
    }

    @Test(.enabled(if: has("systemd-sysusers"), "systemd-sysusers is not here"))
    func `the service's user has a group of its name, also where the group was there before`()
        throws
    {
        let result = try run(
            """
            mkdir -p root/etc root/usr/lib/sysusers.d
            echo 'g lenticule -' > root/usr/lib/sysusers.d/before.conf
            cp systemd/lenticule.sysusers root/usr/lib/sysusers.d/lenticule.conf
            systemd-sysusers --root=root before.conf
            systemd-sysusers --root=root lenticule.conf
            cut -d: -f1,7 root/etc/passwd
            [ $(cut -d: -f4 root/etc/passwd) = $(cut -d: -f3 root/etc/group) ]
            """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "lenticule:/usr/sbin/nologin\n")
    }

    @Test(
        .enabled(
            if: has("udevadm", "verify --help"), "this udevadm cannot verify: 254 or later can")
    )
    func `the udev rule is without mistakes`() throws {
        let result = try run("udevadm verify udev/60-lenticule.rules 2>&1")
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func `the udev rule is for devices of each quantity, and of a fused attitude`() throws {
        let rule = try String(
            contentsOfFile: "\(Self.root)/udev/60-lenticule.rules", encoding: .utf8)
        let attributes = rule.split(separator: "\n").filter { $0.hasPrefix("TEST==") }
            .map { String($0.split(separator: "\"")[1]) }
        let quantities = IIOQuantity.allCases.map { "in_\($0.rawValue)_x_raw" }
        #expect(attributes == quantities + ["in_rot_quaternion_raw"])
    }

    @Test(
        .enabled(if: has("dtc"), "dtc is not here (package device-tree-compiler)"),
        arguments: [
            ("lenticule-lsm6ds", "imu@6a", "st,lsm6dso"),
            ("lenticule-bmi160", "imu@69", "bosch,bmi160"),
            ("lenticule-imu", "imu@68", "bosch,bmi270"),
        ])
    func `an overlay puts the chip on the bus, with the wire where it is asked for`(
        name: String, node: String, chip: String
    ) throws {
        // The Raspberry Pi's firmware wakes the dormant part for the parameter int_pin; that part's
        // target lies in the overlay itself, which fdtoverlay has no notion of.
        let result = try run(
            """
            cd udev/overlays
            echo '/dts-v1/; / { i2c_arm: i2c { status = "disabled"; }; gpio: gpio { }; };' > base.dts
            for tree in base \(name); do
                dtc -@ -W no-unit_address_vs_reg -I dts -O dtb -o $tree.dtb $tree.dts
            done
            fdtoverlay -i base.dtb -o whole.dtb \(name).dtb
            fdtget whole.dtb /i2c/\(node) compatible
            fdtget -d none whole.dtb /i2c/\(node) interrupts
            fdtget \(name).dtb /fragment@1/__dormant__ interrupts
            """)
        #expect(result.output == "\(chip)\nnone\n4 1\n", "\(result.errors)")
        #expect(result.errors.isEmpty)
    }

    @Test(.enabled(if: has("dtc"), "dtc is not here (package device-tree-compiler)"))
    func `the overlay for any board puts a chip on a bus without a label`() throws {
        let result = try run(
            """
            cd udev/overlays
            sed -e 's|BUS|/soc/i2c@ff3d0000|' -e 's|COMPATIBLE|adi,adxl345|' -e 's|ADDRESS|0x53|' \
                any-board.dts > filled.dts
            echo '/dts-v1/; / { soc { i2c@ff3d0000 { status = "disabled"; }; }; };' > base.dts
            dtc -I dts -O dtb -o base.dtb -q base.dts
            dtc -@ -W no-unit_address_vs_reg -I dts -O dtb -o filled.dtb filled.dts
            fdtoverlay -i base.dtb -o whole.dtb filled.dtb
            fdtget whole.dtb /soc/i2c@ff3d0000 status
            fdtget whole.dtb /soc/i2c@ff3d0000/imu compatible
            fdtget -t x whole.dtb /soc/i2c@ff3d0000/imu reg
            """)
        #expect(result.output == "okay\nadi,adxl345\n53\n", "\(result.errors)")
        #expect(result.errors.isEmpty)
    }
}
