// Draws the triangles of Dear ImGui into pixels.
#pragma once

#include <cstdint>

#include <imgui/imgui.h>

/// One alpha of each pixel of a font's atlas.
struct Atlas {
    const unsigned char *alphas = nullptr;
    int width = 0, height = 0;
};

/// Composites all of `data` over pixels 0xAARRGGBB, premultiplied, `width` in a row.
void draw_triangles(const ImDrawData &data, const Atlas &atlas, uint32_t *pixels, int width, int height);

/// A number that differs, but for rare chance, where two pictures do.
uint64_t hash_triangles(const ImDrawData &data);
