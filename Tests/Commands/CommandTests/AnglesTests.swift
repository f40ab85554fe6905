import TestSupport
import Testing

private let header = "timestamp_ns,accel_x,accel_y,accel_z,gyro_x,gyro_y,gyro_z\n"
private let columns =
    "timestamp_ns,qw,qx,qy,qz,roll_deg,pitch_deg,yaw_deg,tilt_deg,state,back,middle,front"

@Suite struct AnglesTests {
    @Test func `each log row gives one row, in order, with its timestamp`() throws {
        let log = try TemporaryFile()
        _ = try Program.run("simulate", "--preset", "flip", "-o", log.path)
        let times = log.text.split(separator: "\n").dropFirst(2).map { $0.prefix { $0 != "," } }
        let result = try Program.run("angles", log.path)
        #expect(result.status == 0)
        #expect(result.lines.first.map(String.init) == columns)
        #expect(result.lines.dropFirst().map { $0.prefix { $0 != "," } } == times)
        #expect(times.count == 1200)
    }

    @Test func `numbers are the shortest text, states bare words that follow the tilt`() throws {
        let log = try TemporaryFile()
        _ = try Program.run("simulate", "--preset", "hand", "--seed", "4", "-o", log.path)
        for line in try Program.run("angles", log.path).lines.dropFirst() {
            let fields = line.split(separator: ",").map(String.init)
            for field in fields where field != fields[9] {
                let value = try #require(Double(field))
                let shortest = value == value.rounded() ? "\(Int64(value))" : value.description
                #expect(field.count <= shortest.count || value == 0)
            }
            let tilt = try #require(Double(fields[8]))
            #expect(fields[9] == (tilt >= 1 ? "forward" : tilt <= -1 ? "backward" : "flat"))
            let front = try #require(Double(fields[12]))
            #expect(front == (tilt >= 1 ? min(tilt / 60, 1) : 0))
        }
    }

    @Test func `a log comes from standard input too`() throws {
        let result = try Program.run("angles", "-", input: header + "0,0,0,9.8,0,0,0\n")
        #expect(result.lines.dropFirst() == ["0,1,0,0,0,0,0,0,0,flat,1,1,0"])
    }

    @Test func `rows before the first acceleration have no attitude`() throws {
        let result = try Program.run("angles", "-", input: header + "0,,,,0,0,0\n")
        #expect(result.lines.dropFirst() == ["0,,,,,,,,0,flat,1,1,0"])
    }

    @Test func `JSON holds the same`() throws {
        let result = try Program.run(
            "angles", "--format", "json", "-", input: header + "0,0,0,9.8,0,0,0\n1,,,,0,0,0\n")
        let object = """
            {"timestamp_ns":0,"qw":1,"qx":0,"qy":0,"qz":0,"roll_deg":0,"pitch_deg":0,"yaw_deg":0,\
            "tilt_deg":0,"state":"flat","back":1,"middle":1,"front":0},
            """
        #expect(result.lines.count == 4)
        #expect(result.lines.first == "[")
        #expect(String(result.lines[1]) == object)
        #expect(result.lines.last == "]")
    }

    private static let hasJudges =
        (try? Program.run(script: "python3 -c '' && jq --version > /dev/null").status) == 0

    @Test(.enabled(if: hasJudges, "python3 or jq is not here"))
    func `jq and Python read both formats, and find the same in them`() throws {
        let folder = TemporaryFolder()
        let script = folder.write(
            "compare.py",
            """
            import csv, json
            objects = json.load(open("log.json"), parse_constant=int)
            rows = list(csv.DictReader(open("angles.csv", newline=""), strict=True))
            assert len(rows) == len(objects) == 101
            for row, object in zip(rows, objects):
                assert list(row) == list(object)
                for name, value in object.items():
                    text = "" if value is None else str(value)
                    assert row[name] == text or float(row[name]) == float(text), (name, row, object)

            """)
        let result = try Program.run(
            script: """
                set -e
                cd '\(folder.path)'
                "$0" simulate --preset flip --duration 1 -o log.csv
                # A row without an attitude goes before.
                sed -i '2a -10000000,,,,0,0,0,,,,,' log.csv
                "$0" angles log.csv > angles.csv
                "$0" angles --format json log.csv > log.json
                python3 '\(script)'
                jq -e 'length == 101 and .[0].qw == null and .[1].qw > 0' log.json
                """)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == "true\n")
    }

    @Test func `angles are not added to the log they are read from`() throws {
        let log = try TemporaryFile(header + "0,0,0,9.8,0,0,0\n")
        let before = log.text
        for input in ["'\(log.path)'", "- < '\(log.path)'"] {
            let result = try Program.run(script: "\"$0\" angles \(input) >> '\(log.path)'")
            #expect(result.status == 64)
            #expect(log.text == before)
        }
    }

    @Test func `angles are not added to the configuration they are read with`() throws {
        let config = try TemporaryFile("tilt.base_degrees = 45\n")
        let before = config.text
        let log = try TemporaryFile(header + "0,0,0,9.8,0,0,0\n")
        let result = try Program.run(
            script: "\"$0\" angles '\(log.path)' --config '\(config.path)' >> '\(config.path)'")
        #expect(result.status == 64)
        #expect(config.text == before)
    }

    @Test(
        arguments: [
            (["--neutral", "-30"], 30), (["--neutral=30"], -30), (["--neutral", "start"], 0),
            (["--axis", "vertical"], -20), (["--axis", "steering"], -90),
            (["--orientation", "landscape-left"], -20), (["--predict", "20"], 0),
        ] as [([String], Double)])
    func `options change the tilt`(options: [String], tilt: Double) throws {
        // Leaning by 20 degrees to the left, unless the neutral is what the test is about.
        let isLeaning = tilt == -20 || tilt == -90
        let acceleration = isLeaning ? "3.35403,0,9.21512" : "0,0,9.8"
        let log = try TemporaryFile(header + "0,\(acceleration),0,0,0\n")
        let result = try Program.run(arguments: ["angles", log.path] + options)
        #expect(result.status == 0)
        let field = try #require(result.lines.last?.split(separator: ",")[8])
        // The acceleration above has six digits.
        #expect(abs(try #require(Double(field)) - tilt) < 1e-4)
    }

    @Test(arguments: [
        ("/nonexistent.csv", Int32(66), "cannot read /nonexistent.csv: No such file or directory"),
        ("/dev/null", 65, "/dev/null is not a motion log: it has no header line"),
    ])
    func `a log that is none ends in its exit code`(log: String, status: Int32, message: String)
        throws
    {
        let result = try Program.run("angles", log)
        #expect(result.status == status)
        #expect(result.errors == "lenticule: \(message)\n")
        #expect(result.output == "")
    }

    @Test func `a bad row ends in 65 with its place; --skip-bad goes on`() throws {
        let log = try TemporaryFile(header + "0,0,0,9.8,0,0,0\n1,0,zero,9.8,0,0,0\n2,0,0,9,0,0,0\n")
        let result = try Program.run("angles", log.path)
        #expect(result.status == 65)
        #expect(result.errors == "lenticule: \(log.path):3:5: accel_y is \"zero\", not a number\n")
        let skipping = try Program.run("angles", "--skip-bad", log.path)
        #expect(skipping.status == 0)
        #expect(skipping.lines.count == 3)
        #expect(skipping.errors == "lenticule: \(log.path): 1 bad row was skipped\n")
    }

    @Test func `--no-output prints nothing`() throws {
        let result = try Program.run("angles", "--no-output", "-", input: header)
        #expect(result.status == 0)
        #expect(result.output == "")
    }

    @Test(arguments: ["--format=xml", "--predict=-1", "--axis=up", "--neutral=200"])
    func `a wrong option is a usage error`(option: String) throws {
        #expect(try Program.run("angles", option, "-").status == 64)
    }

    @Test func `each row of a pipe is printed when it has come`() throws {
        let folder = TemporaryFolder()
        let result = try Program.run(
            script: """
                cd '\(folder.path)' && mkfifo in
                timeout 60 "$0" angles - < in > out & exec 3> in
                awaits() { for try in $(seq 600); do
                    [ "$(wc -l < out)" = $1 ] && return; sleep 0.1; done; echo "in vain: $1"; }
                printf 'timestamp_ns,accel_x,accel_y,accel_z\n0,0,0,9.8\n' >&3; awaits 2
                printf '10000000,0,0,9.8\n' >&3; awaits 3
                printf '20000000,0,0,9.8\n30000000,0,0,9.8\n' >&3; awaits 5
                exec 3>&-; wait $!; echo $?
                """)
        #expect(result.output == "0\n", "\(result.errors)")
    }
}
