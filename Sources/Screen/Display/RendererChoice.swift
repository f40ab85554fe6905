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
        return names.contains { $0.hasPrefix("renderD") && !isVirtualWithout3D($0) }
    }

    /// Whether a virtual machine's card, of the driver virtio_gpu, has no 3D: OpenGL is then software. The
    /// first of its features, each '0' or '1', is VIRTIO_GPU_F_VIRGL.
    private static func isVirtualWithout3D(_ node: String) -> Bool {
        let parent = "/sys/class/drm/\(node)/device"
        // The node's device is the virtual one, or the PCI device above it.
        let virtual = ((try? names(inFolder: parent)) ?? []).filter { $0.hasPrefix("virtio") }
        return ([parent] + virtual.map { "\(parent)/\($0)" }).contains { device in
            realPath("\(device)/driver")?.hasSuffix("/virtio_gpu") == true
                && readText("\(device)/features")?.hasPrefix("0") == true
        }
    }
}
