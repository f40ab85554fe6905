import Picture
import Testing

@testable import Decoding

/// What is said of a decoder process that has ended.
@Suite struct DecodeLimitsTests {
    @Test func `a limit on memory that a picture may exceed is named, not the file`() {
        func text(limit: UInt?) -> String {
            DecodeLimits().error(
                .signal(6), "a.svg", memory: 260_000_000, after: [:],
                within: limit.map { ("ulimit -v", $0) }
            ).description
        }
        let start = "a.svg: the process that decodes it was ended by signal 6: "
        #expect(
            text(limit: 250_000) == start
                + "it may need 260 MB of memory, and the limit (ulimit -v) is 250000 kB; raise it")
        for limit in [nil, 300_000] as [UInt?] {
            #expect(
                text(limit: limit) == start
                    + "the file may be damaged, or need more than 260 MB of memory")
        }
    }
}
