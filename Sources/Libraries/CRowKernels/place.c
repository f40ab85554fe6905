#include "places.h"

// As `write_place`, for eight columns whose places are counted from the pixel with the index `base`.
INLINE void write_eight(rows_places places, ptrdiff_t index, integers x, integers y,
                        int32_t stride, int32_t base, int bits) {
    integers offsets = (y >> bits) * stride + (x >> bits) + base;
    words fractions_x = doubled_lower((words)x >> (bits - 16));
    words fractions_y = doubled_lower((words)y >> (bits - 16));
    memcpy(places.offsets + index, &offsets, sizeof offsets);
    memcpy(places.fractions_x + index, &fractions_x, sizeof fractions_x);
    memcpy(places.fractions_y + index, &fractions_y, sizeof fractions_y);
}

// Affine maps.

// Whether the places of eight columns are so near each other that 32 bits hold their differences.
INLINE int has_short_steps(const rows_line *line) {
    const int64_t longest = 1 << 27;
    return line->step_x < longest && line->step_x > -longest && line->step_y < longest &&
           line->step_y > -longest;
}

INLINE void place_all(rows_places places, ptrdiff_t column, ptrdiff_t count,
                      const rows_picture *picture, const rows_line *line) {
    const words lane = {0, 1, 2, 3, 4, 5, 6, 7};
    const int has_short = has_short_steps(line);
    // The products are unsigned, because those of steps that are not short may overflow. Products that overflow
    // are not used.
    const integers steps_x = (integers)(lane * (uint32_t)line->step_x);
    const integers steps_y = (integers)(lane * (uint32_t)line->step_y);
    const int64_t fraction_mask = (1 << rows_affine_bits) - 1;
    for (ptrdiff_t index = 0; index < count; index += 8) {
        place first = on_line(line, column + index), last = on_line(line, column + index + 7);
        if (has_short && is_inside(picture, first) && is_inside(picture, last)) {
            int64_t base = (first.y >> rows_affine_bits) * picture->stride +
                           (first.x >> rows_affine_bits);
            write_eight(places, index, steps_x + (int32_t)(first.x & fraction_mask),
                        steps_y + (int32_t)(first.y & fraction_mask), (int32_t)picture->stride,
                        (int32_t)base, rows_affine_bits);
        } else {
            for (int i = 0; i < 8; i++)
                place_one(places, index + i, on_line(line, column + index + i), picture);
        }
    }
}

CLONED void rows_place(rows_places places, ptrdiff_t column, ptrdiff_t quads,
                       const rows_picture *picture, const rows_line *line) {
    place_all(places, column, 4 * quads, picture, line);
}

// Projective maps.

INLINE void project_all(rows_places places, ptrdiff_t column, ptrdiff_t quads,
                        const rows_picture *picture, const rows_projected_line *line) {
    if (!fits_floats(picture, line, column, quads)) {
        // The places are read eight at a time.
        for (ptrdiff_t index = 0; index < 4 * (quads + quads % 2); index++)
            write_place(places, index, on_projected_line(line, (double)(column + index), picture),
                        picture, rows_projective_bits);
        return;
    }
    const float_line line_in_floats = in_floats(picture, line);
    for (ptrdiff_t index = 0; index < 4 * quads; index += 8) {
        eight_places at = projected_eight(&line_in_floats, columns_from(column + index, 1), to_limit);
        write_eight(places, index, at.x, at.y, (int32_t)picture->stride, 0,
                    rows_projective_bits);
    }
}

CLONED void rows_place_projected(rows_places places, ptrdiff_t column, ptrdiff_t quads,
                                 const rows_picture *picture, const rows_projected_line *line) {
    project_all(places, column, quads, picture, line);
}
