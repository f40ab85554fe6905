import Foundation
import TestSupport
import Testing

/// `inspect --watch` where its output is no terminal.
@Suite struct WatchTests {
    private let folder = TemporaryFolder()

    private struct Values: Decodable {
        struct Layer: Decodable {
            let number: Int
            let name: String
            let visible: Bool
            let driven: [String: Double]
        }

        let card, state: String
        let time, tilt, tiltX, tiltY: Double
        let layers: [Layer]

        enum CodingKeys: String, CodingKey {
            case card, state, time, tilt, layers
            case tiltX = "tilt_x"
            case tiltY = "tilt_y"
        }
    }

    private struct Inspected: Decodable {
        struct Layer: Decodable {
            let visible: Bool
            let properties: [String: Double]
        }

        let layers: [Layer]
    }

    private func makeCard() -> String {
        folder.write(
            "card/card.toml",
            """
            format = 2
            size = [320, 200]
            [[layer]]
            name = "sky"
            gradient = { kind = "radial", colours = ["#1d3557", "#e63946"] }
            [[layer]]
            name = "boat"
            colour = "#f1faee"
            size = [0.2, 0.2]
            offset-x = { follow = "tilt-x", range = [-40, 40], values = [-90, 90] }
            offset-y = { follow = "tilt", range = [0, 60], values = [0, -120] }
            rotation = { follow = "tilt", range = [-60, 60], values = [-30, 30], spring = "smooth" }
            [[layer]]
            name = "storm"
            colour = "#000000"
            visible = { follow = "tilt", range = [0, 60], values = [1, 0] }
            """)
        return folder.file("card").path
    }

    private func watched(_ options: String...) throws -> [Values] {
        let result = try Program.run(
            arguments: ["inspect", makeCard(), "--watch", "--json"] + options)
        #expect(result.status == 0, "\(result.errors)")
        return try result.lines.map {
            try JSONDecoder().decode(Values.self, from: Data($0.utf8))
        }
    }

    /// A log of a device that rests with its top edge raised.
    private func restingLog(tilt: Double, seconds: Double) -> String {
        let angle = tilt * .pi / 180
        let acceleration = "0,\(9.81 * sin(angle)),\(9.81 * cos(angle))"
        let rows = (0..<Int(seconds * 100)).map { "\($0 * 10_000_000),\(acceleration),0,0,0\n" }
        return folder.write(
            "log.csv",
            "timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z\n" + rows.joined())
    }

    @Test func `the values follow the tilts by the card's own formulas`() throws {
        let all = try watched("--from", "simulated:orbit", "--seconds", "2")
        #expect(all.count > 5 && all.count <= 21)
        for values in all {
            let boat = values.layers[1]
            let offset = try #require(boat.driven["offset-x"])
            #expect(abs(offset - min(max(values.tiltX / 40, -1), 1) * 90) < 1e-9)
            let height = try #require(boat.driven["offset-y"])
            #expect(abs(height + min(max(values.tilt / 60, 0), 1) * 120) < 1e-9)
            #expect(
                values.state
                    == (abs(values.tilt) < 1 ? "flat" : values.tilt > 0 ? "forward" : "backward"))
            #expect(values.layers[2].visible == ((values.layers[2].driven["visible"] ?? 0) >= 0.5))
        }
        #expect(Set(all.map(\.tilt)).count > 4 && Set(all.map(\.tiltX)).count > 4)
        let times = all.map(\.time)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 > 0.09 })
        #expect(try #require(times.last) < 2.2)
        #expect(all.allSatisfy { $0.layers.map(\.name) == ["sky", "boat", "storm"] })
        #expect(
            all.allSatisfy { $0.layers.map(\.number) == [1, 2, 3] && $0.layers[0].driven.isEmpty })
    }

    @Test func `at the end of a log they are those of inspect, and it ends`() throws {
        let log = restingLog(tilt: 45, seconds: 3)
        let last = try #require(try watched("--from", "file:\(log)").last)
        #expect(abs(last.tilt - 45) < 0.01 && last.state == "forward" && last.time > 2.5)
        let inspected: Inspected = try Program.json(
            ["inspect", makeCard(), "--tilt", "\(last.tilt)", "--time", "30"])
        for (layer, other) in zip(last.layers, inspected.layers) {
            #expect(layer.visible == other.visible)
            for (name, value) in layer.driven {
                #expect(abs(value - (other.properties[name] ?? .nan)) < 0.01, "\(name)")
            }
        }
        #expect(last.layers[2].visible == false)
        // Also by its path alone.
        #expect(try watched("--from", log, "--seconds", "0.2").count <= 3)
    }

    @Test func `a plain line each time, without escape sequences`() throws {
        let result = try Program.run(
            "inspect", makeCard(), "--watch", "--from", "simulated:orbit", "--seconds", "1")
        #expect(result.status == 0 && result.errors == "")
        #expect(result.lines.count > 3 && result.lines.count <= 11)
        #expect(!result.output.contains("\u{1B}"))
        for line in result.lines {
            #expect(
                line.hasPrefix("card at ") && line.contains("°, ") && line.contains(", tilt-x "))
            #expect(line.contains("; 1. sky visible; 2. boat visible, offset-x "))
            #expect(line.contains("; 3. storm "))
        }
    }

    @Test func `without a sensor an orbit tilts the card, as one line says`() throws {
        let program = try RunningProgram(
            ["inspect", makeCard(), "--watch", "--seconds", "0.3"],
            environment: ["XDG_RUNTIME_DIR": nil, "HOME": "/nonexistent", "XDG_CONFIG_HOME": nil])
        let result = try program.result()
        #expect(result.status == 0 && result.lines.count > 1)
        let lines = result.errors.split(separator: "\n")
        #expect(lines.count == 1)
        #expect(result.errors.hasPrefix("lenticule: simulated:orbit tilts the card: "))
    }

    @Test(arguments: [SIGINT, SIGTERM])
    func `a signal ends it after whole lines`(signal: Int32) throws {
        let program = try RunningProgram(
            ["inspect", makeCard(), "--watch", "--json", "--from", "simulated:orbit"])
        usleep(1_000_000)
        #expect(program.isRunning)
        program.send(signal)
        let result = try #require(try program.result(within: 10))
        #expect([0, 128 + signal].contains(result.status))
        #expect(result.output.hasSuffix("}\n") && result.lines.count > 1)
    }

    @Test(arguments: [
        (["--watch", "--cost"], "--watch and --cost"), (["--watch", "--tilt", "20"], "no moment"),
        (["--watch", "--time", "1"], "no moment"), (["--watch", "--size", "8x8"], "--size needs"),
        (["--seconds", "1"], "--seconds needs --watch"),
        (["--watch", "--seconds", "0"], "--seconds is 0.0"),
        (["--watch", "--from", "pointer:"], "needs a window"),
        (["--watch", "--from", "nothing:"], "there is no source"),
    ])
    func `options that do not belong together are refused`(
        options: [String], words: String
    ) throws {
        let result = try Program.run(arguments: ["inspect", makeCard()] + options)
        #expect(result.status == 64 && result.output == "")
        #expect(try #require(result.errors.split(separator: "\n").first).contains(words))
    }
}
