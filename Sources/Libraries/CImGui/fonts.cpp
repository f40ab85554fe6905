#include "fonts.h"

#include <fontconfig/fontconfig.h>

#include <deque>
#include <memory>

namespace {

struct Destroy {
    void operator()(FcPattern *pattern) const { FcPatternDestroy(pattern); }
    void operator()(FcCharSet *set) const { FcCharSetDestroy(set); }
};
using Pattern = std::unique_ptr<FcPattern, Destroy>;
using Characters = std::unique_ptr<FcCharSet, Destroy>;

/// The sans-serif font that has most of these characters.
Pattern font_for(FcCharSet *characters) {
    Pattern wanted(FcPatternCreate());
    if (!wanted) return nullptr;
    FcPatternAddString(wanted.get(), FC_FAMILY, reinterpret_cast<const FcChar8 *>("sans-serif"));
    FcPatternAddBool(wanted.get(), FC_SCALABLE, FcTrue);
    if (characters) FcPatternAddCharSet(wanted.get(), FC_CHARSET, characters);
    FcConfigSubstitute(nullptr, wanted.get(), FcMatchPattern);
    FcDefaultSubstitute(wanted.get());
    FcResult result;
    return Pattern(FcFontMatch(nullptr, wanted.get(), &result));
}

/// Adds a font with those of `missing` that it has, and removes these from there; false if it has none.
bool add_font(ImFontAtlas &atlas, FcPattern *font, float height, Characters &missing, ImVector<ImWchar> &ranges) {
    FcChar8 *file = nullptr;
    FcCharSet *own = nullptr;
    int index = 0;
    if (FcPatternGetString(font, FC_FILE, 0, &file) != FcResultMatch) return false;
    if (FcPatternGetCharSet(font, FC_CHARSET, 0, &own) != FcResultMatch) return false;
    FcPatternGetInteger(font, FC_INDEX, 0, &index);
    Characters used(FcCharSetIntersect(missing.get(), own));
    if (!used || FcCharSetCount(used.get()) == 0) return false;

    ImFontGlyphRangesBuilder builder;
    FcChar32 map[FC_CHARSET_MAP_SIZE], next;
    for (FcChar32 base = FcCharSetFirstPage(used.get(), map, &next); base != FC_CHARSET_DONE;
         base = FcCharSetNextPage(used.get(), map, &next)) {
        for (int word = 0; word < FC_CHARSET_MAP_SIZE; word++)
            for (int bit = 0; bit < 32; bit++) {
                const FcChar32 character = base + FcChar32(32 * word + bit);
                if (map[word] & (1u << bit) && character <= IM_UNICODE_CODEPOINT_MAX)
                    builder.AddChar(ImWchar(character));
            }
    }
    builder.BuildRanges(&ranges);

    ImFontConfig config;
    config.OversampleH = config.OversampleV = 1;
    config.PixelSnapH = true;
    config.MergeMode = atlas.Fonts.Size > 0;
    config.FontNo = index & 0xFFFF;
    config.GlyphRanges = ranges.Data;
    if (!atlas.AddFontFromFileTTF(reinterpret_cast<const char *>(file), height, &config)) return false;
    missing.reset(FcCharSetSubtract(missing.get(), own));
    return missing != nullptr;
}

}  // namespace

void build_fonts(ImFontAtlas &atlas, float height, const char *text) {
    Characters missing(FcCharSetCreate());
    if (!missing) return;
    for (FcChar32 character = 0x20; character < 0x100; character++) FcCharSetAddChar(missing.get(), character);
    const FcChar8 *next = reinterpret_cast<const FcChar8 *>(text);
    int rest = int(__builtin_strlen(text));
    while (rest > 0) {
        FcChar32 character;
        const int length = FcUtf8ToUcs4(next, &character, rest);
        if (length <= 0) break;
        FcCharSetAddChar(missing.get(), character);
        next += length;
        rest -= length;
    }
    // The atlas has their addresses until it is built.
    std::deque<ImVector<ImWchar>> ranges;
    while (ranges.size() < 8 && FcCharSetCount(missing.get()) > 0) {
        Pattern font = font_for(ranges.empty() ? nullptr : missing.get());
        if (!font || !add_font(atlas, font.get(), height, missing, ranges.emplace_back())) break;
    }
    if (atlas.Fonts.Size == 0) atlas.AddFontDefault();
    atlas.Build();
}
