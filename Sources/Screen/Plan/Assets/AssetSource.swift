public import Decoding
public import Geometry
public import Picture

/// What an asset is drawn from, at any size and on any thread, such as a page of a picture file.
public protocol AssetSource: Sendable {
    associatedtype ID: Hashable & Sendable
    associatedtype Place: Hashable & Sendable
    /// Sources with equal ids give equal bitmaps.
    var id: ID { get }
    /// Whether no other source has an equal id.
    var isUnique: Bool { get }
    /// What stays when that which is drawn changes, such as a page without the file's contents.
    var place: Place { get }
    /// What people should know of it, as far as it was drawn; nil if that is nothing.
    var remark: String? { get }

    /// Draws it at `size`, which may take seconds.
    func bitmap(_ size: PixelSize, fit: Fit) throws(PictureError) -> Bitmap
    /// Makes `bitmap` fail on other threads, also for other sources of the card.
    func cancel()
}

extension PictureFile: AssetSource {
    public var isUnique: Bool { id.isUnique }
    public var place: Page { page }
}

/// An identity of any type.
public struct AssetID: Hashable, Sendable {
    private let value: any Hashable & Sendable

    init(_ value: some Hashable & Sendable) { self.value = value }

    public static func == (one: AssetID, other: AssetID) -> Bool {
        AnyHashable(one.value) == AnyHashable(other.value)
    }

    public func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}

extension AssetSource {
    /// Its `id`, which can be compared with those of other kinds.
    public var assetID: AssetID { AssetID(id) }
    /// Its `place`, which can be compared with those of other kinds.
    public var assetPlace: AssetID { AssetID(place) }
}
