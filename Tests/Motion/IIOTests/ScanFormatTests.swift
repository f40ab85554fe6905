import CIIO
import Testing

@testable import IIO

struct ScanFormatTests {
    private func format(
        _ bits: UInt32, of length: UInt32, shift: UInt32 = 0, isSigned: Bool = true,
        isBigEndian: Bool = false, count: UInt32 = 1
    ) -> iio_data_format {
        var format = iio_data_format()
        (format.bits, format.length, format.shift) = (bits, length, shift)
        (format.is_signed, format.is_be, format.repeat) = (isSigned, isBigEndian, count)
        return format
    }

    @Test(arguments: [
        (UInt32(0), UInt32(16), UInt32(0), UInt32(1)), (33, 32, 0, 1), (16, 16, 1, 1),
        (32, 32, .max, 1), (24, 24, 0, 1), (64, 128, 0, 1), (.max, .max, 0, 1), (16, 0, 0, 1),
        (32, 32, 0, 17), (32, 32, 0, .max), (16, 7, 0, 1),
    ])
    func `a format that no sensor has is refused`(
        bits: UInt32, length: UInt32, shift: UInt32, count: UInt32
    ) {
        #expect(ScanFormat(format(bits, of: length, shift: shift, count: count)) == nil)
    }

    @Test func `byte order, shift, junk bits and sign are read as the format has them`() throws {
        func number(_ format: iio_data_format, _ bytes: [UInt8]) throws -> Int64? {
            let format = try #require(ScanFormat(format))
            return bytes.withUnsafeBytes { format.number(in: $0, at: 0) }
        }
        #expect(try number(format(16, of: 16), [0xFE, 0xFF]) == -2)
        #expect(try number(format(16, of: 16, isSigned: false), [0xFE, 0xFF]) == 0xFFFE)
        #expect(try number(format(16, of: 32), [0xFE, 0xFF, 0x34, 0x12]) == -2)
        #expect(try number(format(12, of: 16, shift: 4, isBigEndian: true), [0x80, 0x1F]) == -2047)
        #expect(try number(format(8, of: 8), [0x7F]) == 127)
        #expect(try number(format(64, of: 64), Array(repeating: 0xFF, count: 8)) == -1)
        let most = try number(format(64, of: 64, isSigned: false), Array(repeating: 0xFF, count: 8))
        #expect(most == .max)
        #expect(try number(format(1, of: 64, shift: 63), [0, 0, 0, 0, 0, 0, 0, 0x80]) == -1)
    }

    @Test func `nothing is read beyond the scan`() throws {
        let format = try #require(ScanFormat(format(32, of: 32, count: 4)))
        let bytes = [UInt8](0..<16)
        bytes.withUnsafeBytes { scan in
            #expect(format.number(3, in: scan, at: 0) == 0x0F0E_0D0C)
            for (index, offset) in [(0, 13), (3, 4), (4, 0), (-1, 8), (0, -4), (0, .max - 64)] {
                #expect(format.number(index, in: scan, at: offset) == nil)
            }
            #expect(format.number(in: UnsafeRawBufferPointer(rebasing: scan[..<3]), at: 0) == nil)
        }
    }
}
