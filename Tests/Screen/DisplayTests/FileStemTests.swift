import Testing

@testable import Display

@Suite struct FileStemTests {
    @Test(arguments: [
        ("-rf", "rf"), ("../../evil", "evil"), (".hidden", "hidden"),
        ("Lake, at Night!", "lake-at-night"),
        ("", "card"), ("...", "card"), ("春の海", "春の海"),
    ])
    func `a saved picture is named by letters and digits of the title`(title: String, stem: String)
    {
        #expect(fileStem(of: title) == stem)
    }

    @Test func `a long title makes a name that a file system takes`() {
        #expect(fileStem(of: String(repeating: "海", count: 500)).utf8.count == 198)
    }
}
