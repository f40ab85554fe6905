internal import Geometry
internal import Paint
internal import Picture

/// A card's shader at its place in a picture. Only OpenGL draws it: `cpu` leaves the picture as it is.
struct PlacedShader {
    let shader: Shader
    /// From the layer's box to the picture's pixels, and back.
    let toPicture, fromPicture: Homography
    private let pictures: [Bitmap]

    /// Nil for a filter without a shader.
    init?(_ filter: Frame.Filter) {
        guard case .shader(let shader) = filter.change, let toPicture = filter.ownSpace,
            let fromPicture = toPicture.inverse
        else { return nil }
        (self.shader, self.toPicture, self.fromPicture) = (shader, toPicture, fromPicture)
        pictures = filter.pictures.bitmaps
    }

    /// What the shader is given under a name.
    func picture(_ name: String) -> Bitmap? {
        zip(shader.program.pictureNames, pictures).first { $0.0 == name }?.1
    }
}
