internal import Paint

/// The programs of cards' own shaders. One that the driver refuses is told once; then the last good one of the
/// same file stays.
struct GLCardShaders {
    private var programs = GLPrograms<GLShaderProgram>()
    private var refused: Set<ShaderProgram> = []
    /// By their files.
    private var good: [String: ShaderProgram] = [:]
    /// What a person has to be told.
    private(set) var messages: [String] = []

    var count: Int { programs.count }
    var compiled: Int { programs.compiled }

    mutating func beginFrame() { programs.beginFrame() }

    mutating func begin(_ text: ShaderProgram) { programs.begin(text) }

    mutating func finishOne() { programs.finishOne() }

    mutating func takeMessages() -> [String] {
        defer { messages = [] }
        return messages
    }

    /// The program of a text, or the last good one of its file; nil if there is none.
    mutating func program(_ text: ShaderProgram) -> GLShaderProgram? {
        if !refused.contains(text) {
            do throws(GLError) {
                let program = try programs.program(text)
                good[text.file] = text
                return program
            } catch {
                refused.insert(text)
                let shown =
                    good[text.file] == nil ? "without it" : "with the last one that was good"
                messages.append("\(error.mistake(in: text)); the layer is shown \(shown)")
            }
        }
        return good[text.file].flatMap { try? programs.program($0) }
    }
}

extension GLError {
    /// What a driver has to say of a card's text, with its place there.
    func mistake(in text: ShaderProgram) -> String {
        for line in lines {
            guard let (number, message) = DriverMessage.parts(line) else { continue }
            return
                "\(text.file):\(GLShaderProgram.line(number, of: text)): the driver says: \(message)"
        }
        return "\(text.file): \(description)"
    }
}

/// A line of a driver's messages, as `0:12(3): error: text`, `ERROR: 0:12: text` or `0(12) : error C1: text`.
enum DriverMessage {
    /// The number of the line that it is about, and its text; nil if it is about none.
    static func parts(_ line: String) -> (line: Int, text: String)? {
        guard
            let start = ["0:", "0("].compactMap({ line.firstRange(of: $0) })
                .min(by: { $0.lowerBound < $1.lowerBound })
        else { return nil }
        let digits = line[start.upperBound...].prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), let colon = line[digits.endIndex...].firstIndex(of: ":")
        else { return nil }
        var text = line[line.index(after: colon)...].drop { $0 == " " }
        if text.hasPrefix("error: ") { text = text.dropFirst(7) }
        return (number, String(text))
    }
}
