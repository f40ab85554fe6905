import Animation
import Scene
import TOML

extension TOMLTable {
    static let keyframeKeys = [
        "to", "linear", "cubic", "spring", "curve", "duration", "start-velocity", "end-velocity",
    ]

    /// The keyframes of a driver's table, as a track.
    func track(of parameter: Driver.Parameter) throws(TOMLError) -> Track {
        guard let value = self["track"] else { throw error("needs track") }
        let keyframes = try value.list(atLeast: 1).map { keyframe throws(TOMLError) in
            try keyframe.table().keyframe(of: parameter)
        }
        do {
            return try Track(keyframes, from: parameter.identity)
        } catch {
            throw value.error("\(error)")
        }
    }

    private func keyframe(of parameter: Driver.Parameter) throws(TOMLError) -> Keyframe {
        let kinds = ["linear", "cubic", "spring"]
        try refuseUnknown(Self.keyframeKeys)
        if parameter.isOfColour { try refuse(["start-velocity", "end-velocity"], "a colour") }
        guard let to = try self["to"]?.number(of: parameter) else {
            throw error("needs to = ..., the value at its end")
        }
        let given = given(of: kinds)
        guard given.count < 2 else {
            throw error("has \(given[0]) and \(given[1]): give one of them")
        }
        guard let kind = given.first, let value = self[kind] else {
            try refuse(["curve", "duration", "start-velocity", "end-velocity"], "a jump")
            return .jump(to: to)
        }
        switch kind {
        case "linear":
            try refuse(["duration", "start-velocity", "end-velocity"], "linear")
            return .linear(
                to: to, duration: try value.time(), curve: try self["curve"]?.curve() ?? .linear)
        case "cubic":
            try refuse(["duration", "curve"], "cubic")
            return .cubic(
                to: to, duration: try value.time(), startVelocity: try velocity("start-velocity"),
                endVelocity: try velocity("end-velocity"))
        default:
            try refuse(["curve", "end-velocity"], "spring")
            return try springKeyframe(to, value)
        }
    }

    private func springKeyframe(_ to: Double, _ value: TOMLValue) throws(TOMLError) -> Keyframe {
        let duration = try self["duration"].map { value throws(TOMLError) in try value.time() }
        let spring = try value.spring()
        if duration == nil, spring.settlingDuration > TOMLValue.times.upperBound {
            throw value.error(
                "does not come to rest within a day: give a duration, or another bounce or damping")
        }
        return .spring(
            to: to, duration: duration, spring: spring,
            startVelocity: try velocity("start-velocity"))
    }

    private func velocity(_ key: String) throws(TOMLError) -> Double? {
        try self[key]?.number(in: -1_000_000...1_000_000)
    }

    private func refuse(_ keys: [String], _ kind: String) throws(TOMLError) {
        for key in keys {
            if let value = self[key] { throw value.error("does not go with \(kind)") }
        }
    }
}
