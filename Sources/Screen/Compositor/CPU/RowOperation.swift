internal import CRowKernels
internal import Geometry
internal import Paint
internal import Picture
internal import Platform

/// An operation of a list, prepared for drawing it row by row: plain numbers, which several threads
/// read without counting references. The list and `RowContents` keep alive what they point to. With
/// OpenGL: `GLLayerProgram`.
struct RowOperation {
    enum Content {
        case picture(UnsafePointer<PlacedPicture>)
        case copy(CopiedPicture)
        case colour(PixelQuad)
        case gradient(UnsafePointer<PlacedShading>)
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
    let area: PixelRect
    /// With the weight of the operation: see `Frame.Layer.weight`.
    let coverage: RowCoverage

    init(_ operation: DrawOperation, _ content: Content, _ coverage: RowCoverage) {
        (self.content, self.coverage) = (content, coverage)
        (innerCount, area) = (operation.innerCount, operation.area)
        compositing = CompositingOperator(operation.compositing)
        colours = operation.colours.map { rows_matrix($0) }
    }

    /// Whether the content is composited by source-over, with full weight and its own colours.
    var isPlainSourceOver: Bool {
        if case .normal = compositing { coverage.weight == .max && colours == nil } else { false }
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

extension rows_matrix {
    fileprivate init(_ matrix: ColourMatrix) {
        func row(_ row: SIMD4<Double>) -> (Float, Float, Float, Float) {
            (Float(row.x), Float(row.y), Float(row.z), Float(row.w))
        }
        self.init(red: row(matrix.red), green: row(matrix.green), blue: row(matrix.blue))
    }
}
