// The system's fonts for Dear ImGui.
#pragma once

#include <imgui/imgui.h>

/// Builds an atlas of the system's sans-serif font of this height in pixels, with the characters of `text`, and
/// those that it lacks from other fonts; without fonts, of ImGui's own one.
void build_fonts(ImFontAtlas &atlas, float height, const char *text);
