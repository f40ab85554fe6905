import Dispatch
import Glibc
import Synchronization

/// Calls `changed` when one of its files, or the folder of one, is written, replaced, renamed or
/// removed. A path that ends in `/` stands for all files of a folder, also those that come later.
///
/// It watches names, not inodes, because editors save by writing another file and renaming it.
/// Several changes in quick succession cause one call. Files in folders that cannot be watched are
/// ignored.
public final class FileWatch: Sendable {
    private struct State {
        /// The number of each folder's newest watch.
        var watches: [String: CInt] = [:]
        /// The names of interest in each watched folder, by the number of its watch.
        var names: [CInt: Set<String>] = [:]
        /// `firstChange`: the time of the first change for which `changed` was not called yet, in
        /// seconds of `monotonicSeconds`.
        /// `changes`: a counter that each change and each call of `changed` increases; it shows a
        /// scheduled `tell` whether a later change came.
        var firstChange: Double?
        var changes = 0
    }

    /// Each folder, and the names in it that matter; an empty name if all do.
    private let folders: [String: Set<String>]
    private let descriptor: CInt
    private let queue = DispatchQueue(label: "file watch")
    private let source = Mutex<(any DispatchSourceRead)?>(nil)
    private let state = Mutex(State())
    private let changed: @Sendable () -> Void

    /// Seconds: `changed` is called after `quiet` without a further change, at the latest
    /// `longestWait` after the first change.
    private static let quiet = 0.05
    private static let longestWait = 0.5

    /// Watches the files at these paths. `changed` is called on another thread; also for files that
    /// were changed at `since` or between it and now, nanoseconds of `fileTimeNow`.
    public init(
        _ paths: [String], since: Int64? = nil, changed: @escaping @Sendable () -> Void
    ) {
        var folders: [String: Set<String>] = [:]
        for path in paths {
            let (folder, name) =
                path.hasSuffix("/")
                ? (String(path.dropLast()), "") : (path.pathFolder, path.lastPathPart)
            folders[folder, default: []].insert(name)
            guard folder != ".", folder != "/" else { continue }
            folders[folder.pathFolder, default: []].insert(folder.lastPathPart)
        }
        (self.folders, self.changed) = (folders, changed)
        descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return }
        watchFolders()
        source.withLock { $0 = makeSource() }
        guard let since, paths.contains(where: { isChanged($0, since: since) }) else { return }
        queue.async { [weak self] in self?.scheduleCall() }
    }

    private func makeSource() -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in self?.readEvents() }
        source.setCancelHandler { [descriptor] in close(descriptor) }
        source.resume()
        return source
    }

    deinit { source.withLock { $0?.cancel() } }

    /// Watches each folder. It is called again after changes, because another folder may now have the
    /// same path; the one that had it is watched no more.
    private func watchFolders() {
        let kinds = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE
        state.withLock { state in
            let before = state.names.keys
            state.names = [:]
            for (folder, names) in folders {
                let watch = inotify_add_watch(descriptor, folder, UInt32(kinds))
                if watch >= 0 { state.watches[folder] = watch }
                guard let watch = state.watches[folder] else { continue }
                state.names[watch, default: []].formUnion(names)
            }
            for watch in before where state.names[watch] == nil {
                inotify_rm_watch(descriptor, watch)
            }
        }
    }

    private func readEvents() {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        var isChanged = false
        while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
            isChanged = concernsFiles(events: buffer[..<count]) || isChanged
        }
        guard isChanged else { return }
        watchFolders()
        scheduleCall()
    }

    /// Whether inotify's events are about one of the names, or in a folder of which all matter; also
    /// if events were lost.
    private func concernsFiles(events: ArraySlice<UInt8>) -> Bool {
        let names = state.withLock { $0.names }
        var offset = events.startIndex
        let header = MemoryLayout<inotify_event>.size
        while offset + header <= events.endIndex {
            let event = events[offset...].withUnsafeBytes {
                $0.loadUnaligned(as: inotify_event.self)
            }
            let text = events[(offset + header)...].prefix(Int(event.len)).prefix { $0 != 0 }
            offset += header + Int(event.len)
            let name = String(decoding: text, as: UTF8.self)
            // The creation of a file is ignored, because a write event follows; so a new link is
            // not noticed. The creation of a folder counts, because the folder may already contain
            // the file.
            let isCreationOfFile = event.mask & UInt32(IN_CREATE | IN_ISDIR) == UInt32(IN_CREATE)
            let isLost = event.mask & UInt32(IN_Q_OVERFLOW) != 0
            let isOfInterest =
                names[event.wd].map { $0.contains(name) || $0.contains("") } ?? false
            if isLost || (!isCreationOfFile && isOfInterest) { return true }
        }
        return false
    }

    /// Schedules `tell` after `quiet`, or earlier, at `longestWait` after the first change.
    private func scheduleCall() {
        let (number, delay) = state.withLock { state in
            let now = monotonicSeconds()
            let first = state.firstChange ?? now
            (state.firstChange, state.changes) = (first, state.changes + 1)
            return (state.changes, min(Self.quiet, max(0, first + Self.longestWait - now)))
        }
        queue.asyncAfter(deadline: .now() + delay) { [weak self] in self?.tell(number) }
    }

    private func tell(_ number: Int) {
        let tellsNow = state.withLock { state in
            let isDue = monotonicSeconds() >= (state.firstChange ?? 0) + Self.longestWait
            guard state.changes == number || (isDue && state.firstChange != nil) else {
                return false
            }
            (state.firstChange, state.changes) = (nil, state.changes + 1)
            return true
        }
        if tellsNow { changed() }
    }
}

/// Whether the file at a path was changed at this time or later, or the folder in which it is was
/// renamed then, or the file may have been removed then. A path that ends in `/` stands for all files
/// of a folder.
private func isChanged(_ path: String, since: Int64) -> Bool {
    // A clock may have been set back since a file was written.
    let changes = since...max(since, fileTimeNow())
    if path.hasSuffix("/") {
        let files = (try? names(inFolder: path)) ?? []
        return FileTimes(path).map { changes.contains($0.change) } ?? false
            || files.contains { isChanged(path + $0, since: since) }
    }
    guard let folder = FileTimes(path.pathFolder) else {
        return isFolderGone(path.pathFolder, during: changes)
    }
    let isFolderChanged = changes.contains(folder.change)
    guard let file = FileTimes(path) else { return isFolderChanged }
    // What is written or removed in a folder changes both times; what renames it, or leads a link to
    // another one, only the first.
    return changes.contains(file.change) || (isFolderChanged && folder.writing < since)
}

/// Whether a folder that is not there may have been removed at one of these times: then the nearest one
/// above it was changed.
private func isFolderGone(_ path: String, during changes: ClosedRange<Int64>) -> Bool {
    let above = path.pathFolder
    if let times = FileTimes(above) { return changes.contains(times.change) }
    return above != path && isFolderGone(above, during: changes)
}

/// When a file or folder, or the link to it, was changed, and when its content was written, nanoseconds of
/// `fileTimeNow`.
private struct FileTimes {
    let (change, writing): (Int64, Int64)

    init?(_ path: String) {
        var (file, link) = (stat(), stat())
        guard stat(path, &file) == 0, lstat(path, &link) == 0 else { return nil }
        change = max(file.st_ctim.nanoseconds, link.st_ctim.nanoseconds)
        writing = file.st_mtim.nanoseconds
    }
}
