import Foundation
import TestSupport
import Testing

@testable import Service

@Suite struct SocketFolderTests {
    private let folder = TemporaryFolder()

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }

    /// Makes a folder in which anybody may write.
    private func makeShared(_ name: String) -> String {
        let path = "\(folder.path)/\(name)"
        mkdir(path, 0o777)
        chmod(path, 0o1777)
        return path
    }

    @Test(arguments: [mode_t(0o600), 0o660])
    func `the socket is for those who may connect, its folder for a later one's, too`(
        mode socketMode: mode_t
    ) throws {
        let path = "\(folder.path)/made/motion.sock"
        let socket = try ListeningSocket(at: SocketFile(path: path, mode: socketMode))
        defer { close(socket.descriptor) }
        #expect(mode(path) == socketMode)
        #expect(mode("\(folder.path)/made") == 0o755)
        #expect(socket.isInPlace)
        socket.remove()
        #expect(!socket.isInPlace && mode(path) == 0)
    }

    @Test func `only the last folder is made`() throws {
        let error = try #require(throws: SocketError.self) {
            try ListeningSocket(at: SocketFile(path: "\(folder.path)/a/b/motion.sock"))
        }
        #expect(error.kind == .absent)
    }

    @Test func `a folder that cannot be made, or a name that is too long, is said`() throws {
        let long = folder.file(String(repeating: "x", count: 256)).path
        for (path, words) in [
            ("/proc/made/motion.sock", "cannot make its folder: No such file or directory"),
            (long, "cannot make a socket: File name too long"),
        ] {
            let error = try #require(throws: SocketError.self) {
                try ListeningSocket(at: SocketFile(path: path))
            }
            #expect(error.description == "\(path): \(words)")
        }
    }

    @Test func `the socket of a service that died is replaced, a living one is not`() throws {
        let file = SocketFile(path: folder.file("motion.sock").path)
        close(try ListeningSocket(at: file).descriptor)
        let living = try ListeningSocket(at: file)
        let error = try #require(throws: SocketError.self) { try ListeningSocket(at: file) }
        #expect(error.kind == .taken)
        #expect(error.description.contains("a service is running there already"))
        close(living.descriptor)
    }

    @Test func `what is no socket stays`() throws {
        let path = folder.write("motion.sock", "precious")
        #expect(throws: SocketError.self) { try ListeningSocket(at: SocketFile(path: path)) }
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "precious")
    }

    @Test func `another's socket of the same name is not removed`() throws {
        let path = folder.file("motion.sock").path
        let first = try ListeningSocket(at: SocketFile(path: path))
        unlink(path)
        let second = try ListeningSocket(at: SocketFile(path: path))
        first.remove()
        #expect(second.isInPlace)
        for socket in [first, second] { close(socket.descriptor) }
    }

    @Test(arguments: ["link/motion.sock", "deep/link/motion.sock"])
    func `no link is followed below a folder that all write to`(path: String) throws {
        let shared = makeShared("shared")
        mkdir("\(shared)/deep", 0o755)
        for link in ["link", "deep/link"] { symlink(folder.path, "\(shared)/\(link)") }
        let error = try #require(throws: SocketError.self) {
            try ListeningSocket(at: SocketFile(path: "\(shared)/\(path)"))
        }
        #expect(error.kind == .forbidden)
        let link = "\(shared)/\(path.dropLast("/motion.sock".count))"
        #expect(
            error.description.contains("\(link) is a link in a folder that everybody may write to"))
        #expect(throws: SocketError.self) {
            _ = try ServiceConnection(to: "\(shared)/\(path)", saying: "")
        }
    }

    @Test func `a loop of links is said to be one`() throws {
        // Nobody else writes to / and /proc; each part is two links that lead back to /.
        let path = "/proc" + String(repeating: "/self/root/proc", count: 10) + "/motion.sock"
        let error = try #require(throws: SocketError.self) {
            try ListeningSocket(at: SocketFile(path: path))
        }
        #expect(error.description.hasSuffix("Too many levels of symbolic links"))
    }

    // Tests run in a folder of /tmp, which all write to; only a link elsewhere is a harmless one.
    @Test func `a link where nobody else writes is followed`() throws {
        let link = "/run/lenticule-test-\(getpid())"
        guard symlink("/run", link) == 0 else { return }
        defer { unlink(link) }
        let path = "\(link)/lenticule-test-\(getpid()).sock"
        let socket = try ListeningSocket(at: SocketFile(path: path))
        #expect(socket.isInPlace)
        socket.remove()
        close(socket.descriptor)
    }

    @Test func `a socket that is a link is refused`() throws {
        let socket = try ListeningSocket(at: SocketFile(path: folder.file("real.sock").path))
        symlink("real.sock", folder.file("motion.sock").path)
        let path = folder.file("motion.sock").path
        #expect(throws: SocketError.self) { _ = try ServiceConnection(to: path, saying: "") }
        #expect(throws: SocketError.self) { try ListeningSocket(at: SocketFile(path: path)) }
        close(socket.descriptor)
    }

    @Test(.enabled(if: geteuid() == 0, "needs root"))
    func `another user's folder in a shared one is not used`() throws {
        let theirs = "\(makeShared("shared"))/theirs"
        mkdir(theirs, 0o777)
        chown(theirs, 12345, 12345)
        let error = try #require(throws: SocketError.self) {
            try ListeningSocket(at: SocketFile(path: "\(theirs)/motion.sock"))
        }
        #expect(error.description.hasSuffix("the folder \(theirs) belongs to another user"))
    }

    @Test func `a long path is no trouble`() throws {
        let long = folder.write("\(String(repeating: "long/", count: 60))file", "")
        let path = "\((long as NSString).deletingLastPathComponent)/motion.sock"
        let socket = try ListeningSocket(at: SocketFile(path: path))
        #expect(socket.isInPlace)
        // It connects, but there is nobody to say hello.
        var connection = try ServiceConnection(to: path, saying: "")
        #expect(try connection.hello(within: 10) == nil)
        close(socket.descriptor)
    }

    @Test(arguments: [91, 92, 100, 255])
    func `a long name is no trouble`(
        length: Int
    ) throws {
        let path = folder.file(String(repeating: "x", count: length)).path
        let socket = try ListeningSocket(at: SocketFile(path: path, mode: 0o660))
        defer { close(socket.descriptor) }
        #expect(mode(path) == 0o660)
        var connection = try ServiceConnection(to: path, saying: "")
        #expect(try connection.hello(within: 10) == nil)
        socket.remove()
        // Nothing is left of how it was made.
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test func `any program can connect to a path of 107 bytes`() throws {
        let name = String(getpid())
        let path = "/tmp/" + String(repeating: "x", count: 102 - name.count) + name
        let socket = try ListeningSocket(at: SocketFile(path: path))
        defer { close(socket.descriptor) }
        let client = Foundation.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(client) }
        #expect(withUnixAddress(path) { connect(client, $0, $1) } == 0)
        socket.remove()
    }

    @Test(arguments: [
        ("/usr/bin/../b.sock", "/usr/b.sock", true), ("/tmp//b.sock", "/tmp/b.sock", true),
        ("/tmp/b.sock", "/tmp/c.sock", false), ("/nonexistent/b", "/nonexistent/b", true),
        ("/proc/self/root/tmp/b.sock", "/tmp/b.sock", true),
    ])
    func `a path is known however it is spelled`(one: String, other: String, isSame: Bool) {
        #expect(SocketFile(path: one).isAt(other) == isSame)
    }

    @Test func `refused paths leave no descriptor open`() throws {
        func openFiles() throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        }
        let path = folder.write("motion.sock", "")
        let before = try openFiles()
        for _ in 0..<200 {
            _ = try? ListeningSocket(at: SocketFile(path: path))
            _ = try? ServiceConnection(to: path, saying: "")
        }
        // Other tests run beside this one.
        #expect(try openFiles() < before + 100)
    }
}
