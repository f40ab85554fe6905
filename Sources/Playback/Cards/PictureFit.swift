import Decoding
public import Geometry
import Motion
import Platform

/// How pictures that are no card yet fill the card that they become.
public struct PictureFit: Sendable, Equatable {
    public let mode: Fit.Mode
    /// For people: why it is not the usual one; nil if it is.
    public let remark: String?

    /// The wished fit, else what the pictures need. Those that cannot be measured do not count.
    public init(_ wished: Fit.Mode?, for paths: [String]) {
        let isNeeded = wished == nil && paths.count > 1
        self.init(
            wished, for: paths,
            sizes: isNeeded ? PictureFile.files(paths).map { try? $0.size() } : [])
    }

    /// The same for pictures of these sizes.
    public init(_ wished: Fit.Mode?, for paths: [String], sizes: [Size?]) {
        let known = zip(paths, sizes).compactMap { path, size in size.map { (path, $0) } }
        guard wished == nil, let (first, size) = known.first,
            let (other, otherSize) = known.first(where: { !$0.1.hasShape(of: size) })
        else {
            (mode, remark) = (wished ?? .stretch, nil)
            return
        }
        mode = .cover
        remark = """
            \(other) is \(otherSize.text) and \(first) \(size.text): each picture covers the card and is \
            cut at its edges; --fit contain shows all of it, --fit stretch distorts it
            """
    }
}

extension Size {
    /// For people.
    fileprivate var text: String {
        "\(width.rounded(toAtMost: 2)) x \(height.rounded(toAtMost: 2))"
    }
}
