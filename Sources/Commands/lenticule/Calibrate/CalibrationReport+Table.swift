import Motion

extension CalibrationReport {
    /// The result for the user.
    var table: String {
        (residualLines + [""] + lines.map { $0.name.padded(to: 20) + $0.value } + remarks)
            .joined(separator: "\n")
    }

    private var residualLines: [String] {
        ["pose".padded(to: 20) + "m/s² beyond g   degrees off"]
            + residuals.map {
                $0.pose.rawValue.padded(to: 20)
                    + $0.force.rounded(toDigits: 3).aligned(to: 13)
                    + $0.angleDegrees.rounded(toDigits: 1).aligned(to: 14)
            }
    }

    private var lines: [(name: String, value: String)] {
        let degree = 180 / Double.pi
        return [
            ("mount matrix", "\(calibration.rounded.mount)"),
            ("sign", calibration.isReversed ? "reversed" : "as reported"),
            (
                "offset, m/s²",
                values(calibration.accelerationOffset, deviation: offsetDeviation, digits: 3)
            ),
            ("scale", values(calibration.accelerationScale, deviation: scaleDeviation, digits: 4)),
            ("bias, degrees/s", values(calibration.rotationBias * degree, digits: 3)),
            (
                "noise of a sample",
                "\(noise.acceleration.rounded(toDigits: 3)) m/s², "
                    + "\((noise.rate * degree).rounded(toDigits: 3)) degrees/s"
            ),
            ("gyroscope", gyroscope.words),
        ]
    }

    private func values(
        _ vector: Vector3, deviation: Vector3? = nil, digits: Int
    ) -> String {
        (0..<3).map { axis in
            let margin = deviation.map { " ± \($0[axis].rounded(toDigits: digits))" } ?? ""
            return "\(Self.axes[axis]) \(vector[axis].rounded(toDigits: digits))\(margin)"
        }.joined(separator: ", ")
    }

    private var remarks: [String] {
        var remarks: [String] = []
        let open = (0..<3).filter { !isScaleKnown($0) }.map { Self.axes[$0] }
        if !open.isEmpty {
            remarks.append(
                "On \(open.joined(separator: ", ")) only --six can separate scale and offset.")
        }
        if calibration.isReversed {
            remarks.append(
                "The driver reports gravity with the opposite sign. If the left edge was down instead of "
                    + "the right edge, calibrate again.")
        }
        return remarks
    }

    private static let axes = ["x", "y", "z"]
}

extension CalibrationReport.GyroscopeCheck {
    fileprivate var words: String {
        switch self {
        case .unseen: "not checked: there is no gyroscope, or samples are missing"
        case .agrees(let degrees):
            "turns with gravity, within \(degrees.rounded(toDigits: 1)) degrees"
        case .hasOtherAxes(let degrees):
            "has other axes; with them it turns with gravity, within "
                + "\(degrees.rounded(toDigits: 1)) degrees"
        case .isLeftHanded(let degrees):
            "has axes of the wrong sign; with the right ones it turns with gravity, within "
                + "\(degrees.rounded(toDigits: 1)) degrees"
        }
    }
}
