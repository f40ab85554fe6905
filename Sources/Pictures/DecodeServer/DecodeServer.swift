import CProcess
public import Decoding
import Geometry
import Glibc
import Paint
public import Picture
public import PictureFormats
public import Platform

/// Decodes pictures for the program at the other end of a socket, until the socket ends.
public struct DecodeServer: ~Copyable {
    /// Decodes the picture in an open file. The path's ending decides whether the picture is an
    /// SVG, whose references are relative to the path's folder. Errors name the path.
    public typealias Decode = (borrowing OpenFile, String) throws(PictureError) -> OpenPicture

    private let socket: MessageSocket
    private let decode: Decode
    /// The picture that is kept for the next request: an SVG whose size was asked for, or an
    /// animation with more pages. `keptFileNumber` is its file's number.
    private var kept: OpenPicture?
    private var keptFileNumber = 0
    /// The text that was laid out last, of which parts may be drawn next.
    private var laidOut: LaidOutText?

    /// `socket` is connected to the program.
    public init(
        _ socket: consuming MessageSocket,
        decode: @escaping Decode = { file, path throws(PictureError) in
            try OpenPicture(file, path: path)
        }
    ) {
        self.socket = socket
        self.decode = decode
    }

    /// Answers requests until the other end is closed or sends something invalid.
    public mutating func run() {
        while let received = socket.receiveRequest() {
            guard socket.send(answer(received)) else { return }
        }
    }

    /// Does what the request asks for, and returns the reply.
    private mutating func answer(_ received: borrowing ReceivedRequest) -> DecodeReply {
        do throws(PictureError) {
            switch received.request {
            case .confine(let wanted, let folders):
                let confinement = confine(wanted, reading: folders)
                // `exitAtEnd` starts a thread, which inherits the restrictions because it starts
                // after `confine`.
                socket.exitAtEnd()
                return .confined(confinement)
            case .size(let picture):
                dropOthers(than: picture)
                return .size(try size(of: picture, received))
            case .draw(let picture, let size, let fit):
                dropOthers(than: picture)
                return .drawn(isIncomplete: try draw(picture, received, size, fit))
            case .shapes(let picture, let element):
                dropOthers(than: picture)
                let shapes = try SVGShapes(
                    received.openFile(), path: picture.path, element: element)
                let memory = SharedPixels(try received.openMemory(), SharedPixels.textSize)
                return .written(byteCount: try memory.fill(shapes.text))
            case .layOut(let count):
                try layOut(try text(received, byteCount: count).text)
                let memory = SharedPixels(try received.openMemory(), SharedPixels.textSize)
                return .written(byteCount: try memory.fill(laidOut?.measured().encoded ?? ""))
            case .drawText(let count, let part, let map, let size):
                let drawn = try text(received, byteCount: count)
                let memory = SharedPixels(try received.openMemory(), size)
                try layOut(drawn.text)
                try memory.fill { pixels throws(PictureError) in
                    let isDrawn = laidOut?.draw(
                        part, clusters: drawn.clusters, into: pixels, size, map)
                    guard isDrawn == true else {
                        throw PictureError(.inputOutput, "there is no memory to draw it")
                    }
                }
                return .drawn(isIncomplete: false)
            }
        } catch {
            return .failed(error)
        }
    }

    private mutating func size(
        of picture: PictureReference, _ received: borrowing ReceivedRequest
    ) throws(PictureError) -> Size {
        let file = try received.openFile()
        guard isSVG(picture.path) else {
            return try OpenPicture.rasterSize(file, path: picture.path)
        }
        let open = try decode(file, picture.path)
        let size = open.size
        kept = consume open
        keptFileNumber = picture.fileNumber
        return size
    }

    /// Draws the picture; gives whether a part of it was missing in its file.
    private mutating func draw(
        _ picture: PictureReference, _ received: borrowing ReceivedRequest, _ size: PixelSize,
        _ fit: Fit
    ) throws(PictureError) -> Bool {
        let open =
            if let kept = kept.take() { kept } else {
                try decode(received.openFile(), picture.path)
            }
        try open.go(to: picture.page)
        let memory = SharedPixels(try received.openMemory(), size)
        try memory.fill { pixels throws(PictureError) in
            try open.draw(into: pixels, size, fit: fit)
        }
        let isIncomplete = open.isIncomplete
        guard open.hasMorePages else { return isIncomplete }
        kept = consume open
        keptFileNumber = picture.fileNumber
        return isIncomplete
    }

    /// The text that the memory describes which came in a file's place.
    private func text(
        _ received: borrowing ReceivedRequest, byteCount: Int
    ) throws(PictureError) -> DrawnText {
        let memory = SharedPixels(try received.openFile(), SharedPixels.textSize)
        guard let text = DrawnText(encoded: try memory.text(byteCount: byteCount)) else {
            throw PictureError(.malformed, "is no text")
        }
        return text
    }

    /// Lays out a text, if it is not the one that was laid out last.
    private mutating func layOut(_ text: TextDescription) throws(PictureError) {
        kept = nil
        if laidOut?.text == text { return }
        laidOut = nil
        laidOut = try LaidOutText(text)
    }

    /// Frees the kept picture if it is of another file: its memory would count toward the limit for
    /// `picture`.
    private mutating func dropOthers(than picture: PictureReference) {
        if keptFileNumber != picture.fileNumber { kept = nil }
    }
}

/// Gives up rights of this thread and of the threads that it starts later, as far as `wanted` says
/// and the kernel can. With all restrictions, the decoder process can only open these folders and
/// the files that libraries need, and only for reading.
private func confine(_ wanted: Confinement, reading folders: [String]) -> Confinement {
    process_forbid_new_privileges()
    return Confinement(
        landlock: wanted.landlock > 0 ? Landlock.confine(to: folders) : 0,
        hasFilter: wanted.hasFilter && SystemCallFilter.install())
}
