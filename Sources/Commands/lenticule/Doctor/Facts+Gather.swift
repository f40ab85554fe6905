import Card
import Decoding
import Display
import Doctor
import FoundationEssentials
import Glibc
import IIO
import Playback
import Service
import TOML

extension Facts {
    /// Examines this machine as `show` would; each wait is limited to some seconds.
    static func gathered(explicitConfiguration: String?) -> Facts {
        let environment = ProcessInfo.processInfo.environment
        let files = Config.files(explicit: explicitConfiguration, environment: environment)
        var loaded = Config()
        let configuration = files.compactMap { FileFacts(reading: $0, into: &loaded) }
        let config = loaded
        let (source, show) = (config.source, config.show)
        // The thread of a sensor that does not answer stays until the program's end.
        let sensor = withTimeLimit(seconds: 15) { SensorFacts(measuring: source) }
        let opened = withTimeLimit(seconds: 10) { SourceFacts(opening: config) }
        let paths = SocketFile.clientPaths(
            configured: config.serve.socket, given: source.from.socketPath)
        let service = withTimeLimit(seconds: 5) { paths.map { ServiceFacts.Answer(at: $0) } }
        let display = withTimeLimit(seconds: 5) { DisplayFacts(opening: show) }
        var facts = Facts(
            machine: withTimeLimit(seconds: 10) { MachineFacts() }
                ?? MachineFacts(Root("/dev/null")),
            sensor: sensor ?? SensorFacts(unanswered: source),
            service: ServiceFacts(answers: service ?? [.failed("the service does not answer")]),
            display: display ?? .failure("the display does not answer"),
            card: FileFacts(card: show.cardPath(given: nil)))
        facts.source = opened ?? .failure("the source does not answer")
        facts.configuration = configuration
        facts.decoder = DecoderFacts.gathered()
        return facts
    }
}

extension ServiceFacts.Answer {
    /// Connects to the socket at `path`.
    fileprivate init(at path: String) {
        do throws(SocketError) {
            self = .serves(sensor: try sensorServed(at: path))
        } catch {
            self =
                switch error.kind {
                case .absent: .absent
                // Membership in the group does not help where the path is not trusted.
                case .forbidden where access(path, W_OK) != 0 && errno == EACCES:
                    .forbidden(error.description)
                case .forbidden, .taken, .noSamples, .failed: .failed(error.description)
                }
        }
    }
}

extension FileFacts {
    /// Reads a configuration file; nil if it is optional and does not exist.
    fileprivate init?(reading file: Config.File, into config: inout Config) {
        do {
            guard let unknown = try config.read(file) else { return nil }
            self.init(name: file.path, remarks: unknown.map(\.description))
        } catch {
            self.init(name: file.path, failure: "\(error)")
        }
    }

    /// Opens the card with this path or name, without decoding its pictures.
    fileprivate init(card: String) {
        do {
            self.init(name: "the card \"\(try Card(named: card).name)\"")
        } catch {
            let folder = try? CardLibrary.installed.folder(of: card)
            self.init(name: folder ?? card, failure: "\(error)")
        }
    }
}

extension DecoderFacts {
    /// Starts the decoder process, which gives up its rights and tells which it could give up.
    fileprivate static func gathered() -> DecoderFacts {
        do {
            let confinement = try PictureDecoder.confinement()
            return .confined(landlock: confinement.landlock, hasFilter: confinement.hasFilter)
        } catch {
            return .failure("\(error)")
        }
    }
}

extension DisplayFacts {
    /// What `show` would choose, but for the output, which people send to a file or a pager.
    fileprivate init(opening show: Config.Show) {
        do {
            switch try ScreenChoice(
                display: show.display, hasTerminal: TerminalScreen.isBehindOutput)
            {
            case .window(let display):
                let report = try DisplayReport(display: display, renderer: show.renderer)
                self = .window(
                    driver: report.driver, width: report.width, height: report.height,
                    refresh: report.refreshRate, renderer: report.renderer)
            case .terminal: self = .terminal(isChosen: show.display == "terminal")
            case .text: self = .failure("show.display is terminal, and there is no terminal")
            }
        } catch {
            self = .failure("\(error)")
        }
    }
}
