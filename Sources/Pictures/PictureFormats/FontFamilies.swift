internal import CPango
internal import CPangoFC
internal import Paint
internal import Picture
internal import Platform
internal import Synchronization

/// The families of a text's fonts on this machine.
struct FontFamilies {
    private(set) var substitutes: [TextLayout.Substitute] = []

    init(_ text: TextDescription) throws(PictureError) {
        for path in text.fontFiles { _ = try Self.family(ofFile: path) }
        for case .family(let wanted) in text.spans.map(\.font.source) {
            let found = Self.family(for: wanted)
            let substitute = TextLayout.Substitute(wanted: wanted, found: found)
            guard !Self.isGeneric(wanted), wanted.lowercased() != found.lowercased(),
                !substitutes.contains(substitute)
            else { continue }
            substitutes.append(substitute)
        }
        guard !Self.family(for: "sans-serif").isEmpty else {
            throw PictureError(
                .missing, "this machine has no font; install one (Debian's fonts-dejavu-core)")
        }
    }

    /// What of a font's description Pango needs.
    func description(of font: TextDescription.Font) -> OpaquePointer? {
        let description = pango_font_description_new()
        let family =
            switch font.source {
            case .family(let name): name
            case .file(let path): (try? Self.family(ofFile: path)) ?? ""
            }
        pango_font_description_set_family(description, family)
        pango_font_description_set_absolute_size(description, font.size * Double(PANGO_SCALE))
        pango_font_description_set_weight(
            description, PangoWeight(rawValue: PangoWeight.RawValue(font.weight)))
        pango_font_description_set_style(
            description, font.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        return description
    }

    /// The families of files by their paths, and what fontconfig takes for other families.
    private struct Known {
        var files: [String: String] = [:]
        var matches: [String: String] = [:]
    }

    private static let known = Mutex(Known())

    /// Lets the machine's fonts have those of a file; gives its family, which no other font has: else
    /// one of the machine, or another of the card, could be taken for it.
    private static func family(ofFile path: String) throws(PictureError) -> String {
        if let family = known.withLock({ $0.files[path] }) { return family }
        var count = CInt(0)
        guard let pattern = FcFreeTypeQuery(path, 0, nil, &count) else {
            throw PictureError(.malformed, "\(path) is no font that FreeType reads")
        }
        FcPatternDestroy(pattern)
        let family = "Lenticule \(known.withLock { $0.files.count } + 1)"
        guard FcConfigAppFontAddFile(nil, path) != 0,
            let fonts = FcConfigGetFonts(nil, FcSetApplication)
        else { throw PictureError(.malformed, "\(path) is a font that fontconfig does not take") }
        for index in 0..<Int(fonts.pointee.nfont) {
            guard let font = fonts.pointee.fonts[index], text(FC_FILE, of: font) == path else {
                continue
            }
            for key in [FC_FAMILY, FC_FAMILYLANG] { FcPatternDel(font, key) }
            FcPatternAddString(font, FC_FAMILY, family)
        }
        pango_fc_font_map_config_changed(OpaquePointer(pango_cairo_font_map_get_default()))
        known.withLock { $0.files[path] = family }
        return family
    }

    /// The family that fontconfig takes for a name; empty if there is no font at all.
    private static func family(for name: String) -> String {
        if let family = known.withLock({ $0.matches[name] }) { return family }
        let family = match(for: name)
        known.withLock { $0.matches[name] = family }
        return family
    }

    private static func match(for name: String) -> String {
        let pattern = FcPatternCreate()
        defer { FcPatternDestroy(pattern) }
        FcPatternAddString(pattern, FC_FAMILY, name)
        FcConfigSubstitute(nil, pattern, FcMatchPattern)
        FcDefaultSubstitute(pattern)
        var result = FcResultMatch
        guard let match = FcFontMatch(nil, pattern, &result) else { return "" }
        defer { FcPatternDestroy(match) }
        // A font may have several names.
        var index = CInt(0)
        while let family = text(FC_FAMILY, of: match, index) {
            if family.lowercased() == name.lowercased() { return family }
            index += 1
        }
        return text(FC_FAMILY, of: match) ?? ""
    }

    private static func text(
        _ key: String, of pattern: OpaquePointer, _ index: CInt = 0
    ) -> String? {
        var text: UnsafeMutablePointer<FcChar8>?
        guard FcPatternGetString(pattern, key, index, &text) == FcResultMatch, let text else {
            return nil
        }
        return String(cString: text)
    }

    private static func isGeneric(_ name: String) -> Bool {
        ["sans", "sans-serif", "serif", "mono", "monospace", "cursive", "fantasy", "system-ui"]
            .contains(name.lowercased())
    }
}
