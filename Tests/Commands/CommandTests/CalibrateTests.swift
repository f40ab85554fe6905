import Foundation
import TestSupport
import Testing

@Suite struct CalibrateTests {
    private let folder = TemporaryFolder()

    /// A chip whose x points to the device's top and whose y points out of it, with an offset.
    private func strangeLog() -> String {
        let text = PosePath().log { row in
            let (f, w) = (row.force, row.rate)
            return row.read(
                force: SIMD3(f.y, f.z, f.x) + SIMD3(0.2, 0, -0.1),
                rate: SIMD3(w.y, w.z, w.x) + SIMD3(0.01, -0.02, 0.005))
        }
        return folder.write("poses.csv", text)
    }

    private func run(
        _ arguments: String..., in home: String? = nil
    ) throws -> Program.Result {
        try RunningProgram(
            ["calibrate"] + arguments,
            environment: ["XDG_CONFIG_HOME": home ?? "\(folder.path)/home"]
        ).result()
    }

    private func text(_ name: String) throws -> String {
        try String(contentsOf: folder.file(name), encoding: .utf8)
    }

    @Test func `a recorded chip's axes, offset and bias are found`() throws {
        let result = try run("--from", "file:\(strangeLog())", "--dry-run")
        #expect(result.status == 0)
        let lines = result.lines.map(String.init)
        #expect(lines.first == "[calibration.\"identity\"]")
        #expect(lines.contains("mount_matrix = \"0, 0, 1; 1, 0, 0; 0, 1, 0\""))
        #expect(lines.contains("gyro_bias = [0.01, -0.02, 0.005]"))
        #expect(!result.output.contains("reversed"))
        #expect(result.errors.contains("1 of 4: lay the device flat on a table, face up"))
        #expect(result.errors.contains("measured: 9.81 m/s² along the sensor's +y\n"))
        #expect(result.errors.contains("turns with gravity, within 0."))
        #expect(!result.errors.contains("\u{1B}"), "plain where nobody watches")
        #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/home"))
    }

    @Test func `what is found is kept under the identity, and used`() throws {
        let result = try run("--from", "file:\(strangeLog())", "--identity", "chip/lid")
        #expect(result.status == 0 && result.output.isEmpty)
        let path = "\(folder.path)/home/lenticule/config.toml"
        #expect(result.errors.hasSuffix("lenticule: chip/lid is calibrated in \(path)\n"))
        #expect(try text("home/lenticule/config.toml").hasPrefix("[calibration.\"chip/lid\"]\n"))
        let check = try Program.run("check", path)
        #expect(check.status == 0, "\(check.errors)")
    }

    @Test func `what goes before the calibration is said`() throws {
        folder.write(
            "home/lenticule/config.toml",
            """
            [source]
            mount_matrix = "1, 0, 0; 0, 1, 0; 0, 0, 1"
            reversed = true
            """)
        let config = folder.write(
            "later.toml",
            "[calibration.\"chip\"]\nmount_matrix = \"1, 0, 0; 0, 1, 0; 0, 0, 1\"\n")
        let result = try run(
            "--from", "file:\(strangeLog())", "--identity", "chip", "--config", config)
        #expect(result.status == 0)
        for words in ["another configuration file", "source.mount_matrix is", "source.reversed is"]
        {
            #expect(result.errors.contains("lenticule: \(words)"))
        }
    }

    @Test func `other keys and comments stay as they are`() throws {
        let before = """
            # Mine.\r
            tilt.axis = "vertical" # about the long side

            [calibration.other]
            mount_matrix = "1, 0, 0; 0, 1, 0; 0, 0, 1"

            [calibration."chip"] # old
            # A remark in it.
            mount_matrix = "1, 0, 0; 0, 0, 1; 0, -1, 0"
            accel_offset = [
              1, 2,
            3]

            # What is shown.
            [show]
            card = "lake"
            """
        let path = folder.write("home/lenticule/config.toml", before)
        chmod(path, 0o640)
        #expect(try run("--from", "file:\(strangeLog())", "--identity", "chip").status == 0)
        let after = try text("home/lenticule/config.toml")
        let table = try #require(after.range(of: "[calibration.\"chip\"]"))
        let next = try #require(after.range(of: "\n# What is shown."))
        let start = try #require(before.range(of: "[calibration.\"chip\"]"))
        #expect(after[..<table.lowerBound] == before[..<start.lowerBound])
        #expect(after[next.lowerBound...] == "\n# What is shown.\n[show]\ncard = \"lake\"")
        #expect(after.contains("0, 0, 1; 1, 0, 0; 0, 1, 0") && !after.contains("A remark"))
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & 0o777 == 0o640)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: "\(folder.path)/home/lenticule")
        #expect(names == ["config.toml"], "nothing else is left")
    }

    @Test func `six at once lose no table`() throws {
        let log = strangeLog()
        let runs = try (0..<6).map { number in
            try RunningProgram(
                ["calibrate", "--from", "file:\(log)", "--identity", "chip\(number)"],
                environment: ["XDG_CONFIG_HOME": "\(folder.path)/home"])
        }
        for run in runs { #expect(try run.result().status == 0) }
        let headers = try text("home/lenticule/config.toml").split(separator: "\n")
            .filter { $0.hasPrefix("[calibration.") }.map(String.init)
        #expect(headers.sorted() == (0..<6).map { "[calibration.\"chip\($0)\"]" })
    }

    @Test func `a link to the user's file stays a link`() throws {
        let target = folder.write("dotfiles/lenticule.toml", "show.card = \"lake\"\n")
        folder.write("home/lenticule/.keep", "")
        let link = "\(folder.path)/home/lenticule/config.toml"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        #expect(try run("--from", "file:\(strangeLog())", "--identity", "chip").status == 0)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
        #expect(
            try text("dotfiles/lenticule.toml").hasPrefix(
                "show.card = \"lake\"\n\n[calibration.\"chip\"]\n"))
    }

    @Test(arguments: [
        ("tilt.axis = ", Int32(78)), ("calibration = { chip = 1 }", 78),
        ("calibration.\"chip\".mount_matrix = \"1, 0, 0; 0, 1, 0; 0, 0, 1\"", 78),
    ])
    func `a file that cannot be changed is left alone, and the result is printed`(
        before: String, status: Int32
    ) throws {
        let config = folder.write("home/lenticule/config.toml", before)
        let result = try run("--from", "file:\(strangeLog())", "--identity", "chip")
        #expect(result.status == status)
        #expect(try text("home/lenticule/config.toml") == before)
        // What cannot even be read stops the command before anybody has moved.
        #expect(result.errors.contains(config))
    }

    @Test func `where nothing can be written the result is printed`() throws {
        let file = folder.write("no-folder", "")
        let result = try run(
            "--from", "file:\(strangeLog())", "--identity", "chip", in: file)
        #expect(result.status == 66)
        #expect(result.output.hasPrefix("[calibration.\"chip\"]\n"))
        #expect(result.errors.contains("\(file)/lenticule: "))
    }

    @Test func `poses that make no sense are named`() throws {
        let flat = SIMD3<Double>(0, 0, 1)
        let path = PosePath([flat, SIMD3(0, 1, 0), flat])
        let log = folder.write("short.csv", path.log())
        let result = try run("--from", "file:\(log)", "--dry-run")
        #expect(result.status == 65)
        #expect(
            result.errors.hasSuffix(
                "\(log) ends before the device rests in the pose \"right edge down\": \"right edge "
                    + "down\" looks like "
                    + "\"flat, face up\": bring the device into that pose\n"))
    }

    @Test func `a log that ends in the last new pose is enough`() throws {
        let path = PosePath(Array(PosePath.few.dropLast()))
        let log = folder.write("three.csv", path.log())
        let result = try run("--from", "file:\(log)", "--dry-run")
        #expect(result.status == 0)
        #expect(result.output.contains("mount_matrix = \"1, 0, 0; 0, 1, 0; 0, 0, 1\""))
    }

    @Test func `a reversed accelerometer is told, and by what else it might be`() throws {
        let log = folder.write(
            "reversed.csv", PosePath().log { $0.read(force: -$0.force, rate: $0.rate) })
        let result = try run("--from", "file:\(log)", "--dry-run")
        #expect(result.output.contains("reversed = true\n"))
        #expect(result.output.contains("mount_matrix = \"1, 0, 0; 0, 1, 0; 0, 0, 1\""))
        #expect(result.errors.contains("The driver reports gravity with the opposite sign"))
    }

    @Test func `without a display the window is advised against, in options that there are`() throws
    {
        let result = try RunningProgram(
            ["calibrate", "--window", "--dry-run", "--from", "file:\(strangeLog())"],
            environment: [
                "DISPLAY": ":9999", "WAYLAND_DISPLAY": "", "SDL_VIDEODRIVER": nil,
                "SSH_CONNECTION": nil, "SSH_TTY": nil, "XDG_CONFIG_HOME": "\(folder.path)/home",
            ]
        ).result()
        #expect(result.status == 69)
        #expect(
            result.errors == """
                lenticule: no display: no display server answers at DISPLAY=:9999, and no screen \
                can be used without one (KMS/DRM); leave out --window: the terminal shows the \
                poses too

                """)
    }

    @Test(arguments: [
        ["--from", "pointer:"], ["--from", "simulated:still"], ["--timeout", "-1"],
        ["--timeout", "inf"], ["--timeout", "1e300"], ["--timeout", "nan"],
    ])
    func `what cannot be calibrated is a mistake of usage`(arguments: [String]) throws {
        #expect(try Program.run(arguments: ["calibrate"] + arguments).status == 64)
    }
}
