#include "places.h"

// Pictures along a row of the screen, whose pixels are read one place at a time.

// Affine maps.

INLINE void composite_far(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                          const rows_picture *picture, const rows_line *line, const factor *weight,
                          operation operation) {
    const int bits = rows_affine_bits;
    const int64_t mask = (1 << bits) - 1;
    const steps steps = steps_along(line);
    const int64_t step_x = 8 * line->step_x, step_y = 8 * line->step_y;
    place at = on_line(line, column);
    for (; quads > 0; quads -= 2, row = advanced(row, 8)) {
        const uint32_t *first = picture->pixels + ((at.y >> bits) * picture->stride + (at.x >> bits));
        eight found = placed_pixels(first, picture, steps.x + (int32_t)(at.x & mask),
                                    steps.y + (int32_t)(at.y & mask), bits);
        composite_weighed(row, found, weight, operation, 4 * quads);
        at.x += step_x;
        at.y += step_y;
    }
}

INLINE void composite_far_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                               const rows_picture *picture, const rows_line *line, uint16_t weight,
                               operation operation) {
    range inner = {column, column};
    if (steps_along(line).are_short)
        inner = inner_columns(picture, line, (range){column, column + 4 * quads}, picture->last_x);
    composite_line(row, column, quads, picture, line, inner, weight, operation, composite_far);
}

CLONED void rows_draw_far_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                               const rows_picture *picture, const rows_line *line, uint16_t weight,
                               rows_operator operator) {
    // Each operation is compiled by itself.
    if (operator == rows_source_over)
        composite_far_line(row, column, quads, picture, line, weight, source_over);
    else if (operator == rows_plus)
        composite_far_line(row, column, quads, picture, line, weight, adding);
    else if (operator == rows_fetch)
        composite_far_line(row, column, quads, picture, line, weight, fetching);
    else composite_far_line(row, column, quads, picture, line, weight, replacing);
}

// Projective maps.

INLINE void composite_far_projected(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                                    const rows_picture *picture, const rows_projected_line *line,
                                    uint16_t weight, operation operation) {
    factor memory;
    const factor *factor = spread(&memory, weight);
    const int fits = fits_floats(picture, line, column, quads);
    const float_line line_in_floats = in_floats(picture, line);
    for (; quads > 0; quads -= 2, column += 8, row = advanced(row, 8)) {
        eight found;
        if (fits) {
            const eight_places at = projected_eight(&line_in_floats, columns_from(column, 1), to_limit);
            found = placed_pixels(picture->pixels, picture, at.x, at.y, rows_projective_bits);
        } else {
            place places[8];
            for (int i = 0; i < 8; i++)
                places[i] = on_projected_line(line, (double)(column + i), picture);
            found = scattered_pixels(picture, places, rows_projective_bits);
        }
        composite_weighed(row, found, factor, operation, 4 * quads);
    }
}

CLONED void rows_draw_far_projected_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                                         const rows_picture *picture,
                                         const rows_projected_line *line, uint16_t weight,
                                         rows_operator operator) {
    if (operator == rows_source_over)
        composite_far_projected(row, column, quads, picture, line, weight, source_over);
    else if (operator == rows_plus)
        composite_far_projected(row, column, quads, picture, line, weight, adding);
    else if (operator == rows_fetch)
        composite_far_projected(row, column, quads, picture, line, weight, fetching);
    else composite_far_projected(row, column, quads, picture, line, weight, replacing);
}
