internal import System

/// The wanted compositor.
public enum RendererChoice: String, Sendable, CaseIterable {
    /// `gl` with a graphics processor, else `cpu`.
    case auto, gl, cpu

    /// Resolves `auto` without an OpenGL context, which takes 60 MB under llvmpipe.
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
