import Testing

@testable import Display

@Suite struct WindowTimeTests {
    @Test(arguments: [
        (UInt32(1000), UInt64(1500), 1.0), (0xFFFF_FFFF, 0x1_0000_0009, 4_294_967.295),
        (5, 0x3_0000_0007, 12_884_901.893),
    ])
    func `an event's time stays right when SDL's timestamps begin anew`(
        timestamp: UInt32, now: UInt64, seconds: Double
    ) {
        let time = WindowScreen.time(ofTimestamp: timestamp, milliseconds: now)
        #expect(abs(time - seconds) < 1e-6)
    }
}
