#include "places.h"

// Pixels at places in a bitmap.

INLINE void composite_placed(rows_pixels row, ptrdiff_t quads, const rows_picture *picture,
                       rows_places places, uint16_t weight, operation operation) {
    factor memory;
    const factor *factor = spread(&memory, weight);
    for (ptrdiff_t index = 0; index < 4 * quads; index += 8, row = advanced(row, 8)) {
        __builtin_prefetch(picture->pixels + places.offsets[index] + picture->ahead);
        eight pixels = placed_pixels(picture, places.offsets + index, places, index);
        composite_weighed(row, pixels, factor, operation, 4 * quads - index);
    }
}

CLONED void rows_fetch_placed(rows_pixels row, ptrdiff_t quads, const rows_picture *picture,
                              rows_places places) {
    composite_placed(row, quads, picture, places, 0, fetching);
}

CLONED void rows_store_placed(rows_pixels row, ptrdiff_t quads, const rows_picture *picture,
                              rows_places places, uint16_t weight) {
    composite_placed(row, quads, picture, places, weight, replacing);
}

CLONED void rows_add_placed(rows_pixels row, ptrdiff_t quads, const rows_picture *picture,
                            rows_places places, uint16_t weight) {
    composite_placed(row, quads, picture, places, weight, adding);
}

CLONED void rows_source_over_placed(rows_pixels row, ptrdiff_t quads, const rows_picture *picture,
                                 rows_places places, uint16_t weight) {
    composite_placed(row, quads, picture, places, weight, source_over);
}
