#pragma once

#include "lanes.h"

// Pixels of a bitmap at places between its pixels. Beyond the bitmap all is clear.

// Of two pixels, the first with the weight 256 - share.
INLINE uint32_t between_pixels(uint32_t one, uint32_t other, uint32_t share) {
    const uint32_t even = ((one & 0xFF00FF) * (256 - share) + (other & 0xFF00FF) * share + 0x800080) >> 8;
    const uint32_t odd = (one >> 8 & 0xFF00FF) * (256 - share) + (other >> 8 & 0xFF00FF) * share + 0x800080;
    return (even & 0xFF00FF) | (odd & 0xFF00FF00);
}

// `share`: in both halves of each pixel.
INLINE words between_eight(words one, words other, lanes share) {
    const lanes rest = 256 - share;
    const lanes even = (lanes)(one & 0xFF00FF) * rest + (lanes)(other & 0xFF00FF) * share + 128;
    const lanes odd = ((lanes)one >> 8) * rest + ((lanes)other >> 8) * share + 128;
    return (words)(even >> 8 | (odd & 0xFF00));
}

INLINE uint32_t pixel_at(rows_bitmap picture, ptrdiff_t x, ptrdiff_t y) {
    return x < 0 || y < 0 || x >= picture.width || y >= picture.height ? 0 : picture.pixels[y * picture.width + x];
}

// The pixel at a place in 1/256 of pixels, of which 0 is the middle of the first one.
INLINE uint32_t sampled(rows_bitmap picture, int32_t x, int32_t y) {
    const ptrdiff_t column = x >> 8, row = y >> 8;
    const uint32_t across = x & 255, along = y & 255;
    if (column >= 0 && row >= 0 && column + 1 < picture.width && row + 1 < picture.height) {
        const uint32_t *own = picture.pixels + row * picture.width + column;
        return between_pixels(between_pixels(own[0], own[1], across),
                              between_pixels(own[picture.width], own[picture.width + 1], across), along);
    }
    return between_pixels(
        between_pixels(pixel_at(picture, column, row), pixel_at(picture, column + 1, row), across),
        between_pixels(pixel_at(picture, column, row + 1), pixel_at(picture, column + 1, row + 1), across), along);
}

// The pixels at eight places, as `sampled` gives each; the bitmap has less than 2^31 pixels.
INLINE words sampled_eight(rows_bitmap picture, integers x, integers y) {
    const integers columns = x >> 8, rows = y >> 8;
    words mean;
    if (__builtin_reduce_min(columns) >= 0 && __builtin_reduce_min(rows) >= 0 &&
        __builtin_reduce_max(columns) + 1 < picture.width && __builtin_reduce_max(rows) + 1 < picture.height) {
        const integers offsets = rows * (int32_t)picture.width + columns;
        pairs upper[2], lower[2];
        for (int lane = 0; lane < 8; lane++) {
            const uint32_t *own = picture.pixels + offsets[lane];
            uint64_t pair[2];
            memcpy(&pair[0], own, sizeof pair[0]);
            memcpy(&pair[1], own + picture.width, sizeof pair[1]);
            upper[lane / 4][lane % 4] = pair[0];
            lower[lane / 4][lane % 4] = pair[1];
        }
        const halves above = taken_apart(upper[0], upper[1]), below = taken_apart(lower[0], lower[1]);
        const lanes across = (lanes)doubled_lower(apart((words)x & 255));
        const lanes along = (lanes)doubled_lower(apart((words)y & 255));
        mean = apart(between_eight(between_eight(above.lower, above.upper, across),
                                   between_eight(below.lower, below.upper, across), along));
    } else {
        for (int lane = 0; lane < 8; lane++) mean[lane] = sampled(picture, x[lane], y[lane]);
    }
    return mean;
}
