import ArgumentParser
import FoundationEssentials
import IIO
import Logging
import Motion
import Playback

/// `lenticule devices`: lists the IIO devices, and which would be used.
struct DevicesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "devices",
        abstract: "List the IIO devices, which of them would be used, and why not the others.")

    @Option(help: "Where the devices are: local:, ip:HOST[:PORT], usb:... or serial:...")
    var uri = "local:"

    @Flag(help: "Print JSON, for programs.")
    var json = false

    @Flag(
        help: ArgumentHelp(
            "Only restore the settings that this machine's devices had before a run that was killed. "
                + "Every command that reads them does that too."))
    var restore = false

    func run() throws {
        if restore { return IIOSource.restoreAfterKills { logger.notice("\($0)") } }
        let config = try Config.inForce(explicit: nil).source
        let inventory = try inventory(config)
        if json { print(try inventory.json()) } else { printLines(inventory.table) }
        if inventory.accelerometerDevice == nil, inventory.fusedAttitudeDevice == nil {
            throw Failure(.unavailable, "there is no accelerometer on \(uri)")
        }
    }

    /// The devices; of a machine without any, programs get an empty list before the error.
    private func inventory(_ config: SourceSettings) throws -> IIOInventory {
        do throws(Failure) {
            return try IIOSource.inventory(source: uri, settings: config)
        } catch {
            if json, uri.hasPrefix("local:"), error.status == .unavailable {
                print(try IIOInventory(uri: uri).json())
            }
            throw error
        }
    }
}

extension IIOInventory {
    /// The inventory for the user: a paragraph per device.
    fileprivate var table: String {
        guard !devices.isEmpty else { return "no accelerometer or gyroscope on \(uri)" }
        return devices.map(\.paragraph).joined(separator: "\n\n")
    }
}

extension IIODeviceReport {
    var paragraph: String {
        let verdict = isUsed ? "used: \(reason)" : "not used: \(reason)"
        let calibrated = calibration.map { ["  calibrated" + ($0.date.map { " on \($0)" } ?? "")] }
        return
            (["\(id)  \(title)", "  \(verdict)", "  \(bufferLine)"] + (calibrated ?? [])
            + sensorLines)
            .joined(separator: "\n")
    }

    private var bufferLine: String {
        guard hasBuffer else { return "no buffer: values are read one by one" }
        let trigger = trigger.map { "trigger \($0)" } ?? "no trigger bound"
        return isBufferOn == true
            ? "buffer in use by another program, \(trigger)" : "buffer free, \(trigger)"
    }

    private var sensorLines: [String] {
        [("accelerometer", accelerometer), ("gyroscope", gyroscope)].flatMap { kind, sensor in
            sensor.map { ["  \(kind): \($0.rateText)", "    \($0.mount.text)"] } ?? []
        }
            + (fusedAttitude.map { attitude in
                ["  own attitude: \(attitude.rateText)"]
                    + (attitude.mount.map { ["    \($0.text)"] } ?? [])
            } ?? [])
    }
}

extension IIOFusedAttitudeReport {
    fileprivate var rateText: String {
        (rate.map { "\($0) Hz now" } ?? "rate unknown") + (format.map { ", scans \($0)" } ?? "")
    }
}

extension IIOSensorReport {
    fileprivate var rateText: String {
        let now = rate.map { "\($0) Hz now" } ?? "rate unknown"
        let offer = rates.map { "\($0)" }.joined(separator: " ")
        return now + (offer.isEmpty ? "" : ", offers \(offer)")
            + (formats.first.map { ", scans \($0)" } ?? "")
    }

}

extension FoundMountMatrix {
    fileprivate var text: String {
        let words =
            origin == .none ? "no mount matrix" : "mount matrix \(matrix) (\(origin.words))"
        return words + (remark.map { "; \($0)" } ?? "")
    }
}
