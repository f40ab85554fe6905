/// The way from a document's root to a value, step by step.
public struct TOMLPath: Sendable, Hashable, ExpressibleByArrayLiteral, CustomStringConvertible {
    public enum Step: Sendable, Hashable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
        /// To the value of a table's key.
        case key(String)
        /// To a value of a list, counted from 0.
        case index(Int)

        public init(stringLiteral key: String) { self = .key(key) }
        public init(integerLiteral index: Int) { self = .index(index) }
    }

    public var steps: [Step]

    public init(_ steps: [Step] = []) { self.steps = steps }

    public init(arrayLiteral steps: Step...) { self.steps = steps }

    /// The way to what contains the value; nil for the root.
    public var parent: TOMLPath? { steps.isEmpty ? nil : TOMLPath(steps.dropLast()) }

    /// The way to a value in this one.
    public func appending(_ step: Step) -> TOMLPath { TOMLPath(steps + [step]) }

    /// Whether this is the way to `other` or to something that contains it.
    public func contains(_ other: TOMLPath) -> Bool { other.steps.starts(with: steps) }

    /// As values are named in messages: `layer[2].size[1]`, where lists are counted from 1.
    public var description: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .key(let key): text += (text.isEmpty ? "" : ".") + [key].dottedForTOML
            case .index(let index): text += "[\(index + 1)]"
            }
        }
    }
}

extension TOMLTable {
    /// The value at the end of a path; nil if there is none.
    public subscript(path: TOMLPath) -> TOMLValue? {
        guard case .key(let key)? = path.steps.first, let value = self[key] else { return nil }
        return value.value(at: path.steps.dropFirst())
    }

    /// The paths of all values, in the file's order: each table and list before what it contains.
    public var paths: [TOMLPath] { paths(after: TOMLPath()) }

    fileprivate func paths(after path: TOMLPath) -> [TOMLPath] {
        entries.flatMap { $0.value.paths(from: path.appending(.key($0.key))) }
    }
}

extension TOMLValue {
    fileprivate func value(at steps: ArraySlice<TOMLPath.Step>) -> TOMLValue? {
        guard let step = steps.first else { return self }
        switch (step, content) {
        case (.key(let key), .table(let table)):
            return table[key]?.value(at: steps.dropFirst())
        case (.index(let index), .array(let values)):
            guard values.indices.contains(index) else { return nil }
            return values[index].value(at: steps.dropFirst())
        default: return nil
        }
    }

    fileprivate func paths(from path: TOMLPath) -> [TOMLPath] {
        switch content {
        case .table(let table): [path] + table.paths(after: path)
        case .array(let values):
            [path] + values.enumerated().flatMap { $1.paths(from: path.appending(.index($0))) }
        default: [path]
        }
    }
}

// Meanings, without places and names.
extension TOMLTable {
    /// Whether both tables mean the same; what stands at `path` does not count, nor whether it is there.
    public func means(_ other: TOMLTable, exceptAt path: TOMLPath? = nil) -> Bool {
        means(other, exceptAt: path.map { $0.steps[...] })
    }

    fileprivate func means(_ other: TOMLTable, exceptAt steps: ArraySlice<TOMLPath.Step>?) -> Bool {
        let excepted = steps.flatMap { $0.count == 1 ? $0.first : nil }
        func counted(_ table: TOMLTable) -> [String: TOMLValue] {
            let entries = table.entries.filter { .key($0.key) != excepted }
            return Dictionary(entries.map { ($0.key, $0.value) }) { first, _ in first }
        }
        let (one, two) = (counted(self), counted(other))
        return one.count == two.count
            && one.allSatisfy { key, value in
                let rest = steps.flatMap { $0.first == .key(key) ? $0.dropFirst() : nil }
                return two[key].map { value.means($0, exceptAt: rest) } ?? false
            }
    }
}

extension TOMLValue {
    /// Whether both values mean the same.
    public func means(_ other: TOMLValue) -> Bool { means(other, exceptAt: nil) }

    fileprivate func means(_ other: TOMLValue, exceptAt steps: ArraySlice<TOMLPath.Step>?) -> Bool {
        if steps?.isEmpty == true { return true }
        switch (content, other.content) {
        case (.table(let one), .table(let two)): return one.means(two, exceptAt: steps)
        case (.array(let one), .array(let two)):
            return one.count == two.count
                && zip(one, two).enumerated().allSatisfy { index, pair in
                    let rest = steps.flatMap { $0.first == .index(index) ? $0.dropFirst() : nil }
                    return pair.0.means(pair.1, exceptAt: rest)
                }
        case (.float(let one), .float(let two)):
            return one.bitPattern == two.bitPattern || one.isNaN && two.isNaN
        default: return content == other.content
        }
    }
}
