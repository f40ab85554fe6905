import Glibc
import Testing

/// What the program changes on a device is put back, however it ends.
@Suite(.enabled(if: Rig.isAvailable, Rig.absence))
struct RigSavedSettingsTests {
    /// Sets the devices in a way of their own. `settings` prints all that reading changes, `start` begins
    /// a recording and waits until it runs, and `unprivileged` runs the program as a user who may set
    /// nothing.
    static let functions = """
        settings() {
            for device in /sys/bus/iio/devices/iio:device*; do
                (cd $device; grep -rs '' buffer/{enable,length,watermark} scan_elements/*_en \
                    trigger/current_trigger *sampling_frequency current_timestamp_clock \
                    *_hysteresis)
            done
        }
        prepare() {
            for device in /sys/bus/iio/devices/iio:device*; do
                for name in sampling_frequency in_{accel,anglvel,rot}_sampling_frequency; do
                    [ -e $device/$name ] && echo 50 > $device/$name
                done
                echo boottime > $device/current_timestamp_clock
                [ -e $device/buffer ] || continue
                echo 1 > $device/scan_elements/in_timestamp_en
                echo 12 > $device/buffer/length
                echo 3 > $device/buffer/watermark
            done
        }
        start() {
            case $(cat /sys/bus/iio/devices/iio:device*/name) in
                *dev_rotation) "$probe" read=20 stuck > $1 & ;;
                *) "$program" record $1 --from local: --duration 20 & ;;
            esac
            reader=$!
            await has_lines $1 20
        }
        differs() { [ "$before" != "$(settings)" ] && echo differs; }
        same() { diff <(echo "$before") <(settings) && echo same; }
        unprivileged() {
            chmod 777 .
            umask 000
            cp "$program" reader
            env -u XDG_RUNTIME_DIR -u XDG_CONFIG_HOME HOME=$PWD \
                setpriv --reuid 12345 --regid 12345 --clear-groups ./reader "$@"
        }
        prepare
        before=$(settings)

        """

    private func check(_ preset: String, _ script: String, _ lines: [String]) throws -> Rig.Result {
        let result = try Rig(preset: preset).run(Self.functions + script)
        #expect(result.output.split(separator: "\n").map(String.init) == lines, "\(result.words)")
        return result
    }

    @Test(arguments: ["combo", "hid", "bmi160", "mpu6050", "convertible"])
    func `a recording that ends leaves nothing changed`(preset: String) throws {
        _ = try check(
            preset,
            "lenticule record log.csv --from local: --duration 1; same; ls lenticule",
            ["same"])
    }

    @Test func `a recording whose record was deleted leaves nothing changed`() throws {
        _ = try check(
            "combo",
            """
            start log.csv; differs
            rm -r lenticule
            kill -TERM $reader; wait $reader
            same
            """, ["differs", "same"])
    }

    @Test func `a trigger that was bound is unbound again`() throws {
        _ = try check(
            "combo",
            """
            echo > $device/trigger/current_trigger
            before=$(settings)
            start log.csv
            cat $device/trigger/current_trigger
            kill -TERM $reader; wait $reader
            same
            """, ["bmi160-dev0", "same"])
    }

    @Test(arguments: ["combo", "hid", "mpu6050", "rotation"], ["TERM", "INT", "HUP"])
    func `a signal leaves nothing changed`(preset: String, signal: String) throws {
        _ = try check(
            preset, "start log.csv; differs; kill -\(signal) $reader; wait $reader; same",
            ["differs", "same"])
    }

    @Test(arguments: ["combo", "hid", "mpu6050", "rotation"])
    func `what a killed run left is put back on demand`(preset: String) throws {
        let result = try check(
            preset,
            """
            start log.csv
            kill -KILL $reader; wait $reader
            differs
            lenticule devices --restore
            same
            lenticule devices --restore
            ls lenticule
            """, ["differs", "same"])
        #expect(result.words.contains("are restored: an earlier run was killed"))
    }

    @Test func `what a killed run did not change is not said to be put back`() throws {
        let result = try check(
            "bmi160",
            """
            for part in accel anglvel; do echo 100 > $device/in_${part}_sampling_frequency; done
            before=$(settings)
            start log.csv
            kill -KILL $reader; wait $reader
            same
            lenticule devices --restore
            same
            """, ["same", "same"])
        #expect(result.words.contains("polling at"))
        #expect(!result.words.contains("are restored"))
    }

    @Test(arguments: ["combo", "hid"])
    func `the start after a killed run captures, and leaves nothing changed`(preset: String) throws
    {
        let result = try check(
            preset,
            """
            start log.csv
            kill -KILL $reader; wait $reader
            lenticule record other.csv --from local: --duration 1
            same
            """, ["same"])
        #expect(!result.words.contains("polling at"))
    }

    @Test func `two readers of one device leave nothing changed, whoever ends last`() throws {
        _ = try check(
            "mpu6050",
            """
            start log.csv; first=$reader
            start other.csv; second=$reader
            changed=$(settings)
            kill -TERM $first; wait $first
            [ "$changed" = "$(settings)" ] && echo stays
            kill -TERM $second; wait $second
            same
            """, ["stays", "same"])
    }

    @Test func `a reader that starts does not set back what another uses`() throws {
        let result = try check(
            "combo",
            """
            start log.csv
            changed=$(settings)
            lenticule record other.csv --from local: --duration 1
            lenticule devices --restore
            [ "$changed" = "$(settings)" ] && echo stays
            kill -TERM $reader; wait $reader
            same
            """, ["stays", "same"])
        #expect(result.words.contains("lenticule has its buffer on"))
    }

    @Test func `a reader beside a buffer keeps its rate when the buffer's reader ends`() throws {
        _ = try check(
            "combo",
            """
            start log.csv; first=$reader
            start other.csv; second=$reader
            kill -TERM $first; wait $first
            cat $device/{sampling_frequency,buffer/length}
            kill -TERM $second; wait $second
            same; ls lenticule
            """, ["100.000000", "12", "same"])
    }

    /// Runs `ends` after a reader that polls, `$polling`, and one that uses the buffer, `$buffered`, have
    /// started in this order.
    private func checkBesidePolling(_ ends: String, _ lines: [String]) throws {
        _ = try check(
            "combo",
            """
            echo 'source.buffer = false' > my.toml
            "$program" record log.csv --from local: --config my.toml & polling=$!
            await has_lines log.csv 20
            start other.csv; buffered=$reader
            \(ends)
            same; ls lenticule
            """, lines)
    }

    @Test func `a buffer that started beside a reader that polls is put back`() throws {
        try checkBesidePolling(
            """
            kill -TERM $buffered; wait $buffered
            cat $device/{sampling_frequency,buffer/length}
            kill -TERM $polling; wait $polling
            """, ["100.000000", "12", "same"])
    }

    @Test func `the last reader puts back what a killed one left`() throws {
        try checkBesidePolling(
            """
            kill -KILL $buffered; wait $buffered
            cat $device/buffer/enable
            kill -TERM $polling; wait $polling
            """, ["1", "same"])
    }

    @Test func `a run killed while its buffer starts leaves it to another program`() throws {
        _ = try check(
            "combo",
            """
            "$program" record log.csv --from local: & reader=$!
            while kill -0 $reader && [ "$(< $device/buffer/length)" = 12 ]; do :; done
            kill -KILL $reader; wait $reader
            echo 0 > $device/buffer/enable
            echo 64 > $device/buffer/length
            echo 1 > $device/scan_elements/in_accel_x_en
            echo 1 > $device/buffer/enable
            before=$(settings)
            lenticule devices --restore
            same
            """, ["same"])
    }

    @Test func `a buffer that another program uses by now is left to it`() throws {
        _ = try check(
            "combo",
            """
            start log.csv
            kill -KILL $reader; wait $reader
            echo 0 > $device/buffer/enable
            echo 0 > $device/scan_elements/in_anglvel_x_en
            echo 1 > $device/buffer/enable
            left=$(settings)
            lenticule devices --restore
            [ "$left" = "$(settings)" ] && echo left
            echo 0 > $device/buffer/enable
            lenticule devices --restore
            same; ls lenticule
            """, ["left", "same"])
    }

    @Test func `a folder that others may write to is not used, and said`() throws {
        let result = try check(
            "combo",
            "mkdir -m 777 lenticule; lenticule record log.csv --from local: --duration 1; same",
            ["same"])
        #expect(result.words.contains("others may write there"))
        #expect(!result.words.contains("polling at"))
    }

    @Test func `a folder that cannot be made is said with what mends that`() throws {
        let result = try check(
            "combo",
            """
            touch file
            XDG_RUNTIME_DIR=$PWD/file
            lenticule record log.csv --from local: --duration 1
            same
            """, ["same"])
        #expect(result.words.contains("/file/lenticule: Not a directory"))
        #expect(result.words.contains("; XDG_RUNTIME_DIR is to name a folder of this user's own"))
        #expect(!result.words.contains("udev rule"))
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `who may set nothing saves nothing`() throws {
        let result = try check(
            "combo",
            """
            echo 800 > $device/sampling_frequency
            before=$(settings)
            unprivileged record log.csv --from local: --duration 1
            same
            """, ["same"])
        #expect(result.words.contains("polling at 100 Hz: no permission for its buffer"))
        #expect(!result.words.contains("keeps its sampling rate"))
        #expect(!result.words.contains("the folder"), "\(result.words)")
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `a rate that may not be set is told if the buffer is not wanted`() throws {
        let result = try Rig().run(
            Self.functions + """
                echo 800 > $device/sampling_frequency
                echo 'source.buffer = false' > my.toml
                unprivileged record log.csv --from local: --duration 1 --config my.toml
                """)
        #expect(result.words.contains("polling at 100 Hz: as configured"))
        #expect(result.words.contains("bmi160 keeps its sampling rate: cannot write 100"))
    }

    @Test func `a trigger that never fires has its device put back`() throws {
        _ = try check(
            "combo",
            """
            control stall iio:device0
            "$program" record log.csv --from local: --duration 3 &
            await has_lines log.csv 10
            cat $device/buffer/{enable,length,watermark}
            wait $!
            same
            """, ["0", "12", "3", "same"])
    }
}
