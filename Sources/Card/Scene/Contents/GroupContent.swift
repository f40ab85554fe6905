/// The next layers, as a group.
public struct GroupContent: LayerContent {
    /// How many layers belong to it; layers of groups within it are counted too.
    public var count: Int

    public init(count: Int) { self.count = count }

    public var memberCount: Int? { count }

    public func label(_ pictures: [String]) -> String { "group" }
}

extension LayerContent where Self == GroupContent {
    /// A group of the next `count` layers; layers of groups within it are counted too.
    public static func group(count: Int) -> GroupContent { GroupContent(count: count) }
}
