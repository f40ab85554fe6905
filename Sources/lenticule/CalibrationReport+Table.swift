import Motion

extension CalibrationReport {
    /// The result for people.
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
            ("bias, degrees/s", (calibration.rotationBias * degree).words(digits: 3)),
            (
                "noise of a sample",
                "\(noise.acceleration.rounded(toDigits: 3)) m/s², "
                    + "\((noise.rate * degree).rounded(toDigits: 3)) degrees/s"
            ),
            ("gyroscope", gyroscope.words),
        ]
    }

    private func values(_ vector: Vector3, deviation: Vector3, digits: Int) -> String {
        (0..<3).map {
            "\("xyz".dropFirst($0).prefix(1)) \(vector[$0].rounded(toDigits: digits)) ± "
                + deviation[$0].rounded(toDigits: digits)
        }.joined(separator: ", ")
    }

    private var remarks: [String] {
        let unknown = (0..<3).filter { !isScaleKnown($0) }.map { "xyz".dropFirst($0).prefix(1) }
        return
            (unknown.isEmpty
            ? []
            : [
                "The poses tell scale from offset on no axis or not on all: \(unknown.joined(separator: ", ")) "
                    + "would need --six."
            ])
            + (calibration.isReversed
                ? [
                    "The driver reports gravity with the opposite sign; or the left edge was down where "
                        + "the right one should be, then calibrate again."
                ] : [])
    }
}

extension CalibrationReport.GyroscopeCheck {
    fileprivate var words: String {
        switch self {
        case .unseen: "not checked: there is none, or samples were missing"
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

extension Vector3 {
    fileprivate func words(digits: Int) -> String {
        (0..<3).map { "\("xyz".dropFirst($0).prefix(1)) \(self[$0].rounded(toDigits: digits))" }
            .joined(separator: ", ")
    }
}

extension String {
    /// With spaces behind it, so many characters wide.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// With spaces before it, so many characters wide.
    fileprivate func aligned(to width: Int) -> String {
        String(repeating: " ", count: Swift.max(0, width - count)) + self
    }
}
