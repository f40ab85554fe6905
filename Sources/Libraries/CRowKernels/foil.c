#include "lanes.h"

// Foils: each pixel of a plane has a phase that depends on the way to the light; a table gives its colour.

// Products of numbers of 16 bits, divided by 65536, for both halves of the pixels' numbers.
INLINE lanes weights_of(words shares, words factors) { return (lanes)doubled_lower(shares * factors >> 16); }

// The eight pixels from column `x` on.
INLINE words foil_at(ptrdiff_t x, const rows_foil_plane *planes, ptrdiff_t plane_count, const rows_foil_light *light) {
    const words columns = (uint32_t)x + (words){0, 1, 2, 3, 4, 5, 6, 7};
    const words across = light->x + light->step * columns;
    const words strength = light->least + (load_words(light->near + x) * light->most >> 16);
    eight pixels = {{0}, {0}};
    for (ptrdiff_t i = 0; i < plane_count; i++) {
        const words cells = load_words(planes[i].cells + x);
        if ((__builtin_reduce_or(cells) >> 24) == 0) continue;
        const words slope_x = (words)((integers)(cells << 16) >> 24);
        const words slope_y = (words)((integers)(cells << 8) >> 24);
        const words phases = ((cells << 24) + slope_x * across + slope_y * light->y) >> 21;
        words colours;
        for (int lane = 0; lane < 8; lane++) colours[lane] = planes[i].colours[phases[lane]];
        pixels = sum(pixels, scaled(unpacked(colours), weights_of((cells >> 24) * 257, strength)));
    }
    const words columns_glare = load_words(light->glare + x), row_glare = (words){0} + light->glare_y;
    const lanes glare = weights_of(columns_glare, row_glare);
    const eight white = scaled(unpacked(~(words){0}), glare);
    return finished(sum(scaled(pixels, ~glare), white));
}

INLINE void foil_row(uint32_t *pixels, ptrdiff_t count, const rows_foil_plane *planes, ptrdiff_t plane_count,
                     const rows_foil_light *light) {
    for (ptrdiff_t x = 0; x < count; x += 8) {
        const words eight = foil_at(x, planes, plane_count, light);
        memcpy(pixels + x, &eight, (size_t)(count - x < 8 ? count - x : 8) * sizeof *pixels);
    }
}

CLONED void rows_foil(uint32_t *pixels, ptrdiff_t count, const rows_foil_plane *planes, ptrdiff_t plane_count,
                      const rows_foil_light *light) {
    foil_row(pixels, count, planes, plane_count, light);
}
