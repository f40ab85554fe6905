import Platform
import TestSupport
import Testing

struct InputDeviceTests {
    private let folder = TemporaryFolder()

    private func device(_ capabilities: [String: String]) -> InputDevice? {
        for (name, text) in capabilities {
            folder.write("sys/class/input/event3/device/capabilities/\(name)", text)
        }
        folder.write("sys/class/input/mouse0/device/capabilities/sw", "3\n")
        let all = InputDevice.all(root: folder.path)
        return all.count == 1 ? all[0] : nil
    }

    @Test func `a keyboard, a lid and a tablet are told apart, without opening them`() throws {
        let lid = try #require(device(["sw": "1\n", "key": "0\n"]))
        #expect(lid.path == "\(folder.path)/dev/input/event3")
        #expect(lid.has(.lid) && !lid.has(.tabletMode) && !lid.has(.letterQ))
        let tablet = try #require(device(["sw": "2\n"]))
        #expect(tablet.has(.tabletMode) && !tablet.has(.lid))
        let keyboard = try #require(
            device([
                "sw": "0\n",
                "key": "402000007 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe\n",
            ]))
        #expect(keyboard.has(.letterQ) && !keyboard.has(.lid))
        let power = try #require(device(["key": "10000000000000 0\n"]))
        #expect(!power.has(.letterQ))
    }

    @Test(arguments: ["", "\n", "no number\n"])
    func `capabilities that say nothing are none`(text: String) throws {
        #expect(try !#require(device(["sw": text])).has(.lid))
    }
}
