internal import CGLES
internal import Geometry

/// The numbers of a lens's table as a texture. The lower eight bits of a number are its luminance, the
/// upper ones its alpha.
///
/// Its rows are the banks (`LensRaster`) of the phases, then those of the weights of each picture, then
/// those of the relief's shades and of its lights.
final class GLLensTable {
    private var name = GLuint(0)
    private var raster: LensRaster?
    private(set) var size = PixelSize(width: 0, height: 0)

    init() { glGenTextures(1, &name) }

    deinit { glDeleteTextures(1, &name) }

    var byteCount: Int { 2 * size.area }

    /// How large a texture of a table is.
    static func size(_ table: LensTable) -> PixelSize {
        let kinds = 1 + table.pictures.count + (table.relief == nil ? 0 : 2)
        return PixelSize(
            width: table.raster.bankLength, height: table.raster.banks * kinds)
    }

    /// Takes the numbers of a table, and leaves the texture bound. Gives the bytes that are new in the
    /// texture.
    func take(_ table: LensTable) -> Int {
        bind()
        let own = Self.size(table)
        if own != size {
            (size, raster) = (own, nil)
            setTextureEdges()
            setTextureInterpolation(GL_NEAREST)
            glTexImage2D(
                GLenum(GL_TEXTURE_2D), 0, GL_LUMINANCE_ALPHA, GLsizei(size.width),
                GLsizei(size.height), 0, GLenum(GL_LUMINANCE_ALPHA), GLenum(GL_UNSIGNED_BYTE), nil)
        }
        let (isNew, banks) = (raster != table.raster, table.raster.banks)
        if isNew {
            write(table.raster.phases, row: 0)
            raster = table.raster
        }
        let numbers = table.weights + (table.relief.map { $0.shades + $0.lights } ?? [])
        write(numbers, row: banks)
        return 2 * (numbers.count + (isNew ? table.raster.length : 0))
    }

    func bind() { glBindTexture(GLenum(GL_TEXTURE_2D), name) }

    private func write(_ numbers: [UInt16], row: Int) {
        numbers.withUnsafeBytes { bytes in
            glTexSubImage2D(
                GLenum(GL_TEXTURE_2D), 0, 0, GLint(row), GLsizei(size.width),
                GLsizei(numbers.count / size.width), GLenum(GL_LUMINANCE_ALPHA),
                GLenum(GL_UNSIGNED_BYTE), bytes.baseAddress)
        }
    }
}
