import Foundation
import TestSupport
import Testing

/// Pages of `export`, as Chromium shows them; Tests/Judges/card_page.py looks.
///
/// The usual run looks at a few cards with few pictures. With LENTICULE_PAGES=all in the environment it looks
/// at each picture of the page that each card has by default, and prints the differences; names of cards
/// instead of `all`, with commas, choose some.
@Suite(
    .serialized,
    .enabled(
        if: ["chromium", "ffmpeg", "openssl", "python3"].allSatisfy(Stranger.isHere),
        "chromium, ffmpeg, openssl or python3 is not here (packages of these names)"))
struct ExportPageTests {
    private static let thorough = ProcessInfo.processInfo.environment["LENTICULE_PAGES"]
    private static let isThorough = thorough != nil

    /// Cards of each kind, and the grids of their pages.
    private static let usual = [
        ("demo", ["--grid", "5"]), ("theatre", ["--grid", "3x3"]), ("lighthouse", ["--grid", "3"]),
    ]
    private static let cards: [(String, [String])] = {
        guard let names = thorough?.split(separator: ",") else {
            return usual.map { (Repository.path("cards/\($0)"), $1) }
        }
        return Repository.cardFolders.filter { folder in
            names == ["all"] || names.contains { folder.hasSuffix("/\($0)") }
        }.map { ($0, []) }
    }()

    /// What the judge has seen: differences are of 255.
    private struct Report: Decodable {
        let portrait, landscape: [Double]
        let portraitAtRest, landscapeAtRest: Int
        let portraitRequests, landscapeRequests: [String]
        let portraitComplaints, landscapeComplaints: [String]
        let between: [Double]?
        /// Those that only `all` has.
        let upright, mouse, finger: [Double]?
        let mouseHasMotion, fingerHasMotion, sways: Bool?
        let mouseAtRest, fingerAtRest, calmFrames: Int?
        let head, mouseRequests: [String]?
    }

    /// The most by which a picture of a page may differ on average from the same tilt of `render`.
    private static let mostDifference = 4.0

    private func judge(_ card: String, _ options: [String], all: Bool) throws -> Report {
        let folder = TemporaryFolder()
        let page = try ExportedPage(card, options, in: folder)
        try page.drawPictures(ofCard: card, between: Self.isThorough, to: "\(folder.path)/pictures")
        let output = try Stranger.run(
            "python3 -B '\(Repository.path("Tests/Judges/card_page.py"))' '\(page.path)' "
                + "'\(folder.path)/pictures' \(all ? "all" : "")")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Report.self, from: Data(output.utf8))
    }

    @Test(arguments: cards)
    func `a phone's pose shows the card at that tilt, upright and sideways`(
        card: String, options: [String]
    ) throws {
        let report = try judge(card, options, all: false)
        for differences in [report.portrait, report.landscape] {
            #expect(differences.allSatisfy { $0 <= Self.mostDifference }, "\(differences)")
        }
        #expect(report.portraitAtRest == 0 && report.landscapeAtRest == 0)
        #expect(report.portraitRequests == [] && report.landscapeRequests == [])
        #expect(report.portraitComplaints == [] && report.landscapeComplaints == [])
        guard Self.isThorough else { return }
        let between = report.between ?? []
        print(
            "\(card.split(separator: "/").last ?? ""): \(report.portrait.count) pictures, at most",
            report.portrait.max() ?? 0, report.landscape.max() ?? 0, "between them",
            between.reduce(0, +) / Double(max(between.count, 1)), between.max() ?? 0)
    }

    @Test func `without motion the pointer, a finger or nobody tilts the card`() throws {
        let card = Repository.path("cards/theatre")
        let report = try judge(card, ["--grid", "3x3"], all: true)
        #expect(report.mouseHasMotion == false && report.fingerHasMotion == false)
        let shown = [report.upright, report.mouse, report.finger].map { $0 ?? [] }
        #expect(shown.map(\.count) == [1, 1, 2])
        #expect(shown.joined().allSatisfy { $0 <= Self.mostDifference }, "\(shown)")
        #expect(report.mouseAtRest == 0 && report.fingerAtRest == 0)
        #expect(report.mouseRequests == [])
        #expect(report.sways == true && report.calmFrames == 0)
        #expect(report.head?[0] == "The paper theatre" && report.head?[3] == "The paper theatre")
        #expect(report.head?[1].hasPrefix("The paper theatre: a card by Lenticule") == true)
        #expect(report.head?[2].hasPrefix("data:image/webp;base64,") == true)
    }
}

/// A page that `export` has written.
struct ExportedPage {
    let path: String
    let html: String
    private let grid: Grid

    private struct Grid: Encodable {
        let width, height, columns, rows: Int
        let reachX, reachY: Double
        let isWheel: Bool
    }

    /// Writes the page of a card; throws if that fails.
    init(_ card: String, _ options: [String], in folder: TemporaryFolder) throws {
        path = folder.file("page.html").path
        let result = try Program.run(arguments: ["export", card, "-o", path] + options)
        try #require(result.status == 0, "\(result.errors)")
        html = try String(contentsOfFile: path, encoding: .utf8)
        let pattern =
            #/<canvas width="(\d+)" height="(\d+)"[^*]*?columns: (\d+), rows: (\d+), reachX: ([\d.]+), reachY: ([\d.]+), isWheel: (\w+)/#
        let found = try #require(html.firstMatch(of: pattern)).output
        grid = try Grid(
            width: #require(Int(found.1)), height: #require(Int(found.2)),
            columns: #require(Int(found.3)), rows: #require(Int(found.4)),
            reachX: #require(Double(found.5)), reachY: #require(Double(found.6)),
            isWheel: found.7 == "true")
    }

    /// Degrees of each picture, in the order of the grid.
    private var tilts: [(x: Double, y: Double)] {
        func degrees(_ index: Int, _ count: Int, _ reach: Double) -> Double {
            count == 1 ? 0 : reach * (2 * Double(index) / Double(count - 1) - 1)
        }
        return (0..<grid.columns * grid.rows).map { index in
            (
                degrees(index % grid.columns, grid.columns, grid.reachX),
                degrees(index / grid.columns, grid.rows, grid.reachY)
            )
        }
    }

    /// Lets `render` draw the card at each tilt of the page; with `between` also at some tilts in the middle
    /// between them.
    func drawPictures(ofCard card: String, between: Bool, to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        var places = tilts.enumerated().map { ("\($0)", $1.x, $1.y) }
        try JSONEncoder().encode(grid).write(to: URL(filePath: "\(folder)/grid.json"))
        if between, tilts.count > 1 {
            let stepX = grid.columns > 1 ? grid.reachX / Double(grid.columns - 1) : 0
            let stepY = grid.rows > 1 ? grid.reachY / Double(grid.rows - 1) : 0
            let middles = tilts.filter { $0.x < grid.reachX || grid.columns == 1 }
                .filter { $0.y < grid.reachY || grid.rows == 1 }
                .enumerated().filter { $0.offset % 5 == 2 }
                .map { [$0.element.x + stepX, $0.element.y + stepY] }
            places += middles.enumerated().map { ("between-\($0)", $1[0], $1[1]) }
            try JSONEncoder().encode(middles).write(to: URL(filePath: "\(folder)/between.json"))
        }
        let lines = places.map { name, x, y in
            "--tilt-x \(x) --tilt-y \(y) -o '\(folder)/\(name).png'"
        }
        let list = "\(folder)/list"
        try lines.joined(separator: "\n").write(toFile: list, atomically: false, encoding: .utf8)
        let size = "\(grid.width)x\(grid.height)"
        let result = try Program.run(
            script: """
                xargs -P 2 -L 1 "$0" render '\(card)' --time 10 --size \(size) < '\(list)'
                """)
        try #require(result.status == 0, "\(result.errors)")
    }
}
