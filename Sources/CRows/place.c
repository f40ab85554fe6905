#include "places.h"

// The same for eight columns, with the bits after the point in the lower part of each number.
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

// The order of operations is that of the vectors below: the bytes are the same.
INLINE int64_t projected(double start, double step, double column, double by, double first,
                         double last) {
    double value = (start + column * step) * by;
    value = value < last ? value : last;
    return (int64_t)(value > first ? value : first);
}

INLINE void project_one(rows_places places, ptrdiff_t index, double column,
                        const rows_picture *picture, const rows_projected_line *line) {
    double by = (1 << rows_projective_fraction) / (line->w + column * line->step_w);
    place at = {projected(line->x, line->step_x, column, by, picture->first_x, picture->last_x),
                projected(line->y, line->step_y, column, by, picture->first_y, picture->last_y)};
    write_place(places, index, at, picture, rows_projective_fraction);
}

INLINE integers projected_eight(double start, double step, doubles columns, doubles by,
                                double first, double last) {
    doubles values = (start + columns * step) * by;
    const doubles lasts = (doubles){0} + last, firsts = (doubles){0} + first;
    values = values < lasts ? values : lasts;
    values = values > firsts ? values : firsts;
    return __builtin_convertvector(values, integers);
}

INLINE void project_eight(rows_places places, ptrdiff_t index, double column,
                          const rows_picture *picture, const rows_projected_line *line) {
    const doubles columns = (doubles){0, 1, 2, 3, 4, 5, 6, 7} + column;
    doubles by = (1 << rows_projective_fraction) / (line->w + columns * line->step_w);
    integers x = projected_eight(line->x, line->step_x, columns, by, picture->first_x,
                                 picture->last_x);
    integers y = projected_eight(line->y, line->step_y, columns, by, picture->first_y,
                                 picture->last_y);
    write_eight(places, index, x, y, (int32_t)picture->stride, 0, rows_projective_fraction);
}

INLINE void project_all(rows_places places, ptrdiff_t column, ptrdiff_t count,
                        const rows_picture *picture, const rows_projected_line *line) {
    const int is_small = picture->last_x <= INT32_MAX && picture->last_y <= INT32_MAX;
    for (ptrdiff_t index = 0; index < count; index += 8) {
        if (is_small) {
            project_eight(places, index, (double)(column + index), picture, line);
        } else {
            for (int i = 0; i < 8; i++)
                project_one(places, index + i, (double)(column + index + i), picture, line);
        }
    }
}

CLONED void rows_place_projected(rows_places places, ptrdiff_t column, ptrdiff_t fours,
                                 const rows_picture *picture, const rows_projected_line *line) {
    project_all(places, column, 4 * fours, picture, line);
}
