#include "places.h"

// As `write_place`, for eight columns whose places are counted from the pixel with the index `base`.
INLINE void write_eight(rows_places places, ptrdiff_t index, integers x, integers y,
                        int32_t stride, int32_t base, int fraction) {
    integers offsets = (y >> fraction) * stride + (x >> fraction) + base;
    words parts_x = doubled_lower((words)x >> (fraction - 16));
    words parts_y = doubled_lower((words)y >> (fraction - 16));
    memcpy(places.offsets + index, &offsets, sizeof offsets);
    memcpy(places.parts_x + index, &parts_x, sizeof parts_x);
    memcpy(places.parts_y + index, &parts_y, sizeof parts_y);
}

// Affine maps.

// Whether the places of eight columns are so near each other that 32 bits hold what lies between.
INLINE int has_short_steps(const rows_line *line) {
    const int64_t longest = 1 << 27;
    return line->step_x < longest && line->step_x > -longest && line->step_y < longest &&
           line->step_y > -longest;
}

INLINE void place_all(rows_places places, ptrdiff_t column, ptrdiff_t count,
                      const rows_picture *picture, const rows_line *line) {
    const integers lane = {0, 1, 2, 3, 4, 5, 6, 7};
    const int is_short = has_short_steps(line);
    const integers steps_x = lane * (int32_t)line->step_x, steps_y = lane * (int32_t)line->step_y;
    const int64_t point = (1 << rows_affine_fraction) - 1;
    for (ptrdiff_t index = 0; index < count; index += 8) {
        place first = on_line(line, column + index), last = on_line(line, column + index + 7);
        if (is_short && is_inside(picture, first) && is_inside(picture, last)) {
            int64_t base = (first.y >> rows_affine_fraction) * picture->stride +
                           (first.x >> rows_affine_fraction);
            write_eight(places, index, steps_x + (int32_t)(first.x & point),
                        steps_y + (int32_t)(first.y & point), (int32_t)picture->stride,
                        (int32_t)base, rows_affine_fraction);
        } else {
            for (int i = 0; i < 8; i++)
                place_one(places, index + i, on_line(line, column + index + i), picture);
        }
    }
}

CLONED void rows_place(rows_places places, ptrdiff_t column, ptrdiff_t fours,
                       const rows_picture *picture, const rows_line *line) {
    place_all(places, column, 4 * fours, picture, line);
}

// Projective maps.

INLINE void project_all(rows_places places, ptrdiff_t column, ptrdiff_t fours,
                        const rows_picture *picture, const rows_projected_line *line) {
    if (!is_short(picture, line, column, fours)) {
        // Eight are read at a time.
        for (ptrdiff_t index = 0; index < 4 * (fours + fours % 2); index++)
            write_place(places, index, on_projected_line(line, (double)(column + index), picture),
                        picture, rows_projective_fraction);
        return;
    }
    const short_line shorter = shortened(picture, line);
    for (ptrdiff_t index = 0; index < 4 * fours; index += 8) {
        eight_places at = projected_eight(&shorter, columns_from(column + index, 1), to_limit);
        write_eight(places, index, at.x, at.y, (int32_t)picture->stride, 0,
                    rows_projective_fraction);
    }
}

CLONED void rows_place_projected(rows_places places, ptrdiff_t column, ptrdiff_t fours,
                                 const rows_picture *picture, const rows_projected_line *line) {
    project_all(places, column, fours, picture, line);
}
