import Glibc
import Testing

@testable import Service

@Suite struct PeerTests {
    @Test func `the kernel says who is at the other end`() throws {
        var ends: [CInt] = [0, 0]
        #expect(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let peer = try #require(Peer(of: ends[0]))
        #expect(peer.user == geteuid())
        #expect(peer.group == getegid())
        let count = getgroups(0, nil)
        #expect(peer.groups.count == Int(count))
        #expect(Peer(of: 0x7FFF_FFFF) == nil)
    }

    @Test(arguments: [
        (Peer(user: 0, group: 0), true), (Peer(user: 7, group: 1), true),
        (Peer(user: 8, group: 5), true), (Peer(user: 8, group: 1, groups: [3, 5]), true),
        (Peer(user: 8, group: 1, groups: [3]), false), (Peer(user: 8, group: 7), false),
    ])
    func `root, the own user and the group's members are allowed`(peer: Peer, isAllowed: Bool) {
        #expect(peer.isAllowed(by: 7, 5) == isAllowed)
        #expect(!peer.isAllowed(by: 9, nil) || peer.user == 0)
    }
}
