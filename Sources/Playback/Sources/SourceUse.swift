import Motion

/// What a source of motion is opened for.
public enum SourceUse: Sendable, CaseIterable {
    /// To tilt a card.
    case card
    /// To tell in a terminal how a card moves, where there is no pointer.
    case watching
    /// To be shared with other programs.
    case service
    /// To write its samples to a log.
    case recording
    /// To measure the sensor itself.
    case calibration

    /// Whether attitudes will do instead of samples. Such a source also waits for a sensor that
    /// disappears, and for a game controller that is absent at the start.
    public var takesAttitudes: Bool { self == .card || self == .watching || self == .service }

    /// What `auto` means: the first of these that is there.
    public var candidates: [SourceName] {
        switch self {
        case .card: [.socket(path: nil), .sensor, .pointer]
        case .watching: [.socket(path: nil), .sensor, .simulated(.orbit)]
        case .recording: [.socket(path: nil), .sensor]
        // A service reads no other service, and what a service gives is calibrated already.
        case .service, .calibration: [.sensor]
        }
    }
}

/// The first of some candidates that could be opened.
struct FirstOpened<Source> {
    let name: SourceName
    let source: Source
    /// Why the candidate before it could not be opened; nil if there was none.
    let reason: SourceError?
}

extension FirstOpened {
    /// Tries the candidates in their order; throws the error of the last one.
    init(
        of candidates: [SourceName], open: (SourceName) throws(SourceError) -> Source
    ) throws(SourceError) {
        var reason: SourceError?
        for name in candidates.dropLast() {
            do throws(SourceError) {
                self.init(name: name, source: try open(name), reason: reason)
                return
            } catch {
                reason = error
            }
        }
        let last = candidates[candidates.count - 1]
        self.init(name: last, source: try open(last), reason: reason)
    }
}
