import Foundation
import TestSupport
import Testing

/// The service as systemd runs it, in its sandbox.
@Suite(.enabled(if: BootedRig.isAvailable, BootedRig.absence))
struct SandboxTests {
    @Test func `the service works in its sandbox, and after SIGKILL the sensor is given back`()
        throws
    {
        let result = try BootedRig.run(
            """
            systemctl start lenticule.socket
            client
            grep -E '^(CapBnd|NoNewPrivs|Seccomp):' /proc/$(show MainPID)/status
            [ $(stat -c %U /proc/$(show MainPID)) = lenticule ] && echo own user
            # With ProcSubset=pid neither this file nor the lid's in /proc/acpi would be there.
            [ -e /proc/$(show MainPID)/root/proc/uptime ] && echo lid in view

            # The fake device's files are root's, and stay so; root without capabilities may write them.
            mkdir /etc/systemd/system/lenticule.service.d
            printf '[Service]\\nUser=root\\nEnvironment=HOME=/nonexistent\\n' \\
                > /etc/systemd/system/lenticule.service.d/rig.conf
            systemctl daemon-reload
            systemctl stop lenticule.service 2> /dev/null
            client
            before=$(show MainPID)
            kill -9 $before
            until [ $(show NRestarts) = 1 ] && [ $(show ActiveState) = active ]; do sleep 0.1; done
            journalctl --sync
            journalctl --unit lenticule --output cat | grep -o 'an earlier run was killed'
            client
            systemctl stop lenticule.service 2> /dev/null
            echo $(show Result), buffer $(cat $device/buffer/enable)
            """)
        #expect(
            result.output == """
                streaming 0
                CapBnd:\t0000000000000000
                NoNewPrivs:\t1
                Seccomp:\t2
                own user
                lid in view
                streaming 1
                an earlier run was killed
                streaming 1
                success, buffer 0

                """, "\(result.words)")
    }
}

/// Fake devices on a machine that systemd has booted: Tests/Systemd/boot.
private enum BootedRig {
    static let isAvailable =
        Rig.isAvailable && (try? run("lenticule serve --help > help").status) == 0
    static let absence: Comment = "systemd boots where there are root, overlayfs and cgroup2"

    /// Runs `script` with the functions below.
    static func run(_ script: String) throws -> Rig.Result {
        let boot = Repository.path("Tests/Systemd/boot")
        return try Rig(options: ["--motion", "sway"]).run(
            """
            cat > script <<'END'
            #!/bin/bash
            \(functions)
            \(script)
            END
            '\(boot)' "$program" script
            """)
    }

    /// `client` prints the device's state and whether its buffer is on, once samples come; `show`
    /// prints a property of the service.
    private static let functions = """
        device=/sys/bus/iio/devices/iio:device0
        client() { python3 -c 'if True:
            import json, socket
            client = socket.socket(socket.AF_UNIX)
            client.settimeout(40)
            client.connect("/run/lenticule/motion.sock")
            for line in client.makefile():
                state = json.loads(line)
                if state["device"] == "streaming":
                    break
            print(state["device"], open("'$device'/buffer/enable").read().strip())'; }
        show() { systemctl show lenticule.service --property $1 --value; }
        """
}
