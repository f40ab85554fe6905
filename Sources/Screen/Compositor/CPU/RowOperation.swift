internal import CRowKernels
internal import Geometry
internal import Paint
internal import Picture
internal import Platform

/// An operation of a list, prepared for drawing it row by row: plain numbers, which several threads
/// read without counting references. The list and `PreparedBitmaps` keep alive what they point to.
struct RowOperation {
    enum Content {
        case picture(PlacedPicture)
        case copy(CopiedPicture)
        case colour(PixelQuad)
        case gradient(PlacedShading)
        case group
    }

    /// How a row of the operation is combined with what was drawn before in the same row.
    enum CompositingOperator {
        case normal
        case blend(rows_mode)
        case mask(MaskKind)
    }

    let content: Content
    /// How many of the next operations belong to the group; 0 for other contents.
    let innerCount: Int
    /// The change of the content's colours; nil: they stay.
    let colours: rows_matrix?
    let compositing: CompositingOperator
    /// See `Frame.Layer.weight`.
    let weight: UInt16
    let area: PixelRect
    let coverage: RowCoverage

    init(
        _ operation: DrawOperation, outlines: UnsafeBufferPointer<Outline>,
        bitmaps: inout PreparedBitmaps
    ) {
        innerCount = operation.innerCount
        (weight, area) = (operation.weight, operation.area)
        compositing = CompositingOperator(operation.compositing)
        colours = operation.colours.map { rows_matrix($0) }
        coverage = RowCoverage(
            operation, UnsafeBufferPointer(rebasing: outlines[operation.outlines]))
        content =
            switch operation.content {
            case .picture(let sampling): Self.picture(sampling, operation.area, &bitmaps)
            case .colour(let colour): .colour(PixelQuad(colour))
            case .gradient(let shading): .gradient(PlacedShading(shading))
            case .group: .group
            }
    }

    /// Whether the content is composited by source-over, with full weight and its own colours.
    var isPlainSourceOver: Bool {
        if case .normal = compositing { weight == .max && colours == nil } else { false }
    }

    private static func picture(
        _ sampling: Sampling, _ area: PixelRect, _ bitmaps: inout PreparedBitmaps
    ) -> Content {
        let runs = bitmaps.runs.runs(of: sampling.mip)
        if let offset = sampling.copyOffset(in: area) {
            return .copy(CopiedPicture(sampling, offset: offset, runs: runs))
        }
        guard sampling.columns.count > 1 else {
            let widened = bitmaps.widened(sampling.mip, column: sampling.columns.lowerBound)
            return .picture(PlacedPicture(sampling, widened, columns: 0...0, runs: nil))
        }
        return .picture(
            PlacedPicture(sampling, sampling.mip, columns: sampling.columns, runs: runs))
    }
}

extension RowOperation.CompositingOperator {
    fileprivate init(_ compositing: Frame.CompositingOperator) {
        self =
            switch compositing {
            case .blend(let mode): rows_mode(mode).map { .blend($0) } ?? .normal
            case .mask(let mask): .mask(mask)
            }
    }

    var isMask: Bool {
        if case .mask = self { true } else { false }
    }
}

extension rows_mode {
    /// Nil for the normal mode, which has loops of its own.
    fileprivate init?(_ mode: BlendMode) {
        switch mode {
        case .normal: return nil
        case .multiply: self = rows_multiply
        case .screen: self = rows_screen
        case .overlay: self = rows_overlay
        case .darken: self = rows_darken
        case .lighten: self = rows_lighten
        case .colorDodge: self = rows_color_dodge
        case .colorBurn: self = rows_color_burn
        case .hardLight: self = rows_hard_light
        case .softLight: self = rows_soft_light
        case .difference: self = rows_difference
        case .exclusion: self = rows_exclusion
        case .hue: self = rows_hue
        case .saturation: self = rows_saturation
        case .color: self = rows_color
        case .luminosity: self = rows_luminosity
        case .plusLighter: self = rows_plus_lighter
        case .linear: self = rows_normal_in_light
        }
    }
}

/// What is computed from bitmaps before they are drawn: their visible runs, and widened copies.
struct PreparedBitmaps {
    var runs = VisibleRunsCache()
    /// The widened copies of the present list; kept so that their pixels stay in memory.
    private var widened: [Bitmap] = []

    /// Begins a drawing of operations: forgets the runs that the last drawing did not need, and all
    /// widened copies.
    mutating func begin() {
        runs.forgetOthers()
        widened.removeAll(keepingCapacity: true)
    }

    /// A bitmap of two columns that are both copies of `column`: the loops read each pixel together
    /// with the one at its right.
    mutating func widened(_ bitmap: Bitmap, column: Int) -> Bitmap {
        let pixels = (0..<2 * bitmap.height).map { bitmap[column, $0 / 2] }
        let two = Bitmap(width: 2, height: bitmap.height, pixels: pixels)
        widened.append(two)
        return two
    }
}

extension PixelQuad {
    fileprivate init(_ colour: Colour) {
        let components = colour.premultiplied * 65280
        func lanes(_ low: Double, _ high: Double) -> Lanes {
            let (low, high) = (UInt16(saturating: low), UInt16(saturating: high))
            return Lanes(low, high, low, high, low, high, low, high)
        }
        self.init(even: lanes(components.z, components.x), odd: lanes(components.y, components.w))
    }
}

extension rows_matrix {
    fileprivate init(_ matrix: ColourMatrix) {
        func row(_ row: SIMD4<Double>) -> (Float, Float, Float, Float) {
            (Float(row.x), Float(row.y), Float(row.z), Float(row.w))
        }
        self.init(red: row(matrix.red), green: row(matrix.green), blue: row(matrix.blue))
    }
}
