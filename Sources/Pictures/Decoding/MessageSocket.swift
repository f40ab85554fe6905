internal import CProcess
import Glibc
public import Picture
public import Platform
import SystemPackage

/// A request, and the files that came with it.
public struct ReceivedRequest: ~Copyable {
    public let request: DecodeRequest
    /// The descriptors of the picture file and of the memory for its pixels; -1 for each that did
    /// not come.
    private let files: [CInt]

    fileprivate init(_ request: DecodeRequest, _ files: [CInt]) {
        (self.request, self.files) = (request, files)
    }

    deinit { closeAll(files) }

    /// The picture file. Throws if none came.
    public func openFile() throws(PictureError) -> OpenFile { try open(files[0]) }

    /// The memory for the picture's pixels. Throws if none came.
    public func openMemory() throws(PictureError) -> OpenFile { try open(files[1]) }

    private func open(_ file: CInt) throws(PictureError) -> OpenFile {
        do throws(Errno) {
            return try OpenFile(duplicating: file)
        } catch {
            throw PictureError(.inputOutput, "a request came without a file")
        }
    }
}

/// One end of the connection between the program and the decoder process.
public struct MessageSocket: ~Copyable, Sendable {
    private let socket: OpenFile

    /// Takes over a connected socket that keeps the borders of messages (SOCK_SEQPACKET).
    public init(_ socket: consuming OpenFile) { self.socket = socket }

    /// The decoder process's end of the connection, which that process inherits as
    /// `childDescriptor`.
    public static func inherited() -> MessageSocket { MessageSocket(OpenFile(childDescriptor)) }

    /// The descriptor of that end in the decoder process.
    static let childDescriptor: CInt = 3

    var descriptor: CInt { socket.descriptor }

    /// Starts a thread that ends this process when the other end is closed, even while a picture is
    /// decoded.
    public func exitAtEnd() {
        var thread = pthread_t()
        let argument = UnsafeMutableRawPointer(bitPattern: Int(descriptor))
        pthread_create(
            &thread, nil,
            { argument in
                // Without requested events, poll reports only that the connection has ended.
                var entry = pollfd(fd: CInt(Int(bitPattern: argument)), events: 0, revents: 0)
                while poll(&entry, 1, -1) < 1 {}
                _exit(0)
            }, argument)
    }

    /// Receives a request; nil if the connection has ended, or for bytes that are not a request.
    public func receiveRequest() -> ReceivedRequest? {
        var files: [CInt] = [-1, -1]
        guard let request = receive(&files).flatMap({ DecodeRequest($0) }) else {
            closeAll(files)
            return nil
        }
        return ReceivedRequest(request, files)
    }

    /// Sends a reply without waiting; false if that fails, as when the connection has ended.
    @discardableResult
    public func send(_ reply: DecodeReply) -> Bool { send(reply.message, files: []) }

    /// Sends a request with files without waiting; false if that fails, as when the connection has
    /// ended.
    func send(_ request: DecodeRequest, files: [CInt]) -> Bool {
        send(request.message, files: files)
    }

    /// Receives a reply; nil if the connection has ended, or for bytes that are not a reply.
    func receiveReply() -> DecodeReply? {
        var files: [CInt] = [-1, -1]
        defer { closeAll(files) }
        return receive(&files).flatMap { DecodeReply($0) }
    }

    private func send(_ message: Message, files: [CInt]) -> Bool {
        let bytes = message.bytes
        let sent = try? result {
            process_send(descriptor, bytes, bytes.count, files, files.count)
        }
        return sent == bytes.count
    }

    private func receive(_ files: inout [CInt]) -> ArraySlice<UInt8>? {
        var bytes = [UInt8](repeating: 0, count: Message.largest)
        let count = try? result { process_receive(descriptor, &bytes, bytes.count, &files) }
        guard let count, count > 0 else { return nil }
        return bytes.prefix(count)
    }
}

/// Closes the descriptors that are not -1.
private func closeAll(_ files: [CInt]) {
    for file in files where file >= 0 { close(file) }
}
