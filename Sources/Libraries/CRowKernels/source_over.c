#include "lanes.h"

// Copied pixels.

INLINE void composite_copied(rows_pixels row, ptrdiff_t quads, const uint32_t *pixels, uint16_t weight,
                       operation operation) {
    factor memory;
    const factor *factor = spread(&memory, weight);
    for (; quads > 1; quads -= 2, row = advanced(row, 8), pixels += 8)
        composite(row, scaled(unpacked(load_words(pixels)), factor_lanes(factor)), operation, 8);
    if (quads > 0) {
        uint32_t last[8] = {0};
        memcpy(last, pixels, 4 * sizeof *pixels);
        composite(row, scaled(unpacked(load_words(last)), factor_lanes(factor)), operation, 4);
    }
}

CLONED void rows_store_copied(rows_pixels row, ptrdiff_t quads, const uint32_t *pixels,
                              uint16_t weight) {
    composite_copied(row, quads, pixels, weight, replacing);
}

CLONED void rows_source_over_copied(rows_pixels row, ptrdiff_t quads, const uint32_t *pixels,
                                 uint16_t weight) {
    composite_copied(row, quads, pixels, weight, source_over);
}

// Pictures that are moved by fractions of a pixel.

typedef struct {
    const factor *x, *y, *weight;
} moved_factors;

INLINE eight moved_pixels(const uint32_t *above, const uint32_t *below,
                          moved_factors factors) {
    lanes x = factor_lanes(factors.x), y = factor_lanes(factors.y);
    eight left = interpolated(unpacked(load_words(above)), unpacked(load_words(below)), y);
    eight right = interpolated(unpacked(load_words(above + 1)), unpacked(load_words(below + 1)), y);
    return scaled(interpolated(left, right, x), factor_lanes(factors.weight));
}

INLINE void composite_moved(rows_pixels row, ptrdiff_t quads, const rows_moved *source, uint16_t weight,
                      operation operation) {
    const uint32_t *above = source->above, *below = source->below;
    factor memory[3];
    moved_factors factors = {spread(&memory[0], source->fraction_x),
                             spread(&memory[1], source->fraction_y), spread(&memory[2], weight)};
    for (; quads > 1; quads -= 2, row = advanced(row, 8), above += 8, below += 8)
        composite(row, moved_pixels(above, below, factors), operation, 8);
    if (quads > 0) {
        uint32_t last[2][9] = {{0}};
        memcpy(last[0], above, 5 * sizeof *above);
        memcpy(last[1], below, 5 * sizeof *below);
        composite(row, moved_pixels(last[0], last[1], factors), operation, 4);
    }
}

CLONED void rows_store_moved(rows_pixels row, ptrdiff_t quads, const rows_moved *source,
                             uint16_t weight) {
    composite_moved(row, quads, source, weight, replacing);
}

CLONED void rows_source_over_moved(rows_pixels row, ptrdiff_t quads, const rows_moved *source,
                                uint16_t weight) {
    composite_moved(row, quads, source, weight, source_over);
}

// Another row.

INLINE void composite_row(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                    uint16_t weight, operation operation) {
    factor memory;
    const factor *factor = spread(&memory, weight);
    for (; quads > 0; quads -= 2, row = advanced(row, 8), source = advanced(source, step))
        composite(row, scaled(load_eight(source), factor_lanes(factor)), operation, 4 * quads);
}

CLONED void rows_store_row(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                           uint16_t weight) {
    composite_row(row, quads, source, step, weight, replacing);
}

CLONED void rows_source_over_row(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                              uint16_t weight) {
    composite_row(row, quads, source, step, weight, source_over);
}

// Another row, with a weight for each column.

INLINE void composite_weights(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                              const uint32_t *weights, operation operation) {
    for (; quads > 0; quads -= 2, row = advanced(row, 8), source = advanced(source, step), weights += 8)
        composite(row, scaled(load_eight(source), (lanes)doubled_lower(load_words(weights))), operation,
                  4 * quads);
}

CLONED void rows_store_weighed(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                               const uint32_t *weights) {
    composite_weights(row, quads, source, step, weights, replacing);
}

CLONED void rows_source_over_weighed(rows_pixels row, ptrdiff_t quads, rows_pixels source,
                                     ptrdiff_t step, const uint32_t *weights) {
    composite_weights(row, quads, source, step, weights, source_over);
}

// Clear pixels.

INLINE void composite_clear(rows_pixels row, ptrdiff_t quads) {
    const lanes one = (lanes){0} + 1;
    for (; quads > 0; quads -= 2, row = advanced(row, 8)) {
        eight below = load_eight(row);
        below.even = __builtin_elementwise_sub_sat(below.even, one);
        below.odd = __builtin_elementwise_sub_sat(below.odd, one);
        store_eight(row, below, 4 * quads);
    }
}

CLONED void rows_source_over_clear(rows_pixels row, ptrdiff_t quads) { composite_clear(row, quads); }

// To a bitmap.

INLINE void finish(uint32_t *pixels, ptrdiff_t count, rows_pixels row) {
    for (; count > 7; count -= 8, row = advanced(row, 8), pixels += 8) {
        words eight = finished(load_eight(row));
        memcpy(pixels, &eight, sizeof eight);
    }
    if (count > 0) {
        words last = finished(load_eight(row));
        memcpy(pixels, &last, count * sizeof *pixels);
    }
}

CLONED void rows_finish(uint32_t *pixels, ptrdiff_t count, rows_pixels row) {
    finish(pixels, count, row);
}
