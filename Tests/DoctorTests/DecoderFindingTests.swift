import Testing

@testable import Doctor

@Suite struct DecoderFindingTests {
    @Test func `what the kernel lacks is said, and what that means`() {
        #expect(DecoderFacts.confined(landlock: 3, hasFilter: true).finding.severity == .ok)
        let open = DecoderFacts.confined(landlock: 0, hasFilter: true).finding
        #expect(open.severity == .note)
        #expect(open.text.hasPrefix("this kernel has no Landlock: "))
        let free = DecoderFacts.confined(landlock: 0, hasFilter: false).finding
        #expect(
            free.text
                == "this kernel has no Landlock and no seccomp: show only pictures that you trust")
        #expect(DecoderFacts.failure("gone").finding.severity == .problem)
    }
}
