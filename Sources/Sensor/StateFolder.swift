import FoundationEssentials
import Glibc

/// The folder where this user's programs note which devices they have changed, so that a later one
/// can put back what a killed one could not.
struct StateFolder: ~Copyable {
    private let descriptor: CInt

    /// Opens systemd's runtime folder for the service, else the user's, else the system's.
    ///
    /// It must be ours alone to write, and no link; who has something to keep makes it.
    init(isToMake: Bool = false) throws(IIOError) {
        descriptor = try Self.open(Self.path, isToMake: isToMake)
    }

    private static func open(_ path: String, isToMake: Bool) throws(IIOError) -> CInt {
        // A service's socket may come to lie in it, for a group; what is kept in it is not for others.
        if isToMake, mkdir(path, 0o755) != 0, errno != EEXIST { throw error("make", path, errno) }
        let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw error("open", path, errno) }
        var status = stat()
        let isOurs =
            fstat(descriptor, &status) == 0 && [0, geteuid()].contains(status.st_uid)
            && status.st_mode & 0o022 == 0
        guard isOurs else {
            close(descriptor)
            throw error("use", path, EPERM, "others may write there, or own it")
        }
        return descriptor
    }

    private static func error(
        _ verb: String, _ path: String, _ code: CInt, _ reason: String? = nil
    ) -> IIOError {
        IIOError(
            operation: "\(verb) the folder \(path)", code: code, reason: reason,
            remedy: "XDG_RUNTIME_DIR is to name a folder of this user's own")
    }

    deinit { close(descriptor) }

    private static var path: String {
        let variable = { (name: String) in
            getenv(name).map { String(cString: $0) }.flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        if let given = variable("RUNTIME_DIRECTORY") {
            return String(given.prefix { $0 != ":" })
        }
        return variable("XDG_RUNTIME_DIR").map { "\($0)/lenticule" } ?? "/run/lenticule"
    }

    /// Runs `body` while no other program of ours does.
    func locked<Result>(_ body: () throws(IIOError) -> Result) throws(IIOError) -> Result {
        while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
        defer { flock(descriptor, LOCK_UN) }
        return try body()
    }

    /// What lies here and can be read; what cannot is taken away.
    var records: [LoanRecord] {
        let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let directory = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(directory) }
        return names(of: directory).filter { $0.hasSuffix(LoanRecord.suffix) }
            .compactMap { record(named: $0) }
    }

    private func record(named name: String) -> LoanRecord? {
        let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        let text = readText(of: file) ?? ""
        let record = try? JSONDecoder().decode(LoanRecord.self, from: Data(text.utf8))
        guard let record, record.fileName == name else {
            unlinkat(descriptor, name, 0)
            return nil
        }
        return record
    }

    /// Keeps the record, whole or not at all.
    func keep(_ record: LoanRecord) throws(IIOError) {
        let operation = "keep the settings of \(record.device)"
        guard let bytes = try? JSONEncoder().encode(record) else {
            throw IIOError(operation: operation, code: EINVAL)
        }
        let draft = record.fileName + ".new"
        unlinkat(descriptor, draft, 0)
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        let file = openat(descriptor, draft, flags, 0o600)
        guard file >= 0 else { throw IIOError(operation: operation, code: errno) }
        defer { close(file) }
        let written = bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
        guard written == bytes.count,
            renameat(descriptor, draft, descriptor, record.fileName) == 0
        else {
            throw IIOError(operation: operation, code: errno)
        }
    }

    /// Forgets the record.
    func forget(_ record: LoanRecord) { unlinkat(descriptor, record.fileName, 0) }
}
