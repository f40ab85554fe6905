import Geometry
import Motion
import Picture

/// A drawing of a device in a calibration pose, with its top edge marked.
struct PoseDrawing {
    let pose: CalibrationPose
    /// The elapsed share of the required rest, 0 to 1, shown at the table's edge.
    var share = 0.0

    /// The size of the drawing, in units of the SVG.
    static let size = Size(width: 800, height: 500)

    /// The drawing, in colours of the demo card.
    var svg: SVGDrawing {
        SVGDrawing(
            """
            <svg xmlns="http://www.w3.org/2000/svg" width="800" height="500" viewBox="0 0 800 500">
            <defs>
            <linearGradient id="room" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stop-color="#1b2033"/><stop offset="1" stop-color="#0d0f18"/>
            </linearGradient>
            <linearGradient id="screen" x1="0" y1="0" x2="0" y2="1">
            <stop offset="0" stop-color="#5d7fb8"/><stop offset="0.6" stop-color="#e8a87c"/>
            <stop offset="1" stop-color="#3a3550"/>
            </linearGradient>
            </defs>
            <rect width="800" height="500" fill="url(#room)"/>
            <g transform="\(placement)">\(device)</g>
            <path d="M120 330 H680" stroke="#3b425c" stroke-width="5" stroke-linecap="round"/>
            \(glow)
            </svg>
            """)
    }

    /// The lit part of the table's edge, which grows with `share` from the centre outwards.
    private var glow: String {
        guard share > 0 else { return "" }
        let half = 280 * min(1, share)
        return """
            <path d="M\(400 - half) 330 H\(400 + half)" stroke="#ffd28a" stroke-width="5" \
            stroke-linecap="round"/>
            """
    }

    /// The transform of the device: it is seen from the front, or if it lies, from a little above.
    private var placement: String {
        switch pose {
        case .flat, .faceDown: "translate(400 290) skewX(-35) scale(1 0.36)"
        case .topUp: "translate(400 217)"
        case .rightDown: "translate(400 177) rotate(90)"
        case .topDown: "translate(400 217) rotate(180)"
        case .leftDown: "translate(400 177) rotate(-90)"
        }
    }

    /// 300 x 220 about the origin, with the top edge marked.
    private var device: String {
        let face =
            pose == .faceDown
            ? "<circle cx=\"115\" cy=\"-80\" r=\"8\" fill=\"#252b3f\"/>"
            : """
            <rect x="-136" y="-96" width="272" height="192" rx="4" fill="url(#screen)"/>
            <path d="M-136 40 Q-60 5 0 30 T136 20 V92 Q136 96 132 96 H-132 Q-136 96 -136 92 Z" \
            fill="#2a2740"/>
            """
        return """
            <rect x="-150" y="-110" width="300" height="220" rx="14" fill="#4a5270"/>
            \(face)
            <path d="M-136 -110 H136" stroke="#ffd28a" stroke-width="6" stroke-linecap="round"/>
            """
    }
}
