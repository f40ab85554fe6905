import CProcess
public import Geometry
import Glibc
public import Picture
public import Platform
import SystemPackage

/// Memory for the pixels of one picture, which the decoder process fills. Neither process can
/// change the memory's size, so that reading it is safe.
public struct SharedPixels: ~Copyable {
    let file: OpenFile
    private let size: PixelSize

    /// Zeroed memory.
    init(_ size: PixelSize) throws(PictureError) {
        self.size = size
        do throws(Errno) {
            file = OpenFile(try result { process_shared_memory(4 * size.area) })
        } catch {
            throw Self.noMemory(size, error)
        }
    }

    /// Memory that came with a request; it must have room for `size.area` pixels.
    public init(_ file: consuming OpenFile, _ size: PixelSize) {
        self.file = file
        self.size = size
    }

    /// Lets `write` fill the memory.
    public func fill(
        _ write: (UnsafeMutablePointer<UInt32>) throws(PictureError) -> Void
    ) throws(PictureError) {
        let memory = try map(byteCount, PROT_READ | PROT_WRITE)
        defer { munmap(memory, byteCount) }
        try write(memory.bindMemory(to: UInt32.self, capacity: size.area))
    }

    /// A bitmap with a copy of the pixels in the memory.
    func bitmap() throws(PictureError) -> Bitmap {
        let memory = try map(byteCount, PROT_READ)
        defer { munmap(memory, byteCount) }
        let pixels = memory.bindMemory(to: UInt32.self, capacity: size.area)
        return Bitmap(size) { $0.initialize(from: pixels, count: size.area) }
    }

    /// The size of memory for a text, and how many bytes it may have.
    public static let textSize = PixelSize(width: 1024, height: 1024)
    static let textBytes = 0...4 * textSize.area

    /// Fills the memory with a text, as far as it fits; gives its number of bytes.
    public func fill(_ text: String) throws(PictureError) -> Int {
        let bytes = Array(text.utf8.prefix(byteCount))
        guard !bytes.isEmpty else { return 0 }
        let memory = try map(bytes.count, PROT_READ | PROT_WRITE)
        defer { munmap(memory, bytes.count) }
        memory.copyMemory(from: bytes, byteCount: bytes.count)
        return bytes.count
    }

    /// The first bytes of the memory as a text.
    public func text(byteCount: Int) throws(PictureError) -> String {
        let count = min(byteCount, self.byteCount)
        guard count > 0 else { return "" }
        let memory = try map(count, PROT_READ)
        defer { munmap(memory, count) }
        // A copy: the other process may still write into the memory.
        let bytes = Array(UnsafeRawBufferPointer(start: memory, count: count))
        return String(decoding: bytes, as: UTF8.self)
    }

    private var byteCount: Int { 4 * size.area }

    /// Maps the first bytes.
    private func map(
        _ bytes: Int, _ access: CInt
    ) throws(PictureError) -> UnsafeMutableRawPointer {
        // Maps all pages of memory at once, because each of them is used.
        let kind = MAP_SHARED | MAP_POPULATE
        MemoryReserve.require(bytes)
        if let memory = mmap(nil, bytes, access, kind, file.descriptor, 0), memory != MAP_FAILED {
            return memory
        }
        let error = Errno.last
        // Another thread may have taken what was free.
        if error == .noMemory { MemoryReserve.endIfKept(without: bytes) }
        throw Self.noMemory(size, error)
    }

    private static func noMemory(_ size: PixelSize, _ error: Errno) -> PictureError {
        // The limits on files hold for memory that processes share, too.
        let reason =
            switch error {
            case .fileTooLarge:
                "the limit on the size of files (ulimit -f) is below its \(4 * size.area / 1024) kB"
            case .tooManyOpenFiles: "\(error); raise the limit (ulimit -n)"
            default: "\(error)"
            }
        return PictureError(
            .inputOutput,
            "cannot get memory for a picture of \(size.width) x \(size.height): \(reason)")
    }
}
