public import Geometry
public import Picture

/// A picture, or what else has a source, drawn at one size. Used on the main thread.
public final class Asset {
    struct Key: Hashable {
        let source: AssetID
        let fit: Fit
        let size: PixelSize
    }

    let key: Key
    /// What `key` names, as the card that was read last has it.
    public internal(set) var source: any AssetSource
    /// The picture at the size of `key`: drawn, or until it is drawn the bitmap of the asset that
    /// this one replaces, stretched. Nil if there is neither: it was not drawn yet, it was dropped,
    /// or it could not be drawn.
    public internal(set) var bitmap: Bitmap?
    /// Why the picture could not be drawn; `bitmap` is then an older one, if there is any.
    public internal(set) var failure: PictureError?
    /// Whether a frame has already waited for `bitmap`.
    var wasAwaited = false
    /// Whether `bitmap` is that of the asset that this one replaces.
    var isStretched = false
    /// The number of the last frame that used it; 0 before the first.
    var lastUse = 0

    init(_ key: Key, _ source: any AssetSource) { (self.key, self.source) = (key, source) }

    /// The place of `source`.
    public var place: AssetID { source.assetPlace }

    /// How large the picture is drawn.
    public var size: PixelSize { key.size }

    /// Whether there is neither a bitmap nor a failure: the picture was not drawn yet, or it was
    /// dropped and has to be drawn again.
    public var isPending: Bool { bitmap == nil && failure == nil }

    /// Whether there is nothing left to draw.
    public var isDone: Bool { failure != nil || (bitmap != nil && !isStretched) }

    /// The memory that the drawn picture takes.
    var bytes: Int { 4 * key.size.area }

    /// Takes the bitmap or the error that drawing the picture gave.
    func take(_ result: Result<Bitmap, PictureError>) {
        switch result {
        case .success(let bitmap): (self.bitmap, isStretched) = (bitmap, false)
        // An old bitmap stays in use, stretched: its file may be changing.
        case .failure(let error): failure = error
        }
    }
}
