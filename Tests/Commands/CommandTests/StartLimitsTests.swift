import Foundation
import TestSupport
import Testing

/// Limits on a process that are too low give one line, and no hang and no trap.
@Suite struct StartLimitsTests {
    @Test(arguments: [4, 8, 12, 15])
    func `too few descriptors are said`(count: Int) throws {
        let result = try Program.run(script: "exec prlimit --nofile=\(count) \"$0\" doctor --json")
        #expect(result.status == 74)
        #expect(
            result.errors == """
                lenticule: the limit on open files (ulimit -n) is \(count), and at least 16 are needed\n
                """)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `too few threads are said`() throws {
        let folder = TemporaryFolder()
        chmod(folder.path, 0o755)
        let result = try Program.run(
            script: """
                cp "$0" '\(folder.path)/lenticule' && cd / && HOME=/nonexistent \\
                    setpriv --reuid 23456 --regid 23456 --clear-groups prlimit --nproc=2 \\
                    '\(folder.path)/lenticule' angles -
                """)
        #expect(result.status == 74)
        #expect(result.errors.hasPrefix("lenticule: no more threads can be started: 4 are needed"))
    }
}
