import Motion
import Testing

@testable import MotionLog

/// What the scanner reads from `text`, and what it leaves.
private func read(_ text: String, separator: Character = ",") -> (value: Double?, rest: Int) {
    let bytes = Array(text.utf8) + Array(repeating: UInt8(ascii: "\n"), count: 9)
    let scanner = DecimalScanner(separator: separator.asciiValue ?? 0)
    return bytes.withUnsafeBufferPointer { bytes in
        guard let start = bytes.baseAddress else { return (nil, 0) }
        var cursor = start
        let value = scanner.double(&cursor)
        return (value, text.utf8.count - (cursor - start))
    }
}

@Suite struct NumberReadingTests {
    @Test(arguments: [
        "0", "-0", "1", "+1", "-1.5", ".5", "5.", "0.003196", "9.80665", "1e3", "1E-3", "1.5e+2",
        "12345678", "123456789.12345678", "9007199254740993", "9007199254740992.5", "1e22", "1e23",
        "8.5e-7", "0.1000000000000000055511151231257827", "1234567890123456789",
        "12345678901234567890", "1e-27", "1e-28", "3e55", "3e56", "1e308", "5e-324",
        "2.4703282292062328e-324", "1.7976931348623157e308", "4503599627370497.5",
        "9007199254740991", "0.000000000000000000000000001", "0e99999999999",
        "7.2057594037927933e16",
    ])
    func `a number reads as the standard library reads it`(text: String) {
        let (value, rest) = read(text)
        #expect(value?.bitPattern == Double(text)?.bitPattern)
        #expect(rest == 0)
    }

    @Test func `a million numbers of any shape are rounded correctly`() {
        var random = RandomNumbers(seed: 7)
        for _ in 0..<1_000_000 / 20 {
            let digits = random.next() >> (random.next() % 64)
            let text = "\(digits)e\(Int(random.next() % 80) - 50)"
            #expect(read(text).value == Double(text), "\(text)")
            let value = Double(bitPattern: random.next())
            if value.isFinite { #expect(read("\(value)").value == value) }
            let near = (random.uniform() - 0.5) * 40
            #expect(read("\(near)").value == near)
        }
    }

    @Test(arguments: [
        "", "-", "x", "e5", ".", "-.", "--1", "n", "in", "0x10", "1.2.3", "1e", "1,5", "1e309",
        "+-1", "++1",
    ])
    func `what is no number is not taken for one`(text: String) {
        let (value, rest) = read(text)
        #expect(value == nil || rest > 0)
    }

    @Test func `a comma is a decimal mark where it separates nothing`() {
        #expect(read("-1,25", separator: ";").value == -1.25)
        #expect(read("-,5", separator: ";").value == -0.5)
        #expect(read("-,", separator: ";").value == nil)
        #expect(read("0,1000000000000000055511151231257827", separator: "\t").value == 0.1)
        #expect(read("1,25", separator: ",").rest == 3)
    }

    @Test(arguments: [("nan", Double.nan), ("NaN", .nan), ("inf", .infinity), ("-Inf", -.infinity)])
    func `missing values have names`(text: String, value: Double) {
        let got = read(text).value
        #expect(got == value || (got?.isNaN == true && value.isNaN))
    }

    @Test(arguments: [
        ("0.010078907", 9, 10_078_907), ("1.7e3", 9, 1_700_000_000_000), ("5", 0, 5),
        ("-3.5", 0, -4),
        ("1700000000.123456789", 9, 1_700_000_000_123_456_789), ("0.0000000004", 9, 0),
        ("1700000000.1234567890123456789", 9, 1_700_000_000_123_456_789),
    ])
    func `times keep their nanoseconds`(text: String, exponent: Int, nanoseconds: Int64) {
        let bytes = Array(text.utf8) + Array(repeating: UInt8(ascii: "\n"), count: 9)
        bytes.withUnsafeBufferPointer { bytes in
            guard var cursor = bytes.baseAddress else { return }
            let scanner = DecimalScanner(separator: UInt8(ascii: ","))
            let value = scanner.integer(&cursor, exponent: exponent)
            #expect(value == nanoseconds)
        }
    }

    @Test(arguments: ["1e400", "-1e400", "1e-400", "9e30"])
    func `a time beyond the range of a number is none`(text: String) {
        let bytes = Array(text.utf8) + Array(repeating: UInt8(ascii: "\n"), count: 9)
        bytes.withUnsafeBufferPointer { bytes in
            guard var cursor = bytes.baseAddress else { return }
            let scanner = DecimalScanner(separator: UInt8(ascii: ","))
            #expect(scanner.integer(&cursor, exponent: 9) == nil)
            #expect(cursor == bytes.baseAddress)
        }
    }
}
