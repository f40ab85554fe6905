internal import CGLES
internal import Geometry
internal import Platform

/// The planes of a foil's map as textures: of each its cells, and its colours.
final class GLFoilMap {
    private var names: [GLuint] = []
    private(set) var map: FoilMap?
    private(set) var byteCount = 0

    deinit { glDeleteTextures(GLsizei(names.count), names) }

    /// Takes a map. Gives the bytes that are new in the textures.
    func take(_ map: FoilMap) -> Int {
        if map === self.map { return 0 }
        glDeleteTextures(GLsizei(names.count), names)
        names = Array(repeating: 0, count: 2 * map.planes.count)
        glGenTextures(GLsizei(names.count), &names)
        byteCount = 0
        for (index, plane) in map.planes.enumerated() {
            let size = Self.size(plane, of: map)
            write(plane.cells.start, size, to: names[2 * index])
            let colours = PixelSize(width: plane.colours.count, height: 1)
            write(plane.colours.start, colours, to: names[2 * index + 1])
        }
        self.map = map
        return byteCount
    }

    /// How large the texture of a plane's cells is.
    static func size(_ plane: FoilMap.Plane, of map: FoilMap) -> PixelSize {
        PixelSize(width: plane.stride, height: map.size.height + 2 * plane.margin)
    }

    /// Binds the cells and the colours of each plane to two units, in this order, and activates the first
    /// unit.
    func bind() {
        for (unit, name) in names.enumerated().reversed() {
            glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
            glBindTexture(GLenum(GL_TEXTURE_2D), name)
        }
    }

    private func write(_ pixels: UnsafePointer<UInt32>, _ size: PixelSize, to name: GLuint) {
        glBindTexture(GLenum(GL_TEXTURE_2D), name)
        setTextureEdges()
        setTextureInterpolation(GL_NEAREST)
        glTexImage2D(
            GLenum(GL_TEXTURE_2D), 0, GL_RGBA, GLsizei(size.width), GLsizei(size.height), 0,
            GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), pixels)
        byteCount += 4 * size.area
    }
}
