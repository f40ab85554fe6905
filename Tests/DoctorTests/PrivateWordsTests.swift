import TestSupport
import Testing

@testable import Doctor

/// What a bug report leaves out.
@Suite struct PrivateWordsTests {
    private static let words: PrivateWords = {
        var words = PrivateWords(home: "/home/anna")
        words.add(["anna", "Anna", nil, "root", "x"], as: "<user>")
        words.add(["annas-laptop"], as: "<host>")
        return words
    }()

    @Test(arguments: [
        ("cannot read /home/anna/cards/lake: no", "cannot read ~/cards/lake: no"),
        ("file:/home/anna", "file:~"), ("/home/annabel/x", "/home/annabel/x"),
        ("/media/anna/card", "/media/<user>/card"), ("the card of ANNA", "the card of <user>"),
        ("Annas-Laptop.local", "<host>.local"), ("annas", "annas"),
        ("root reads x", "root reads x"),
        ("at a4:5e:60:c2:01:7f.", "at <address>."), ("a4-5e-60-c2-01-7f", "<address>"),
        ("ip:192.168.1.20 fails", "ip:192.168.1.20 fails"),
        ("192.168.1.20: no answer", "<address>: no answer"),
        ("[fe80::1]:30431", "[<address>]:30431"), ("libiio 0.24, cairo 1.16.0", nil),
        ("bmi160/accel-display/i2c-BOSC0200:00", nil), ("config.toml:2:21: no", nil),
        ("at 12:34:56, kernel 6.1.0-18-amd64", nil),
        ("0123456789abcdef0123456789abcdef", "<number>"),
        ("01234567-89ab-cdef-0123-456789abcdef", "<number>"),
    ])
    func `names, addresses and numbers are left out, and nothing else`(
        text: String, result: String?
    ) {
        #expect(Self.words.removed(from: text) == result ?? text)
    }

    @Test func `the numbers of this machine's parts are left out`() throws {
        let root = try FakeRoot([
            "sys/class/dmi/id/product_serial": "PF3ABCDE\n",
            "sys/class/dmi/id/board_asset_tag": "INV-0042\n",
            "sys/bus/usb/devices/1-2/serial": "0029FF3A\n", "etc/machine-id": "abcdef\n",
            "proc/device-tree/serial-number": "10000000abcd\0",
        ])
        let text = root.look { root in
            var words = PrivateWords(home: nil)
            words.addNumbers(root)
            return words.removed(from: "PF3ABCDE, inv-0042; 0029ff3a abcdef 10000000abcd")
        }
        #expect(text == "<number>, <number>; <number> <number> <number>")
    }

    @Test func `the system is described without its numbers`() throws {
        let root = try FakeRoot([
            "etc/os-release": "NAME=Debian\nPRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\n",
            "proc/sys/kernel/osrelease": "6.1.0-18-amd64\n",
            "sys/class/dmi/id/sys_vendor": "LENOVO\n", "sys/class/dmi/id/product_name": "82QE\n",
            "sys/class/dmi/id/product_version": "Yoga 7 14ARB7\n",
            "sys/class/dmi/id/product_serial": "PF3ABCDE\n",
        ])
        let facts = root.look { SystemFacts($0) }
        #expect(facts.distribution == "Debian GNU/Linux 12 (bookworm)")
        #expect(facts.kernel == "6.1.0-18-amd64")
        #expect(facts.machine == "LENOVO 82QE Yoga 7 14ARB7")
        #expect(
            try FakeRoot.pi().look { SystemFacts($0) }.machine == "Raspberry Pi 4 Model B Rev 1.4")
    }
}
