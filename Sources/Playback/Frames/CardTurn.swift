import Glibc
public import Motion

/// How a card that is held is turned towards its viewer.
///
/// The axes are the viewer's: x goes right, y down, z towards the viewer.
public struct CardTurn: Sendable, Equatable {
    /// The card's directions to its right edge, to its lower edge, and out of its front; of length 1.
    let right, down, out: SIMD3<Double>

    /// Not turned.
    public static let none = CardTurn(rightEdgeBack: 0, topEdgeForward: 0)

    /// The largest turn, degrees: beyond it one sees too little of the card.
    private static let most = 60.0
    /// Degrees: smaller differences are not seen, and give the same turn.
    private static let step = 0.01

    /// The turn of a card with this axis, by its tilts.
    public init(_ tilts: Tilts, axis: TiltAxis) {
        if axis == .steering {
            self.init(clockwise: tilts.card)
        } else {
            self.init(rightEdgeBack: tilts.aboutVertical, topEdgeForward: tilts.aboutHorizontal)
        }
    }

    /// Turned like a steering wheel, degrees.
    private init(clockwise degrees: Double) {
        let angle = Self.radians(degrees)
        right = SIMD3(cos(angle), sin(angle), 0)
        down = SIMD3(-sin(angle), cos(angle), 0)
        out = SIMD3(0, 0, 1)
    }

    /// Turned about one axis in the card's plane, so that both tilts, degrees, are as they are
    /// given.
    private init(rightEdgeBack x: Double, topEdgeForward y: Double) {
        let (x, y) = (tan(Self.radians(x)), tan(Self.radians(y)))
        let excess = max(1, hypot(x, y) / tan(Self.radians(Self.most)))
        let leaning = SIMD3(x / excess, y / excess, 1)
        let out = leaning / (leaning * leaning).sum().squareRoot()
        let share = out / (1 + out.z)
        right = SIMD3(1 - out.x * share.x, -out.x * share.y, -out.x)
        down = SIMD3(-out.x * share.y, 1 - out.y * share.y, -out.y)
        self.out = out
    }

    private static func radians(_ degrees: Double) -> Double {
        let seen = degrees.isNaN ? 0 : min(max(degrees, -most), most)
        return (seen / step).rounded() * step * .pi / 180
    }
}
