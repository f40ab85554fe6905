import Decoding
import Geometry
import Paint
import Platform
import TestSupport
import Testing

@testable import Picture

/// The shapes of SVGs, read by the process that decodes, beside librsvg's drawings of the same SVGs.
@Suite struct SVGShapesTests {
    private let folder = TemporaryFolder()

    private func file(_ content: String, attributes: String = "viewBox=\"0 0 100 80\"")
        -> PictureFile
    {
        PictureFile(
            path: folder.write(
                "shapes.svg",
                "<svg xmlns=\"http://www.w3.org/2000/svg\" \(attributes)>\(content)</svg>"))
    }

    private static let size = PixelSize(width: 200, height: 160)

    /// The share of the pixels at edges that differ by more than two levels.
    private func difference(_ content: String, element: String? = nil) throws -> Double {
        let shapes = try file(content).shapes(element: element)
        #expect(shapes.view == Rect(x: 0, y: 0, width: 100, height: 80))
        let map = Homography.scale(x: 2, y: 2)
        let own = try #require(Bitmap.coverage(of: shapes.path, .nonzero, map, Self.size))
        let drawn = try file("<g fill=\"#fff\">\(content)</g>").bitmap(Self.size)
        let pairs = zip(own.pixels, drawn.pixels).map { (Int($0 >> 24), Int($1 >> 24)) }
        let edges = pairs.count { (1..<255).contains($0.0) || (1..<255).contains($0.1) }
        #expect(pairs.contains { $0.0 == 255 })
        return Double(pairs.count { abs($0.0 - $0.1) > 2 }) / Double(max(1, edges))
    }

    @Test(
        arguments: [
            "<path d='M 10 70 C 20 -20 45 90 60 30 S 90 10 85 65 Z'/>",
            "<rect x='10' y='8' width='60' height='40'/>",
            "<rect x='10' y='8' width='60' height='40' rx='12'/>",
            "<rect x='10' y='8' width='60' height='40' rx='50' ry='5'/>",
            "<circle cx='50' cy='40' r='30'/>", "<ellipse cx='50' cy='40' rx='40' ry='12'/>",
            "<polygon points='10,10 90,20 50,70'/>", "<polyline points='10 10,90 20 50 70 20 60'/>",
            "<g transform='translate(20 10) rotate(15)'><rect width='40' height='20'/></g>",
            "<g transform='scale(2)'><circle transform='matrix(1 .2 -.3 .8 5 4)' cx='15' cy='15' r='9'/></g>",
            "<rect transform='rotate(30 50 40) skewX(20)' x='30' y='30' width='40' height='20'/>",
            "<rect transform='skewY(-10)' x='30' y='30' width='40' height='20'/>",
            "<rect x='2mm' y='10px' width='.5in' height='20'/><circle cx='80' cy='60' r='10'/>",
            "<defs><circle id='d' r='40'/></defs><clipPath id='c'><rect width='9' height='9'/></clipPath>"
                + "<rect width='30' height='30'/><rect display='none' width='90' height='70'/>",
        ])
    func `shapes are librsvg's`(content: String) throws {
        #expect(try difference(content) <= 0.02)
    }

    @Test func `an element is found by its id, also among definitions`() throws {
        let content = """
            <g transform="translate(10 0)"><g id="group"><rect width="20" height="20"/>
            <circle id="ball" cx="40" cy="40" r="10"/></g></g>
            <defs><g transform="scale(2)"><rect id="hidden" width="5" height="5"/></g></defs>
            """
        let file = file(content)
        func bounds(_ element: String?) throws -> Rect? {
            try file.shapes(element: element).path.bounds
        }
        #expect(try bounds("group") == Rect(x: 10, y: 0, width: 50, height: 50))
        let ball = try #require(try bounds("ball"))
        #expect(abs(ball.x - 40) < 0.01 && abs(ball.width - 20) < 0.02)
        #expect(try bounds("hidden") == Rect(x: 0, y: 0, width: 10, height: 10))
        #expect(try bounds(nil) == Rect(x: 10, y: 0, width: 50, height: 50))
    }

    @Test func `definitions in an element are none of its shapes`() throws {
        let content = """
            <g id="icon"><clipPath id="c"><rect width="90" height="70"/></clipPath>
            <rect x="5" y="5" width="10" height="10"/></g>
            """
        #expect(
            try file(content).shapes(element: "icon").path.bounds
                == Rect(x: 5, y: 5, width: 10, height: 10))
    }

    @Test func `lists may lack spaces, and a flat SVG has a view`() throws {
        let polygon = try file("<polygon points='10,10 90-20 50,70'/>").shapes(element: nil)
        #expect(polygon.path.commands.count == 4)
        let line = try file("<path d='M 0 5 H 9'/>", attributes: "").shapes(element: nil)
        #expect(line.view.width == 9 && line.view.height >= 0.001)
        let odd = "<rect x='nanpx' width='9' height='9' rx='2'/>"
        #expect(try file(odd).shapes(element: nil).path.bounds?.width == 9)
    }

    @Test func `what is no shape is named`() throws {
        let content = "<use href='#a'/><text>x</text><rect id='a' width='5' height='5'/>"
        #expect(try file(content).shapes(element: nil).leftOut == ["text", "use"])
    }

    @Test(
        arguments: [
            (
                "viewBox=\"1 2 30 40\" width=\"9\" height=\"9\"",
                Rect(x: 1, y: 2, width: 30, height: 40)
            ),
            ("width=\"90\" height=\"45px\"", Rect(x: 0, y: 0, width: 90, height: 45)),
            ("", Rect(x: 3, y: 4, width: 5, height: 6)),
        ])
    func `the view is the SVG's`(attributes: String, view: Rect) throws {
        let file = file("<rect x='3' y='4' width='5' height='6'/>", attributes: attributes)
        #expect(try file.shapes(element: nil).view == view)
    }

    private func error(_ text: String, element: String? = nil) -> String {
        do {
            _ = try PictureFile(path: folder.write("bad.svg", text)).shapes(element: element)
            return "none"
        } catch {
            return "\(error)".replacing("\(folder.path)/", with: "")
        }
    }

    private let head = "<svg xmlns=\"http://www.w3.org/2000/svg\">\n"

    @Test func `a bad file is told in one line`() {
        #expect(error("").hasPrefix("bad.svg: is no SVG"))
        #expect(error("<svg><g></svg>") == "bad.svg:1: is not well-formed XML")
        #expect(error("hello").contains("bad.svg:1: is not well-formed XML"))
        #expect(error("<html/>") == "bad.svg: is no SVG: its first element is html")
        #expect(error(head + "</svg>") == "bad.svg: has no shape")
        #expect(
            error(head + "<rect width='1' height='1'/></svg>", element: "x")
                == "bad.svg: has no element with the id \"x\"")
        #expect(
            error(head + "<path d='M 1'/></svg>")
                == "bad.svg:2: the path's data is wrong: character 4 of it ends where a number must follow"
        )
        #expect(error(head + "<g transform='turn(3)'/></svg>").contains(":2: the transform"))
        let many = String(repeating: "<rect width='9' height='9'/>", count: 5000)
        #expect(error(head + many + "</svg>").contains("more than 20000 commands"))
    }

    /// Entities that stand for a billion of letters are not put in.
    @Test func `an entity bomb is harmless`() {
        var entities = "<!ENTITY a0 \"M 0 0 \">"
        for level in 1...9 {
            let inner = String(repeating: "&a\(level - 1);", count: 10)
            entities += "<!ENTITY a\(level) \"\(inner)\">"
        }
        let text = "<!DOCTYPE svg [\(entities)]><svg><path d=\"&a9;\"/><text>&a9;</text></svg>"
        let began = monotonicSeconds()
        #expect(error(text) != "none")
        #expect(monotonicSeconds() - began < 30)
    }

    @Test func `the text of shapes is read back, and another text is refused`() throws {
        let path = try Path(data: "M 1 2 L 3.5 -4e-7 C 1 2 3 4 5 6 Z")
        let shapes = SVGShapes(
            path: path, view: Rect(x: -1, y: 2, width: 3, height: 4), leftOut: ["use"])
        #expect(SVGShapes(text: shapes.text) == shapes)
        for text in [
            "", "\n", "1 2 3\nM 0 0", "1 2 3 4", "1 2 0 4\nM 0 0", "1 2 nan 4\nM 0 0",
            "1 2 3 4 a;b\nM 0 0", "1 2 3 4 use\nL 3 3",
        ] {
            #expect(SVGShapes(text: text) == nil)
        }
    }
}
