import Glibc
public import Picture
public import Platform
import SystemPackage

/// A folder of numbered pictures: `frame-00000.png` and following.
public struct FrameFolder {
    /// With a slash at its end.
    private let path: String
    /// Files that must not be overwritten or removed.
    private let inputFiles: [String]
    private var count = 0

    /// Creates the folder if it does not exist.
    public init(_ path: String, inputFiles: [String]) throws(FileError) {
        self.path = path.hasSuffix("/") ? path : path + "/"
        self.inputFiles = inputFiles
        do throws(Errno) {
            try result { mkdir(path, 0o777) }
        } catch {
            guard error == .fileExists else {
                throw FileError("make the folder", path, error)
            }
        }
    }

    /// Writes this many equal frames.
    public mutating func append(_ bitmap: Bitmap, frames: Int) throws {
        let bytes = try bitmap.png(isFrame: true)
        for number in count..<count + frames {
            let file = try OutputFile(path + Self.name(number), inputFiles: inputFiles)
            try file.write(bytes)
            try file.finish()
        }
        count += frames
    }

    /// Removes frames of an earlier, longer run, which would follow at the end of a film made from
    /// the folder; returns their paths. All other pictures stay, and so does what is an input of
    /// this run.
    public func removeOlder() throws(FileError) -> [String] {
        let older = try names(inFolder: path).filter {
            (Self.number($0) ?? -1) >= count && isOwnFrame(path + $0)
                && (try? checkDistinct(output: path + $0, from: inputFiles)) != nil
        }
        for name in older {
            do throws(Errno) {
                try result { unlink(path + name) }
            } catch {
                throw FileError("remove", path + name, error)
            }
        }
        return older.map { path + $0 }
    }

    private static func name(_ number: Int) -> String {
        let digits = String(number)
        return "frame-" + String(repeating: "0", count: max(0, 5 - digits.count)) + digits + ".png"
    }

    /// The number in a frame's name.
    private static func number(_ name: String) -> Int? {
        guard name.hasPrefix("frame-"), name.hasSuffix(".png"),
            let number = Int(name.dropFirst(6).dropLast(4)), Self.name(number) == name
        else { return nil }
        return number
    }
}
