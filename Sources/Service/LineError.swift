import FoundationEssentials

/// A line that makes no sense; the text says what is wrong with it.
public struct LineError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Reads a line as JSON.
func decode<Content: Decodable>(_ line: some Sequence<UInt8>) throws(LineError) -> Content {
    do {
        return try JSONDecoder().decode(Content.self, from: Data(line))
    } catch let error as LineError {
        throw error
    } catch {
        throw LineError("not a line of this protocol")
    }
}
