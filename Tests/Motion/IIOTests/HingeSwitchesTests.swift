import TestSupport
import Testing

@testable import IIO

/// The state of the hinge where no switch can be opened; `Tests/Kernel` has real ones.
struct HingeSwitchesTests {
    private let folder = TemporaryFolder()
    private let lid = "proc/acpi/button/lid/LID0/state"

    @Test func `without switches the lid is open, and nothing is a tablet`() {
        var switches = HingeSwitches(root: folder.path)
        #expect(switches.state() == HingeState())
    }

    @Test func `the kernel's file tells of the lid, within two seconds`() {
        folder.write(lid, "state:      open\n")
        var switches = HingeSwitches(root: folder.path)
        #expect(!switches.state(now: 0).isLidClosed)
        folder.write(lid, "state:      closed\n")
        #expect(!switches.state(now: 1_900_000_000).isLidClosed)
        #expect(switches.state(now: 2_000_000_000).isLidClosed)
    }

    @Test(arguments: ["1\n", "3\n", "10000000000000 2\n"])
    func `a switch that cannot be read changes nothing`(capabilities: String) {
        folder.write("sys/class/input/event0/device/capabilities/sw", capabilities)
        folder.write(lid, "state:      closed\n")
        var switches = HingeSwitches(root: folder.path)
        #expect(switches.state() == HingeState(isLidClosed: true))
        // A file that is no device of the kernel's has no switch either.
        folder.write("dev/input/event0", "")
        var others = HingeSwitches(root: folder.path)
        #expect(others.state() == HingeState(isLidClosed: true))
    }

    @Test(arguments: [
        (false, false, false), (true, false, true), (false, true, false), (true, true, false),
    ])
    func `a closed lid hides the display, unless it is folded round`(
        isLidClosed: Bool, isTablet: Bool, hidesDisplay: Bool
    ) {
        let state = HingeState(isLidClosed: isLidClosed, isTablet: isTablet)
        #expect(state.hidesDisplay == hidesDisplay)
    }
}
