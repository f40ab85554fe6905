#include "lanes.h"

// A weighted sum of pixels along a row or a column: one of the two passes of a Gaussian blur.

INLINE eight added(eight one, eight other) {
    return (eight){__builtin_elementwise_add_sat(one.even, other.even),
                   __builtin_elementwise_add_sat(one.odd, other.odd)};
}

INLINE void blur(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                 const uint16_t *weights, ptrdiff_t radius) {
    // Each product is rounded down and loses 1/2 on average; there are 2 `radius` + 1 products.
    const lanes rounding = (lanes){0} + (uint16_t)radius;
    for (; quads > 0; quads -= 2, row = advanced(row, 8), source = advanced(source, 8)) {
        eight sum = added(scaled(load_eight(source), (lanes){0} + weights[0]),
                          (eight){rounding, rounding});
        for (ptrdiff_t i = 1; i <= radius; i++) {
            lanes weight = (lanes){0} + weights[i];
            eight before = scaled(load_eight(advanced(source, -i * step)), weight);
            eight after = scaled(load_eight(advanced(source, i * step)), weight);
            sum = added(sum, added(before, after));
        }
        store_eight(row, sum, 4 * quads);
    }
}

CLONED void rows_blur(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                      const uint16_t *weights, ptrdiff_t radius) {
    blur(row, quads, source, step, weights, radius);
}
