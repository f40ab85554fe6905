import Motion

/// The sampling rates that a device offers, in Hz.
struct SamplingRates: Equatable {
    private enum Offer: Equatable {
        case list([Double])
        case range(ClosedRange<Double>, step: Double)
        case unknown
    }

    private let offer: Offer
    /// Hz: no sensor has a rate outside this range.
    static let possible = 1e-3...1e6

    /// Reads `sampling_frequency_available`: numbers, or "[first step last]".
    init(_ text: String?) {
        let text = text ?? ""
        let isRange = text.hasPrefix("[")
        let numbers = text.split { $0.isWhitespace || "[]".contains($0) }
            .compactMap { Double($0) }.filter(Self.possible.contains)
        if isRange, numbers.count == 3, numbers[0] <= numbers[2] {
            offer = .range(numbers[0]...numbers[2], step: numbers[1])
        } else if !isRange, !numbers.isEmpty {
            offer = .list(numbers.sorted())
        } else {
            offer = .unknown
        }
    }

    /// The offered rates, if they are a list; else none.
    var listed: [Double] { if case .list(let rates) = offer { rates } else { [] } }

    /// The offered rate nearest to `wanted`, the higher of two equally near; never 0. If the offer
    /// is unknown: `wanted`, but at least 1.
    func nearest(to wanted: Double) -> Double {
        switch offer {
        case .list(let rates):
            return rates.reversed().min { abs($0 - wanted) < abs($1 - wanted) } ?? wanted
        case .range(let range, let step):
            let bounded = min(max(wanted, range.lowerBound), range.upperBound)
            let most = ((range.upperBound - range.lowerBound) / step).rounded(.down)
            let steps = min(most, ((bounded - range.lowerBound) / step).rounded())
            return range.lowerBound + steps * step
        case .unknown:
            return max(1, wanted)
        }
    }
}

/// What has attributes: a channel or a device.
protocol AttributeOwner {
    func hasAttribute(_ name: String) -> Bool
    func attribute(_ name: String) throws(IIOError) -> String
    func setAttribute(_ name: String, to value: String) throws(IIOError)
}

/// The attribute of a sensor's sampling rate: its channel's, or its device's.
struct SamplingRateAttribute {
    private let owner: any AttributeOwner

    init?(device: IIODevice, channel: IIOChannel) {
        let owners: [any AttributeOwner] = [channel, device]
        guard let owner = owners.first(where: { $0.hasAttribute("sampling_frequency") }) else {
            return nil
        }
        self.owner = owner
    }

    var rates: SamplingRates {
        SamplingRates(try? owner.attribute("sampling_frequency_available"))
    }

    /// The current rate, in Hz; nil if it is unreadable or invalid. A stopped device reports 0.
    var rate: Double? {
        let rate = (try? owner.attribute("sampling_frequency")).flatMap { Double($0) }
        return rate.flatMap { SamplingRates.possible.contains($0) ? $0 : nil }
    }

    /// Sets the offered rate nearest to `wanted`; `rate` is the rate that results.
    func set(nearest wanted: Double) throws(IIOError) {
        let chosen = rates.nearest(to: wanted)
        guard chosen != rate else { return }
        try owner.setAttribute("sampling_frequency", to: chosen.short)
    }
}
