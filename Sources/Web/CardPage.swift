internal import FoundationEssentials

/// A web page that shows the pictures of a card as a device is tilted; it loads nothing.
public struct CardPage: Sendable {
    public let title: String
    public let description: String
    /// The address of a picture for previews of links; nil: none.
    public let previewAddress: String?
    /// The pictures' size, pixels.
    public let width, height: Int
    public let grid: TiltGrid
    /// A WebP file for each tilt of the grid, in its order.
    public let pictures: [[UInt8]]
    /// A small WebP file for the browser's tab, and for previews where nothing else is known.
    public let icon: [UInt8]

    public init(
        title: String, description: String, previewAddress: String?, width: Int, height: Int,
        grid: TiltGrid, pictures: [[UInt8]], icon: [UInt8]
    ) {
        precondition(pictures.count == grid.count, "each tilt has a picture")
        (self.title, self.description) = (title, description)
        (self.previewAddress, self.width, self.height) = (previewAddress, width, height)
        (self.grid, self.pictures, self.icon) = (grid, pictures, icon)
    }

    /// The page as HTML.
    public var html: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        \(head)
        <style>
        :root { --width: \(width); --height: \(height); }
        \(Self.text(PackageResources.card_css))</style>
        </head>
        <body>
        <main id="card">
        <img width="\(width)" height="\(height)" alt="\(title.html)" src="\(Self.address(of: pictures[grid.middle]))">
        <canvas width="\(width)" height="\(height)" aria-hidden="true"></canvas>
        </main>
        <h1>\(title.html)</h1>
        <p id="hint"></p>
        <script>
        const card = \(data);
        \(Self.text(PackageResources.card_js))</script>
        </body>
        </html>

        """
    }

    /// The policy lets the page load nothing but what is in it.
    private var head: String {
        """
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; \
        style-src 'unsafe-inline'; script-src 'unsafe-inline'">
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
        <title>\(title.html)</title>
        <meta name="description" content="\(description.html)">
        <meta name="generator" content="Lenticule">
        <meta property="og:type" content="website">
        <meta property="og:title" content="\(title.html)">
        <meta property="og:description" content="\(description.html)">
        <meta property="og:image" content="\((previewAddress ?? iconAddress).html)">
        <meta name="twitter:card" content="summary_large_image">
        <link rel="icon" href="\(iconAddress)">
        """
    }

    private var iconAddress: String { Self.address(of: icon) }

    /// What the script reads. The middle picture is not repeated: the page shows it as the still picture.
    private var data: String {
        let texts = pictures.enumerated().map { index, picture in
            index == grid.middle ? #""""# : "\"\(Data(picture).base64EncodedString())\""
        }
        return """
            {columns: \(grid.columns), rows: \(grid.rows), reachX: \(grid.reachX), \
            reachY: \(grid.reachY), isWheel: \(grid.isWheel), pictures: [
            \(texts.joined(separator: ",\n"))
            ]}
            """
    }

    private static func address(of picture: [UInt8]) -> String {
        "data:image/webp;base64,\(Data(picture).base64EncodedString())"
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
    /// The text as it stands between tags, or between quotes in one.
    fileprivate var html: String {
        var text = ""
        for character in unicodeScalars {
            switch character {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            default: text.unicodeScalars.append(character)
            }
        }
        return text
    }
}
