// A decoder that a picture has taken over, instead of lenticule-decode. A picture that begins with
// "HOSTILE" says in the words after that what is tried; what came of it is the picture's error.

import DecodeServer
import Decoding
import Glibc
import Picture
import PictureFormats
import Platform

/// The words of a hostile picture; empty for another.
func orders(_ file: borrowing OpenFile) -> [String] {
    let bytes = (try? file.read(atMost: 200)) ?? []
    lseek(file.descriptor, 0, SEEK_SET)
    let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    return words.first == "HOSTILE" ? words.dropFirst().map(String.init) : []
}

/// Does what no decoder does: whether it was possible.
func attempt(_ order: String, on path: String) -> Bool {
    switch order {
    case "read": return open(path, O_RDONLY) >= 0
    case "list": return opendir(path) != nil
    case "write": return open(path, O_WRONLY | O_CREAT, 0o600) >= 0
    case "remove": return unlink(path) == 0
    case "socket": return socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0) >= 0
    case "local-socket": return socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) >= 0
    case "start":
        var (process, arguments) = (pid_t(), [strdup(path), nil])
        return posix_spawn(&process, path, nil, nil, &arguments, nil) == 0
    case "replace":
        var arguments = [strdup(path), nil]
        return execv(path, &arguments) == 0
    case "signal": return kill(getppid(), SIGUSR1) == 0
    case "memory-limit":
        var limit = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
        return setrlimit(__rlimit_resource_t(2), &limit) == 0
    case "high-memory-limit":
        // A pointer whose lower half is 0.
        let address = UnsafeMutableRawPointer(bitPattern: 1 << 32)
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED
        let memory = mmap(address, 4096, PROT_READ | PROT_WRITE, flags, -1, 0)
        let limit = memory?.bindMemory(to: rlimit.self, capacity: 1)
        limit?.pointee = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
        return limit.map { setrlimit(__rlimit_resource_t(2), $0) == 0 } ?? false
    case "growing-memory":
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN
        return mmap(nil, 4096, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED
    case "uncounted-memory":
        let flags = MAP_SHARED | MAP_ANONYMOUS
        return mmap(nil, 4096, PROT_READ | PROT_WRITE, flags, -1, 0) != MAP_FAILED
    case "code":
        let memory = mmap(nil, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        return mprotect(memory, 4096, PROT_READ | PROT_EXEC) == 0
    default: return misbehave(order)
    }
}

/// What gives no reply, or another one.
func misbehave(_ order: String) -> Bool {
    switch order {
    case "crash": raise(SIGSEGV)
    case "loop": while true { getppid() }
    case "endure":
        signal(SIGXCPU, SIG_IGN)
        while true { getppid() }
    case "chatter":
        let drawn: [UInt8] = [3] + [UInt8](repeating: 0, count: 40)
        for _ in 0..<100 { write(3, drawn, drawn.count) }
        while true { sleep(1) }
    case "sleep": while true { sleep(1) }
    case "exit": exit(0)
    case "eat":
        while let memory = malloc(1 << 24) { memset(memory, 1, 1 << 24) }
        abort()
    case "babble":
        let nonsense = [UInt8](repeating: 0xAA, count: 5000)
        write(3, nonsense, nonsense.count)
        sleep(60)
    case "hang-up":
        close(3)
        while true { sleep(1) }
    default: break
    }
    return false
}

var server = DecodeServer(.inherited()) { file, path throws(PictureError) in
    let orders = orders(file)
    guard let order = orders.first else { return try OpenPicture(file, path: path) }
    if order == "flood" {
        throw PictureError(.malformed, String(repeating: "ö", count: 30_000))
    }
    let isDone = attempt(order, on: orders.dropFirst().first ?? "")
    let outcome = isDone ? "done" : "refused: \(String(cString: strerror(errno)))"
    throw PictureError(.malformed, "\(path): \(order) was \(outcome)")
}
server.run()
