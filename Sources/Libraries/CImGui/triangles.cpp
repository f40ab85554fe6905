#include "triangles.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace {

/// A colour with components 0 to 255; not premultiplied.
struct Colour {
    float red, green, blue, alpha;
};

Colour unpacked(ImU32 colour) {
    return {float((colour >> IM_COL32_R_SHIFT) & 0xFF), float((colour >> IM_COL32_G_SHIFT) & 0xFF),
            float((colour >> IM_COL32_B_SHIFT) & 0xFF), float((colour >> IM_COL32_A_SHIFT) & 0xFF)};
}

/// (x + 127) / 255, rounded.
uint32_t divided(uint32_t x) { return (x + 128 + ((x + 128) >> 8)) >> 8; }

/// Composites a colour with an alpha of 0 to 255 over a pixel.
void blend(uint32_t &pixel, uint32_t red, uint32_t green, uint32_t blue, uint32_t alpha) {
    if (alpha == 0) return;
    const uint32_t rest = 255 - alpha;
    const uint32_t a = alpha + divided((pixel >> 24) * rest);
    const uint32_t r = divided(red * alpha) + divided(((pixel >> 16) & 0xFF) * rest);
    const uint32_t g = divided(green * alpha) + divided(((pixel >> 8) & 0xFF) * rest);
    const uint32_t b = divided(blue * alpha) + divided((pixel & 0xFF) * rest);
    pixel = std::min(a, 255u) << 24 | std::min(r, 255u) << 16 | std::min(g, 255u) << 8 | std::min(b, 255u);
}

/// The part of the picture that a command may change; the ends are excluded.
struct Clip {
    int left, top, right, bottom;
};

class Painter {
public:
    Painter(const Atlas &atlas, uint32_t *pixels, int width) : atlas(atlas), pixels(pixels), width(width) {}

    /// Triangles 0 1 2 and 0 2 3 of an upright rectangle in one colour; false if they are none.
    bool draw_rectangle(const ImDrawVert *const v[4], const Clip &clip) {
        const ImDrawVert &first = *v[0], &last = *v[2];
        const bool is_upright = v[1]->pos.y == first.pos.y && v[1]->pos.x == last.pos.x &&
                                v[3]->pos.x == first.pos.x && v[3]->pos.y == last.pos.y;
        const bool is_plain = first.col == v[1]->col && first.col == last.col && first.col == v[3]->col;
        if (!is_upright || !is_plain || first.pos.x > last.pos.x || first.pos.y > last.pos.y) return false;
        const bool is_filled = first.uv.x == last.uv.x && first.uv.y == last.uv.y;
        // Pixels whose middles are inside.
        const int left = std::max(clip.left, int(std::ceil(first.pos.x - 0.5f)));
        const int right = std::min(clip.right, int(std::ceil(last.pos.x - 0.5f)));
        const int top = std::max(clip.top, int(std::ceil(first.pos.y - 0.5f)));
        const int bottom = std::min(clip.bottom, int(std::ceil(last.pos.y - 0.5f)));
        const uint32_t colour = first.col;
        const uint32_t red = (colour >> IM_COL32_R_SHIFT) & 0xFF, green = (colour >> IM_COL32_G_SHIFT) & 0xFF;
        const uint32_t blue = (colour >> IM_COL32_B_SHIFT) & 0xFF, alpha = (colour >> IM_COL32_A_SHIFT) & 0xFF;
        const float across = is_filled ? 0 : (last.uv.x - first.uv.x) / (last.pos.x - first.pos.x);
        const float down = is_filled ? 0 : (last.uv.y - first.uv.y) / (last.pos.y - first.pos.y);
        for (int y = top; y < bottom; y++) {
            uint32_t *row = pixels + size_t(y) * width;
            if (is_filled) {
                if (alpha == 255) {
                    const uint32_t pixel = 0xFF000000u | red << 16 | green << 8 | blue;
                    std::fill(row + left, row + std::max(left, right), pixel);
                } else {
                    for (int x = left; x < right; x++) blend(row[x], red, green, blue, alpha);
                }
                continue;
            }
            const float v = first.uv.y + (float(y) + 0.5f - first.pos.y) * down;
            float u = first.uv.x + (float(left) + 0.5f - first.pos.x) * across;
            for (int x = left; x < right; x++, u += across) {
                blend(row[x], red, green, blue, divided(alpha * coverage(u, v)));
            }
        }
        return true;
    }

    void draw_triangle(const ImDrawVert &a, const ImDrawVert &b, const ImDrawVert &c, const Clip &clip) {
        const float area = cross(a.pos, b.pos, c.pos);
        if (area == 0 || !std::isfinite(area)) return;
        if (area < 0) return draw_triangle(a, c, b, clip);
        const int left = std::max(clip.left, int(std::floor(std::min({a.pos.x, b.pos.x, c.pos.x}))));
        const int right = std::min(clip.right, int(std::ceil(std::max({a.pos.x, b.pos.x, c.pos.x}))));
        const int top = std::max(clip.top, int(std::floor(std::min({a.pos.y, b.pos.y, c.pos.y}))));
        const int bottom = std::min(clip.bottom, int(std::ceil(std::max({a.pos.y, b.pos.y, c.pos.y}))));
        const Colour ca = unpacked(a.col), cb = unpacked(b.col), cc = unpacked(c.col);
        const bool is_filled = a.uv.x == b.uv.x && a.uv.y == b.uv.y && a.uv.x == c.uv.x && a.uv.y == c.uv.y;
        for (int y = top; y < bottom; y++) {
            uint32_t *row = pixels + size_t(y) * width;
            for (int x = left; x < right; x++) {
                const ImVec2 middle(float(x) + 0.5f, float(y) + 0.5f);
                const float wa = cross(b.pos, c.pos, middle), wb = cross(c.pos, a.pos, middle);
                const float wc = cross(a.pos, b.pos, middle);
                if (!is_inside(wa, b.pos, c.pos) || !is_inside(wb, c.pos, a.pos) || !is_inside(wc, a.pos, b.pos))
                    continue;
                const float sa = wa / area, sb = wb / area, sc = wc / area;
                auto mixed = [&](float one, float two, float three) {
                    return uint32_t(std::clamp(sa * one + sb * two + sc * three, 0.f, 255.f) + 0.5f);
                };
                uint32_t alpha = mixed(ca.alpha, cb.alpha, cc.alpha);
                if (!is_filled) {
                    alpha = divided(alpha * coverage(sa * a.uv.x + sb * b.uv.x + sc * c.uv.x,
                                                     sa * a.uv.y + sb * b.uv.y + sc * c.uv.y));
                }
                blend(row[x], mixed(ca.red, cb.red, cc.red), mixed(ca.green, cb.green, cc.green),
                      mixed(ca.blue, cb.blue, cc.blue), alpha);
            }
        }
    }

private:
    const Atlas &atlas;
    uint32_t *pixels;
    int width;

    static float cross(const ImVec2 &a, const ImVec2 &b, const ImVec2 &p) {
        return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
    }

    /// Whether a pixel is on the triangle's side of an edge. One on the edge is of one of the two triangles.
    static bool is_inside(float side, const ImVec2 &from, const ImVec2 &to) {
        if (side != 0) return side > 0;
        return from.y == to.y ? to.x > from.x : to.y < from.y;
    }

    /// Of the atlas, 0 to 255.
    uint32_t coverage(float u, float v) const {
        const int x = std::clamp(int(u * float(atlas.width)), 0, atlas.width - 1);
        const int y = std::clamp(int(v * float(atlas.height)), 0, atlas.height - 1);
        return atlas.alphas[size_t(y) * atlas.width + x];
    }
};

}  // namespace

void draw_triangles(const ImDrawData &data, const Atlas &atlas, uint32_t *pixels, int width, int height) {
    Painter painter(atlas, pixels, width);
    for (int n = 0; n < data.CmdListsCount; n++) {
        const ImDrawList &list = *data.CmdLists[n];
        for (const ImDrawCmd &command : list.CmdBuffer) {
            const ImVec4 &part = command.ClipRect;
            const Clip clip = {std::max(0, int(part.x)), std::max(0, int(part.y)), std::min(width, int(part.z)),
                               std::min(height, int(part.w))};
            const ImDrawIdx *indices = list.IdxBuffer.Data + command.IdxOffset;
            const ImDrawVert *vertices = list.VtxBuffer.Data + command.VtxOffset;
            for (unsigned i = 0; i + 2 < command.ElemCount;) {
                const ImDrawIdx *next = indices + i;
                const bool may_be_rectangle = i + 5 < command.ElemCount && next[3] == next[0] && next[4] == next[2];
                if (may_be_rectangle) {
                    const ImDrawVert *const corners[4] = {vertices + next[0], vertices + next[1], vertices + next[2],
                                                          vertices + next[5]};
                    if (painter.draw_rectangle(corners, clip)) {
                        i += 6;
                        continue;
                    }
                }
                painter.draw_triangle(vertices[next[0]], vertices[next[1]], vertices[next[2]], clip);
                i += 3;
            }
        }
    }
}

uint64_t hash_triangles(const ImDrawData &data) {
    uint64_t hash = 14695981039346656037u;
    // FNV-1a, by words.
    auto add = [&hash](const void *bytes, size_t count) {
        const unsigned char *start = static_cast<const unsigned char *>(bytes);
        for (size_t i = 0; i < count; i += 8) {
            uint64_t word = 0;
            std::memcpy(&word, start + i, std::min<size_t>(8, count - i));
            hash = (hash ^ word) * 1099511628211u;
            hash ^= hash >> 29;
        }
    };
    for (int n = 0; n < data.CmdListsCount; n++) {
        const ImDrawList &list = *data.CmdLists[n];
        add(list.VtxBuffer.Data, size_t(list.VtxBuffer.size_in_bytes()));
        add(list.IdxBuffer.Data, size_t(list.IdxBuffer.size_in_bytes()));
        for (const ImDrawCmd &command : list.CmdBuffer) add(&command.ClipRect, sizeof command.ClipRect);
    }
    return hash;
}
