#include "lanes.h"

// A weighted sum of pixels along a row or a column: one of the two passes of a Gaussian blur.

INLINE eight added(eight one, eight other) {
    return (eight){__builtin_elementwise_add_sat(one.even, other.even),
                   __builtin_elementwise_add_sat(one.odd, other.odd)};
}

// The means, rounded up: one instruction on most processors.
INLINE eight means(eight one, eight other) {
    return (eight){(one.even | other.even) - ((one.even ^ other.even) >> 1),
                   (one.odd | other.odd) - ((one.odd ^ other.odd) >> 1)};
}

// Writes `blocks` times eight pixels, of which `count` may be written.
INLINE void blur_blocks(rows_pixels row, ptrdiff_t count, int blocks, rows_pixels source, ptrdiff_t step,
                        const uint16_t *weights, ptrdiff_t radius) {
    // Each product is rounded down and loses 1/2 on average; there are `radius` + 1 products.
    const lanes rounding = (lanes){0} + (uint16_t)((radius + 1) / 2), middle = (lanes){0} + weights[0];
    eight sums[2];
    for (int j = 0; j < blocks; j++)
        sums[j] = added(scaled(load_eight(advanced(source, 8 * j)), middle), (eight){rounding, rounding});
    for (ptrdiff_t i = 1; i <= radius; i++) {
        // Both sides have the same weight, which is less than a half.
        const lanes weight = (lanes){0} + (uint16_t)(2 * weights[i]);
        for (int j = 0; j < blocks; j++) {
            const eight before = load_eight(advanced(source, 8 * j - i * step));
            const eight after = load_eight(advanced(source, 8 * j + i * step));
            sums[j] = added(sums[j], scaled(means(before, after), weight));
        }
    }
    for (int j = 0; j < blocks; j++) store_eight(advanced(row, 8 * j), sums[j], count - 8 * j);
}

INLINE void blur(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                 const uint16_t *weights, ptrdiff_t radius) {
    // Two blocks at a time share the weights.
    for (; quads > 2; quads -= 4, row = advanced(row, 16), source = advanced(source, 16))
        blur_blocks(row, 4 * quads, 2, source, step, weights, radius);
    if (quads > 0) blur_blocks(row, 4 * quads, 1, source, step, weights, radius);
}

CLONED void rows_blur(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                      const uint16_t *weights, ptrdiff_t radius) {
    blur(row, quads, source, step, weights, radius);
}

INLINE uint16_t limited(float number) { return (uint16_t)(number < 65280.0f ? number + 0.5f : 65280.0f); }

INLINE void amplify(rows_pixels row, ptrdiff_t quads, float factor) {
    for (ptrdiff_t i = 0; i < 8 * quads; i += 2) {
        // The unit of an opaque pixel's alpha is 65280.
        const float limit = row.odd[i + 1] > 0 ? 65280.0f / row.odd[i + 1] : 0;
        const float by = factor < limit ? factor : limit;
        for (ptrdiff_t lane = i; lane < i + 2; lane++) {
            row.even[lane] = limited(row.even[lane] * by);
            row.odd[lane] = limited(row.odd[lane] * by);
        }
    }
}

CLONED void rows_amplify(rows_pixels row, ptrdiff_t quads, float factor) { amplify(row, quads, factor); }
