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

// Writes one column's place, which lies within the limits.
INLINE void write_place(rows_places places, ptrdiff_t index, place place,
                        const rows_picture *picture, int bits) {
    uint32_t x = place.x >> (bits - 16) & 0xFFFF, y = place.y >> (bits - 16) & 0xFFFF;
    places.offsets[index] =
        (int32_t)((place.y >> bits) * picture->stride + (place.x >> bits));
    places.fractions_x[index] = x | x << 16;
    places.fractions_y[index] = y | y << 16;
}

// Affine maps.

// The place of a column. It wraps around on overflow, which only happens where nothing is seen.
INLINE place on_line(const rows_line *line, int64_t column) {
    return (place){(int64_t)((uint64_t)line->x + (uint64_t)column * (uint64_t)line->step_x),
                   (int64_t)((uint64_t)line->y + (uint64_t)column * (uint64_t)line->step_y)};
}

INLINE int is_inside(const rows_picture *picture, place place) {
    return place.x >= picture->first_x && place.x <= picture->last_x &&
           place.y >= picture->first_y && place.y <= picture->last_y;
}

INLINE void place_one(rows_places places, ptrdiff_t index, place at, const rows_picture *picture) {
    at.x = limited(at.x, picture->first_x, picture->last_x);
    at.y = limited(at.y, picture->first_y, picture->last_y);
    write_place(places, index, at, picture, rows_affine_bits);
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

INLINE eight placed_pixels(const rows_picture *picture, const int32_t *offsets,
                           rows_places places, ptrdiff_t index) {
    neighbours above = gathered(picture->pixels, offsets);
    neighbours below = gathered(picture->pixels + picture->to_below, offsets);
    lanes x = (lanes)load_words(places.fractions_x + index);
    lanes y = (lanes)load_words(places.fractions_y + index);
    return interpolated(interpolated(above.left, below.left, y), interpolated(above.right, below.right, y), x);
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
