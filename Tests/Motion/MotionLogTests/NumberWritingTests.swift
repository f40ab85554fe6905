import Motion
import Testing

@testable import MotionLog

private func text(_ value: Double) -> String {
    var buffer = TextBuffer(capacity: 1)
    buffer.append(value)
    return buffer.withBytes { String(decoding: $0, as: UTF8.self) }
}

/// The digits of a number without sign, point, exponent and outer zeros.
private func digits(_ text: String) -> String {
    let mantissa = text.prefix { $0 != "e" }.filter(\.isNumber)
    let head = mantissa.drop { $0 == "0" }
    return String(head.reversed().drop { $0 == "0" }.reversed())
}

@Suite struct NumberWritingTests {
    @Test(arguments: [
        (0.0, "0"), (-0.0, "-0"), (1, "1"), (-60, "-60"), (0.5, "0.5"), (1e15, "1000000000000000"),
        (1e16, "1e16"), (1e17, "1e17"), (0.0001, "0.0001"), (0.00001, "1e-5"), (1.5e-7, "1.5e-7"),
        (123456.789, "123456.789"), (0.1 + 0.2, "0.30000000000000004"),
        (.leastNonzeroMagnitude, "5e-324"),
        (1.7976931348623157e308, "1.7976931348623157e308"), (.infinity, "inf"), (.nan, "nan"),
        (9_007_199_254_740_992, "9007199254740992"), (0.017453292519943295, "0.017453292519943295"),
    ])
    func `numbers are written as short as they can be`(value: Double, expected: String) {
        #expect(text(value) == expected)
    }

    @Test func `any number reads back exactly, with as few digits as the standard library's`() {
        var random = RandomNumbers(seed: 3)
        for _ in 0..<30_000 {
            let values = [
                Double(bitPattern: random.next()), random.normal(), random.uniform() * 360,
                Double(sign: .plus, exponent: Int(random.next() % 200) - 100, significand: 1),
                (random.uniform() * 1e6).rounded() / 1e6,
            ]
            for value in values where value.isFinite {
                let written = text(value)
                #expect(Double(written) == value)
                #expect(digits(written) == digits(value.description))
            }
        }
    }

    @Test(arguments: [0, 1, 9, 10, 99, 100, -1, Int64.max, .min])
    func `whole numbers are written in full`(value: Int64) {
        var buffer = TextBuffer()
        buffer.append(value)
        #expect(buffer.withBytes { String(decoding: $0, as: UTF8.self) } == String(value))
    }
}
