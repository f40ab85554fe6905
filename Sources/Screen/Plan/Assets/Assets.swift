public import Geometry
import Glibc
import Picture
import Platform

/// The drawn pictures of all cards, each drawn once for every source, fit and size.
///
/// A picture is drawn on another thread when it is first needed, or before. Beyond a budget of memory
/// those pictures are dropped whose last use is the longest ago. Used on the main thread.
public final class Assets {
    private var assets: [Asset.Key: Asset] = [:]
    /// The keys of the assets of the card on the screen.
    private var cardKeys: Set<Asset.Key> = []
    /// The keys of the assets in whose place others came since the last `setCardAssets`.
    private var replaced: Set<Asset.Key> = []
    /// The keys of the assets that are not dropped even if the present frame does not use them. The
    /// last `prepare` that found something to draw chose them: those that were visible then, and
    /// others that fit into the budget. `setCardAssets` empties the set.
    private(set) var kept: Set<Asset.Key> = []
    private let loader: AssetLoader
    /// How much memory drawn pictures, and what a compositor keeps of them, may take, bytes.
    public let budget: Int
    /// The part of the budget that the pictures of all lenses of a card may take.
    public var lensBudget: Int { budget / 2 }
    /// What the compositor that shows the pictures keeps beside them, bytes.
    public var compositorBytes = 0 {
        didSet { if compositorBytes > oldValue { keepBudget() } }
    }
    /// What a card before this one keeps, which is still on the screen, bytes.
    public var formerBytes = 0
    /// Seconds for which a frame waits for its pictures.
    private let patience: Double
    /// When the present frame waits no longer, in seconds of CLOCK_MONOTONIC.
    private(set) var waitEnd = 0.0
    private var frameNumber = 0

    /// 512 MB, or half of the machine's memory if that is less; in bytes.
    public static var standardBudget: Int {
        let memory = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        return min(mostBudget, memory / 2)
    }

    /// A frame waits at most `patience` seconds for its pictures. `wake` is called on another
    /// thread after a picture was drawn or could not be drawn, and not after `close`.
    public init(
        budget: Int = Assets.standardBudget, patience: Double = .infinity,
        wake: @escaping @Sendable () -> Void = {}
    ) {
        (self.budget, self.patience) = (budget, patience)
        loader = AssetLoader(wake: wake)
    }

    deinit { close() }

    /// Ends the drawing in the background.
    public func close() { loader.close() }

    /// The picture at this size, not drawn yet if it is new.
    ///
    /// `old` is another asset of the same place: of another size or fit, or of an earlier state of
    /// a file. `setCardAssets` removes `old` unless the card has it, and a new asset shows the
    /// bitmap of `old`, stretched, until the new asset is drawn. A picture that could not be drawn
    /// is tried again, from `source`.
    public func asset(
        of source: any AssetSource, fit: Fit, size: PixelSize, replacing old: Asset? = nil
    ) -> Asset {
        takeFinished()  // A result that still waits is one of an earlier decoder.
        let key = Asset.Key(source: source.assetID, fit: fit, size: size)
        if let old, old.key != key { replaced.insert(old.key) }
        if let known = assets[key] {
            (known.source, known.failure, known.wasAwaited) = (source, nil, false)
            return known
        }
        let asset = Asset(key, source)
        if let stretched = old?.bitmap?.stretched(to: size) {
            (asset.bitmap, asset.isStretched) = (stretched, true)
        }
        assets[key] = asset
        return asset
    }

    /// Makes these the assets of the card on the screen. Keeps another asset only if it has a
    /// bitmap, no other asset took its place, and its source is not unique, as that
    /// of an SVG: no other source has the key of such an asset.
    public func setCardAssets(_ cardAssets: [Asset]) {
        cardKeys = Set(cardAssets.map(\.key))
        kept = []
        loader.keepOnly(cardAssets)
        assets = assets.filter { key, asset in
            cardKeys.contains(key)
                || (asset.bitmap != nil && !asset.source.isUnique && !replaced.contains(key))
        }
        replaced = []
    }

    /// Begins a frame: what is used from now on is newer than what was used before.
    public func beginFrame() {
        frameNumber += 1
        waitEnd = monotonicSeconds() + patience
    }

    /// Marks an asset as used by the present frame. If it is pending, requests it before all
    /// others; the first time, also waits for it, at most until the frame's wait ends.
    public func require(_ asset: Asset) {
        asset.lastUse = frameNumber
        guard asset.isPending else { return }
        loader.load(asset, isUrgent: true)
        if !asset.wasAwaited { loader.wait(for: asset, until: waitEnd) }
        asset.wasAwaited = true
        takeFinished()
    }

    /// Requests those of these assets that have no bitmap or a stretched one, and no failure: all
    /// that the present frame used, and others until the budget is full.
    public func prepare(_ wanted: [Asset]) {
        guard wanted.contains(where: { !$0.isDone }) else { return }
        let visible = wanted.filter { $0.lastUse == frameNumber }
        kept = []
        var bytes = compositorBytes
        for asset in visible + wanted where kept.insert(asset.key).inserted {
            bytes += asset.bytes
            if bytes > budget, asset.lastUse < frameNumber {
                kept.remove(asset.key)
            } else if !asset.isDone {
                loader.load(asset, isUrgent: false)
            }
        }
    }

    /// Wakes the loop that shows the pictures, on any thread.
    var wake: @Sendable () -> Void { { [loader] in loader.wakeUnlessClosed() } }

    /// Whether `takeFinished` has something to take.
    public var hasFinished: Bool { loader.hasFinished }

    /// Takes the pictures that were finished in the background.
    public func takeFinished() {
        let finished = loader.take()
        for (key, result) in finished { assets[key]?.take(result) }
        if !finished.isEmpty { keepBudget() }
    }

    /// The most that `standardBudget` is.
    private static let mostBudget = 512_000_000

    /// Bytes of all drawn pictures, of what the compositor keeps, and of what is still on the screen.
    private var bytes: Int {
        assets.values.reduce(compositorBytes + formerBytes) {
            $0 + ($1.bitmap == nil ? 0 : $1.bytes)
        }
    }

    /// Drops what is beyond the budget, but nothing that this frame uses and nothing in `kept`.
    private func keepBudget() {
        var excess = bytes - budget
        guard excess > 0 else { return }
        let hidden = assets.values.filter {
            $0.lastUse < frameNumber && $0.bitmap != nil && !kept.contains($0.key)
        }
        for asset in hidden.sorted(by: { $0.lastUse < $1.lastUse }) where excess > 0 {
            excess -= asset.bytes
            (asset.bitmap, asset.wasAwaited) = (nil, false)
            if !cardKeys.contains(asset.key) { assets[asset.key] = nil }
        }
    }
}
