internal import Platform

/// The wanted compositor.
public enum RendererChoice: String, Sendable, CaseIterable {
    /// `auto`: `gl` if there is a graphics processor and OpenGL works, else `cpu`.
    case auto, gl, cpu

    /// Whether OpenGL is tried. `auto` is decided without an OpenGL context, because a context
    /// takes 60 MB under llvmpipe.
    var usesOpenGL: Bool {
        switch self {
        case .gl: true
        case .cpu: false
        case .auto: Self.hasRenderNode
        }
    }

    /// The driver of a graphics processor creates `/dev/dri/renderD128` and following.
    private static var hasRenderNode: Bool {
        let names = (try? names(inFolder: "/dev/dri")) ?? []
        return names.contains { $0.hasPrefix("renderD") }
    }
}
