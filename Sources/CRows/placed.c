#include "lanes.h"

// Pixels at places in a bitmap.

// A pixel and the one at its right.
INLINE uint64_t pair(const uint32_t *pixels) {
    uint64_t loaded;
    memcpy(&loaded, pixels, sizeof loaded);
    return loaded;
}

// Of eight places the pixel at the left of each, and the one at the right.
typedef struct {
    eight left, right;
} neighbours;

INLINE neighbours gathered(const uint32_t *pixels, const int32_t *at) {
    pairs outer = {pair(pixels + at[0]), pair(pixels + at[1]), pair(pixels + at[4]),
                   pair(pixels + at[5])};
    pairs inner = {pair(pixels + at[2]), pair(pixels + at[3]), pair(pixels + at[6]),
                   pair(pixels + at[7])};
    halves halves = taken_apart(outer, inner);
    return (neighbours){unpacked(halves.lower), unpacked(halves.upper)};
}

INLINE eight placed_pixels(const rows_picture *picture, const int32_t *offsets,
                           rows_places places, ptrdiff_t index) {
    neighbours above = gathered(picture->pixels, offsets);
    neighbours below = gathered(picture->pixels + picture->below, offsets);
    lanes x = (lanes)load_words(places.parts_x + index);
    lanes y = (lanes)load_words(places.parts_y + index);
    return mixed(mixed(above.left, below.left, y), mixed(above.right, below.right, y), x);
}

typedef enum { fetching, replacing, covering } manner;

INLINE void lay_placed(rows_pixels row, ptrdiff_t fours, const rows_picture *picture,
                       rows_places places, uint16_t weight, manner manner) {
    factor memory;
    const factor *factor = spread(&memory, weight);
    for (ptrdiff_t index = 0; index < 4 * fours; index += 8, row = advanced(row, 8)) {
        __builtin_prefetch(picture->pixels + places.offsets[index] + picture->ahead);
        eight pixels = placed_pixels(picture, places.offsets + index, places, index);
        if (manner != fetching) pixels = scaled(pixels, factor_lanes(factor));
        if (manner == covering) pixels = over(load_eight(row), pixels);
        store_eight(row, pixels, 4 * fours - index);
    }
}

CLONED void rows_fetch_placed(rows_pixels row, ptrdiff_t fours, const rows_picture *picture,
                              rows_places places) {
    lay_placed(row, fours, picture, places, 0, fetching);
}

CLONED void rows_store_placed(rows_pixels row, ptrdiff_t fours, const rows_picture *picture,
                              rows_places places, uint16_t weight) {
    lay_placed(row, fours, picture, places, weight, replacing);
}

CLONED void rows_cover_placed(rows_pixels row, ptrdiff_t fours, const rows_picture *picture,
                              rows_places places, uint16_t weight) {
    lay_placed(row, fours, picture, places, weight, covering);
}
