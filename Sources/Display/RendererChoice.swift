import Glibc

/// Which compositor is wanted.
public enum RendererChoice: String, Sendable, CaseIterable {
    /// `gl` where a graphics processor draws, else `cpu`.
    case auto, gl, cpu

    /// `auto` decided without making an OpenGL context, which alone takes 60 MB under llvmpipe.
    var usesOpenGL: Bool {
        switch self {
        case .gl: true
        case .cpu: false
        case .auto: Self.hasRenderNode
        }
    }

    /// A kernel driver with a graphics processor offers `/dev/dri/renderD128` and following.
    private static var hasRenderNode: Bool {
        var matches = glob_t()
        defer { globfree(&matches) }
        return glob("/dev/dri/renderD*", 0, nil, &matches) == 0 && matches.gl_pathc > 0
    }
}
