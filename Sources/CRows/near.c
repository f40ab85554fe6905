#include "rows.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

#include "places.h"

// Pixels at places of which eight neighbours lie within nine columns and a few rows of a bitmap: eight
// pixels of a row are read at a time, and put in order by one instruction.

// Of eight places so many rows of pixels are read; steeper lines are read pixel by pixel.
enum { most_rows = 3 };

// The four neighbours of each place.
typedef struct {
    words above_left, above_right, below_left, below_right;
} squares;

INLINE words ordered(const uint32_t *pixels, integers at) {
    return (words)_mm256_permutevar8x32_epi32((__m256i)load_words(pixels), (__m256i)at);
}

INLINE words chosen(integers holds, words yes, words no) {
    return (words)_mm256_blendv_epi8((__m256i)no, (__m256i)yes, (__m256i)holds);
}

// Of places whose columns `x` and rows `y` are counted from a pixel.
INLINE squares squares_at(const uint32_t *pixels, ptrdiff_t stride, integers x, integers y,
                          int rows) {
    words left = ordered(pixels, x), right = ordered(pixels + 1, x);
    squares squares = {left, right, left, right};
    for (int row = 0; row < rows; row++) {
        integers is_here = y == row;
        if (row > 0) {
            squares.above_left = chosen(is_here, left, squares.above_left);
            squares.above_right = chosen(is_here, right, squares.above_right);
        }
        pixels += stride;
        left = ordered(pixels, x);
        right = ordered(pixels + 1, x);
        squares.below_left = row > 0 ? chosen(is_here, left, squares.below_left) : left;
        squares.below_right = row > 0 ? chosen(is_here, right, squares.below_right) : right;
    }
    return squares;
}

INLINE eight between(squares squares, words parts_x, words parts_y) {
    lanes y = (lanes)parts_y;
    eight left = mixed(unpacked(squares.above_left), unpacked(squares.below_left), y);
    eight right = mixed(unpacked(squares.above_right), unpacked(squares.below_right), y);
    return mixed(left, right, (lanes)parts_x);
}

// The 16 bits after the point of each number, in both halves.
INLINE words doubled_parts(integers places) {
    typedef uint8_t bytes __attribute__((vector_size(32)));
    _Static_assert(rows_affine_fraction == 24, "the parts are the second and the third byte");
    bytes all = (bytes)places;
    return (words)__builtin_shufflevector(
        all, all, 1, 2, 1, 2, 5, 6, 5, 6, 9, 10, 9, 10, 13, 14, 13, 14, 17, 18, 17, 18, 21, 22, 21,
        22, 25, 26, 25, 26, 29, 30, 29, 30);
}

// Places from a pixel on, in so many rows, with the bits after the point below.
INLINE eight pixels_near(const uint32_t *pixels, ptrdiff_t stride, integers x, integers y,
                         ptrdiff_t rows) {
    words parts_x = doubled_parts(x), parts_y = doubled_parts(y);
    x >>= rows_affine_fraction;
    y >>= rows_affine_fraction;
    if (rows == 1) return between(squares_at(pixels, stride, x, y, 1), parts_x, parts_y);
    if (rows == 2) return between(squares_at(pixels, stride, x, y, 2), parts_x, parts_y);
    return between(squares_at(pixels, stride, x, y, 3), parts_x, parts_y);
}

typedef struct {
    int64_t first, end;
} range;

// The quotient, rounded up; the divisor is above 0.
INLINE int64_t divided_up(int64_t value, int64_t by) {
    return value / by + (value % by > 0);
}

// The columns, among others, whose places in one direction lie within limits.
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

// The columns whose places need no limit, and at which nine pixels can be read.
INLINE range free_columns(const rows_picture *picture, const rows_line *line, range columns) {
    int64_t last_x = (int64_t)(picture->stride - 9) << rows_affine_fraction;
    last_x = last_x < picture->last_x ? last_x : picture->last_x;
    columns = within(columns, line->x, line->step_x, picture->first_x, last_x);
    return within(columns, line->y, line->step_y, picture->first_y, picture->last_y);
}

INLINE eight limited_pixels(const rows_picture *picture, const rows_line *line, int64_t column) {
    int32_t offsets[8];
    uint32_t parts_x[8], parts_y[8];
    rows_places places = {offsets, parts_x, parts_y};
    for (int i = 0; i < 8; i++) place_one(places, i, on_line(line, column + i), picture);
    return placed_pixels(picture, offsets, places, 0);
}

INLINE int64_t size_of(int64_t step) { return step < 0 ? -step : step; }

// What the places of eight columns have in common along a line: how far each lies from the first one,
// the least of them, and all of them from each other.
typedef struct {
    integers steps;
    int64_t least, way;
} reach;

INLINE reach reach_of(int64_t step) {
    const integers lane = {0, 1, 2, 3, 4, 5, 6, 7};
    return (reach){lane * (int32_t)step, step < 0 ? 7 * step : 0, 7 * size_of(step)};
}

INLINE eight free_pixels(const rows_picture *picture, place at, reach x, reach y) {
    const int fraction = rows_affine_fraction;
    int64_t left = (at.x + x.least) >> fraction, lowest = at.y + y.least;
    int64_t top = lowest >> fraction, bottom = (lowest + y.way) >> fraction;
    const uint32_t *pixels = picture->pixels + (top * picture->stride + left);
    __builtin_prefetch(pixels + picture->ahead);
    return pixels_near(pixels, picture->stride, x.steps + (int32_t)(at.x - (left << fraction)),
                       y.steps + (int32_t)(at.y - (top << fraction)), bottom - top + 1);
}

INLINE void lay_line(rows_pixels row, ptrdiff_t column, ptrdiff_t fours,
                     const rows_picture *picture, const rows_line *line, uint16_t weight,
                     manner manner) {
    factor memory;
    const factor *factor = spread(&memory, weight);
    const reach x = reach_of(line->step_x), y = reach_of(line->step_y);
    range free = free_columns(picture, line, (range){column, column + 4 * fours});
    place at = on_line(line, column);
    for (; fours > 0; fours -= 2, column += 8, row = advanced(row, 8)) {
        int is_free = column >= free.first && column + 8 <= free.end;
        eight pixels = is_free ? free_pixels(picture, at, x, y)
                               : limited_pixels(picture, line, column);
        lay(row, pixels, factor, manner, 4 * fours);
        at = (place){at.x + 8 * line->step_x, at.y + 8 * line->step_y};
    }
}

INLINE int is_line_near(const rows_picture *picture, const rows_line *line) {
    const int64_t one = 1 << rows_affine_fraction;
    return picture->below == picture->stride && size_of(line->step_x) <= one &&
           7 * size_of(line->step_y) < (most_rows - 1) * one;
}

static int lay_near_line(rows_pixels row, ptrdiff_t column, ptrdiff_t fours,
                         const rows_picture *picture, const rows_line *line, uint16_t weight,
                         int is_covering) {
    if (!is_line_near(picture, line)) return 0;
    if (is_covering) lay_line(row, column, fours, picture, line, weight, covering);
    else lay_line(row, column, fours, picture, line, weight, replacing);
    return 1;
}

#pragma clang attribute pop

int rows_lay_line(rows_pixels row, ptrdiff_t column, ptrdiff_t fours,
                  const rows_picture *picture, const rows_line *line, uint16_t weight,
                  int is_covering) {
    return __builtin_cpu_supports("avx2") &&
           lay_near_line(row, column, fours, picture, line, weight, is_covering);
}

#else

int rows_lay_line(rows_pixels row, ptrdiff_t column, ptrdiff_t fours,
                  const rows_picture *picture, const rows_line *line, uint16_t weight,
                  int is_covering) {
    return 0;
}

#endif
