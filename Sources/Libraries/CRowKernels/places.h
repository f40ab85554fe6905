#pragma once

#include "lanes.h"

// Places in a bitmap along a row of the screen, and the pixels there.

// The coordinates of a place in a bitmap, with as many bits after the point as those of its line have.
typedef struct {
    int64_t x, y;
} place;

INLINE int64_t limited(int64_t value, int64_t first, int64_t last) {
    value = value < first ? first : value;
    return value > last ? last : value;
}

// Affine maps.

// The place of a column. It wraps around on overflow, which only happens where nothing is seen.
INLINE place on_line(const rows_line *line, int64_t column) {
    return (place){(int64_t)((uint64_t)line->x + (uint64_t)column * (uint64_t)line->step_x),
                   (int64_t)((uint64_t)line->y + (uint64_t)column * (uint64_t)line->step_y)};
}

// Projective maps.

INLINE int64_t limited_number(double value, int64_t first, int64_t last) {
    // NaN becomes `last`.
    value = value < (double)last ? value : (double)last;
    return limited(value > (double)first ? (int64_t)value : first, first, last);
}

INLINE place on_projected_line(const rows_projected_line *line, double column,
                               const rows_picture *picture) {
    double by = (1 << rows_projective_bits) / (line->w + column * line->step_w);
    return (place){limited_number((line->x + column * line->step_x) * by, picture->first_x,
                                  picture->last_x),
                   limited_number((line->y + column * line->step_y) * by, picture->first_y,
                                  picture->last_y)};
}

// Because of rounding, the place of a column between two others may lie outside of the places of these two, by at
// most this margin.
enum { margin = 1 << (rows_projective_bits - 7) };

// A projected line in single precision, and the limits of its places. It is used for columns in front of the eye
// and near the picture; see `fits_floats`.
typedef struct {
    float x, y, w, step_x, step_y, step_w;
    float first_x, first_y, last_x, last_y;
} float_line;

// The largest number in single precision that is at most `limit`.
INLINE float at_most(int64_t limit) {
    float value = (float)limit;
    return (int64_t)value > limit ? __builtin_nextafterf(value, 0) : value;
}

INLINE float_line in_floats(const rows_picture *picture, const rows_projected_line *line) {
    const double one = 1 << rows_projective_bits;
    return (float_line){(float)(line->x * one), (float)(line->y * one), (float)line->w,
                        (float)(line->step_x * one), (float)(line->step_y * one),
                        (float)line->step_w, (float)picture->first_x, (float)picture->first_y,
                        at_most(picture->last_x), at_most(picture->last_y)};
}

// Whether columns lie in front of the eye, and their places so near to the first pixel of the bitmap that single
// precision gives them within 1/256 of a pixel.
INLINE int fits_floats(const rows_picture *picture, const rows_projected_line *line, ptrdiff_t column,
                       ptrdiff_t quads) {
    const double far = 1 << 14, first = (double)column, last = (double)(column + 4 * quads + 4);
    const int64_t longest = INT32_MAX - margin;
    const double w = line->w + first * line->step_w, last_w = line->w + last * line->step_w;
    const double nearest = w < last_w ? w : last_w;
    double most = __builtin_fmax(__builtin_fabs(line->x), __builtin_fabs(line->y));
    most = __builtin_fmax(most, __builtin_fabs(last * line->step_x));
    most = __builtin_fmax(most, __builtin_fabs(last * line->step_y));
    return nearest > 0 && most <= far * nearest && picture->last_x <= longest &&
           picture->last_y <= longest;
}

// Eight places, with `rows_projective_bits` bits after the point.
typedef struct {
    integers x, y;
} eight_places;

// Whether places are limited, because some of them may lie beyond the limits.
typedef enum { within_limits, to_limit } limiting;

INLINE integers projected(float start, float step, floats columns, floats by, float first,
                          float last, limiting limiting) {
    floats values = (start + columns * step) * by;
    if (limiting == to_limit) {
        const floats lasts = (floats){0} + last, firsts = (floats){0} + first;
        values = values < lasts ? values : lasts;
        values = values > firsts ? values : firsts;
    }
    return __builtin_convertvector(values, integers);
}

INLINE eight_places projected_eight(const float_line *line, floats columns, limiting limiting) {
    const floats by = 1 / (line->w + columns * line->step_w);
    return (eight_places){
        projected(line->x, line->step_x, columns, by, line->first_x, line->last_x, limiting),
        projected(line->y, line->step_y, columns, by, line->first_y, line->last_y, limiting)};
}

// The numbers of eight columns, `step` apart.
INLINE floats columns_from(ptrdiff_t column, float step) {
    return (floats){0, 1, 2, 3, 4, 5, 6, 7} * step + (float)column;
}

// Pixels.

// A pixel and the one at its right.
INLINE uint64_t pair(const uint32_t *pixels) {
    uint64_t loaded;
    memcpy(&loaded, pixels, sizeof loaded);
    return loaded;
}

// For each of eight places the pixel at the left and the one at the right.
typedef struct {
    eight left, right;
} neighbours;

INLINE neighbours gathered(const uint32_t *pixels, const int32_t *at) {
    pairs first = {pair(pixels + at[0]), pair(pixels + at[1]), pair(pixels + at[4]),
                   pair(pixels + at[5])};
    pairs second = {pair(pixels + at[2]), pair(pixels + at[3]), pair(pixels + at[6]),
                    pair(pixels + at[7])};
    halves halves = taken_apart(first, second);
    return (neighbours){unpacked(halves.lower), unpacked(halves.upper)};
}

// The pixels at eight indices, counted from `pixels`, each interpolated with its neighbours at the right and below by
// the fractions, which are in 1/65536 and stand once in each half of a number.
INLINE eight pixels_at(const uint32_t *pixels, const rows_picture *picture, const int32_t *at,
                       words fractions_x, words fractions_y) {
    __builtin_prefetch(pixels + at[0] + picture->ahead);
    neighbours above = gathered(pixels, at), below = gathered(pixels + picture->to_below, at);
    lanes x = (lanes)fractions_x, y = (lanes)fractions_y;
    return interpolated(interpolated(above.left, below.left, y), interpolated(above.right, below.right, y), x);
}

// The pixels at eight places that are counted from the pixel at `pixels`; places have `bits` bits after the point.
INLINE eight placed_pixels(const uint32_t *pixels, const rows_picture *picture, integers x, integers y,
                           int bits) {
    const integers offsets = (y >> bits) * (int32_t)picture->stride + (x >> bits);
    int32_t at[8];
    memcpy(at, &offsets, sizeof at);
    return pixels_at(pixels, picture, at, doubled_lower((words)x >> (bits - 16)),
                     doubled_lower((words)y >> (bits - 16)));
}

// The pixels at eight places that are far from each other; places have `bits` bits after the point.
INLINE eight scattered_pixels(const rows_picture *picture, const place *places, int bits) {
    int32_t at[8];
    uint32_t fractions_x[8], fractions_y[8];
    for (int i = 0; i < 8; i++) {
        at[i] = (int32_t)((places[i].y >> bits) * picture->stride + (places[i].x >> bits));
        fractions_x[i] = (uint32_t)(places[i].x >> (bits - 16));
        fractions_y[i] = (uint32_t)(places[i].y >> (bits - 16));
    }
    return pixels_at(picture->pixels, picture, at, doubled_lower(load_words(fractions_x)),
                     doubled_lower(load_words(fractions_y)));
}

// Does with eight pixels, or with the first four if `count` is less than 8, what `operation` says. For `finishing`, `row`
// is a row of a bitmap. For `finishing` and `fetching` `weight` is not used.
INLINE void composite_weighed(rows_pixels row, eight pixels, const factor *weight, operation operation,
                        ptrdiff_t count) {
    if (operation == finishing) {
        words eight = wholly_finished(pixels);
        // Two copies of a known size, which are one instruction each.
        if (count < 8) memcpy(row.even, &eight, sizeof eight / 2);
        else memcpy(row.even, &eight, sizeof eight);
        return;
    }
    if (operation != fetching) pixels = scaled(pixels, factor_lanes(weight));
    composite(row, pixels, operation, count);
}

INLINE operation operation_of(rows_operator operator) {
    return operator == rows_source_over ? source_over
           : operator == rows_plus      ? adding
           : operator == rows_fetch     ? fetching
                                        : replacing;
}

// Along affine lines.

// The steps from the first of eight columns to each of them, and whether they are so short that 32 bits hold them.
typedef struct {
    integers x, y;
    int are_short;
} steps;

INLINE steps steps_along(const rows_line *line) {
    const int64_t longest = 1 << 27;
    const words lane = {0, 1, 2, 3, 4, 5, 6, 7};
    // The products are unsigned, because those of steps that are not short may overflow. Products that overflow
    // are not used.
    return (steps){(integers)(lane * (uint32_t)line->step_x), (integers)(lane * (uint32_t)line->step_y),
                   line->step_x < longest && line->step_x > -longest && line->step_y < longest &&
                       line->step_y > -longest};
}

// Places in one direction, limited and counted from `from`, which lies within the limits. They are `at` and short
// steps from there.
INLINE integers limited_steps(int64_t at, int64_t from, int64_t first, int64_t last, integers steps) {
    // Farther than short steps lead.
    const int64_t far = 1 << 30;
    integers places = steps + (int32_t)(limited(at, first - far, last + far) - from);
    const integers firsts = (integers){0} + (int32_t)limited(first - from, -far, 0);
    const integers lasts = (integers){0} + (int32_t)limited(last - from, 0, far);
    return __builtin_elementwise_min(__builtin_elementwise_max(places, firsts), lasts);
}

// The pixels of eight columns, whose places are moved to the picture's limits where they lie beyond them.
INLINE eight limited_pixels(const rows_picture *picture, const rows_line *line, const steps *steps,
                            int64_t column) {
    const int bits = rows_affine_bits;
    const int64_t mask = (1 << bits) - 1;
    if (!steps->are_short) {
        place places[8];
        for (int i = 0; i < 8; i++) {
            const place at = on_line(line, column + i);
            places[i] = (place){limited(at.x, picture->first_x, picture->last_x),
                                limited(at.y, picture->first_y, picture->last_y)};
        }
        return scattered_pixels(picture, places, bits);
    }
    const place at = on_line(line, column);
    const int64_t x = limited(at.x, picture->first_x, picture->last_x);
    const int64_t y = limited(at.y, picture->first_y, picture->last_y);
    return placed_pixels(
        picture->pixels + ((y >> bits) * picture->stride + (x >> bits)), picture,
        limited_steps(at.x, x, picture->first_x, picture->last_x, steps->x) + (int32_t)(x & mask),
        limited_steps(at.y, y, picture->first_y, picture->last_y, steps->y) + (int32_t)(y & mask), bits);
}

typedef struct {
    int64_t first, end;
} range;

// The quotient, rounded up; the divisor is above 0.
INLINE int64_t divided_up(int64_t value, int64_t by) {
    return value / by + (value % by > 0);
}

// The columns of the screen among `columns` whose places in one direction lie from `low` to `high`.
INLINE range within(range columns, int64_t start, int64_t step, int64_t low, int64_t high) {
    if (step == 0) {
        if (start < low || start > high) columns.end = columns.first;
        return columns;
    }
    if (step < 0) {
        int64_t lowest = -high;
        high = -low;
        low = lowest;
        start = -start;
        step = -step;
    }
    int64_t first = divided_up(low - start, step), end = divided_up(high - start + 1, step);
    columns.first = first > columns.first ? first : columns.first;
    columns.end = end < columns.end ? end : columns.end;
    return columns;
}

// The part of `columns` whose places lie within the picture's limits, and in the bitmap's columns until `last_x`.
INLINE range inner_columns(const rows_picture *picture, const rows_line *line, range columns,
                           int64_t last_x) {
    last_x = last_x < picture->last_x ? last_x : picture->last_x;
    columns = within(columns, line->x, line->step_x, picture->first_x, last_x);
    return within(columns, line->y, line->step_y, picture->first_y, picture->last_y);
}

// Draws columns whose places all lie within the picture's limits.
typedef void (*inner_drawing)(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                              const rows_picture *picture, const rows_line *line,
                              const factor *weight, operation operation);

INLINE void composite_limited(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                              const rows_picture *picture, const rows_line *line,
                              const steps *steps, const factor *weight, operation operation) {
    for (; quads > 0; quads -= 2, column += 8, row = advanced(row, 8))
        composite_weighed(row, limited_pixels(picture, line, steps, column), weight, operation,
                          4 * quads);
}

// Draws columns, of which `inner` are drawn by `draw`.
INLINE void composite_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                           const rows_picture *picture, const rows_line *line, range inner,
                           uint16_t weight, operation operation, inner_drawing draw) {
    factor memory;
    const factor *factor = spread(&memory, weight);
    const steps steps = steps_along(line);
    // `before`: how many quads lie before the eights whose columns are all inner ones. `until`: how many lie
    // before the end of these eights.
    ptrdiff_t before = (inner.first - column + 7) / 8 * 2, until = (inner.end - column) / 8 * 2;
    if (until < before) before = until = 0;
    composite_limited(row, column, before, picture, line, &steps, factor, operation);
    draw(advanced(row, 4 * before), column + 4 * before, until - before, picture, line, factor, operation);
    composite_limited(advanced(row, 4 * until), column + 4 * until, quads - until, picture, line, &steps,
                      factor, operation);
}
