import Motion

/// The sampling rates that a device offers, in Hz.
struct SamplingRates: Equatable {
    private enum Offer: Equatable {
        case list([Double])
        case range(ClosedRange<Double>, step: Double)
        case unknown
    }

    private let offer: Offer

    /// Reads `sampling_frequency_available`: numbers, or "[first step last]".
    init(_ text: String?) {
        let text = text ?? ""
        let isRange = text.hasPrefix("[")
        let numbers = text.split { $0.isWhitespace || "[]".contains($0) }
            .compactMap { Double($0) }.filter { $0.isFinite && $0 > 0 }
        if isRange, numbers.count == 3, numbers[0] <= numbers[2] {
            offer = .range(numbers[0]...numbers[2], step: numbers[1])
        } else if !isRange, !numbers.isEmpty {
            offer = .list(numbers.sorted())
        } else {
            offer = .unknown
        }
    }

    /// What is on offer, where it is a list.
    var listed: [Double] { if case .list(let rates) = offer { rates } else { [] } }

    /// The rate on offer nearest to `wanted`, the higher of two; never 0.
    func nearest(to wanted: Double) -> Double {
        switch offer {
        case .list(let rates):
            return rates.reversed().min { abs($0 - wanted) < abs($1 - wanted) } ?? wanted
        case .range(let range, let step):
            let bounded = min(max(wanted, range.lowerBound), range.upperBound)
            return range.lowerBound + ((bounded - range.lowerBound) / step).rounded() * step
        case .unknown:
            return max(1, wanted)
        }
    }
}

/// Where a sensor's sampling rate is set: its channels have it, or its whole device.
enum SamplingRateHome {
    case channel(IIOChannel)
    case device(IIODevice)

    /// Finds it; nil where no rate is shown.
    init?(device: IIODevice, channel: IIOChannel) {
        if channel.hasAttribute("sampling_frequency") {
            self = .channel(channel)
        } else if device.hasAttribute("sampling_frequency") {
            self = .device(device)
        } else {
            return nil
        }
    }

    /// The rates on offer.
    var rates: SamplingRates { SamplingRates(try? read("sampling_frequency_available")) }

    /// The rate in force, in Hz; nil where it cannot be read, or is 0: not running.
    var rate: Double? {
        let rate = (try? read("sampling_frequency")).flatMap { Double($0) }
        return rate.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Sets the rate nearest to `wanted`; what holds then is in `rate`.
    func set(nearest wanted: Double) throws(IIOError) {
        let chosen = rates.nearest(to: wanted)
        guard chosen != rate else { return }
        switch self {
        case .channel(let channel):
            try channel.setAttribute("sampling_frequency", to: chosen.short)
        case .device(let device): try device.setAttribute("sampling_frequency", to: chosen.short)
        }
    }

    private func read(_ name: String) throws(IIOError) -> String {
        switch self {
        case .channel(let channel): try channel.attribute(name)
        case .device(let device): try device.attribute(name)
        }
    }
}
