#include "places.h"

// Pixels at places in a bitmap.

INLINE void lay_placed(rows_pixels row, ptrdiff_t fours, const rows_picture *picture,
                       rows_places places, uint16_t weight, manner manner) {
    factor memory;
    const factor *factor = spread(&memory, weight);
    for (ptrdiff_t index = 0; index < 4 * fours; index += 8, row = advanced(row, 8)) {
        __builtin_prefetch(picture->pixels + places.offsets[index] + picture->ahead);
        eight pixels = placed_pixels(picture, places.offsets + index, places, index);
        lay_weighed(row, pixels, factor, manner, 4 * fours - index);
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

CLONED void rows_add_placed(rows_pixels row, ptrdiff_t fours, const rows_picture *picture,
                            rows_places places, uint16_t weight) {
    lay_placed(row, fours, picture, places, weight, adding);
}

CLONED void rows_lay_over_placed(rows_pixels row, ptrdiff_t fours, const rows_picture *picture,
                                 rows_places places, uint16_t weight) {
    lay_placed(row, fours, picture, places, weight, laying_over);
}
