#include "rows.h"

#if defined(__x86_64__)
#include <immintrin.h>
#include <string.h>

#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

#include "places.h"

// Pixels along lines whose places lie near each other: those of eight neighbouring columns of the screen lie
// within a few rows and columns of the bitmap. Eight pixels of a row are read at a time, and one instruction puts
// them into the order of the places.

// The largest numbers of rows and columns of the bitmap in which eight places may lie. Where they lie farther
// apart, the pixels of each place are read separately. One more row and one more column are read, because each
// place also takes the pixels at its right and below.
enum { largest_height = 3, largest_width = 16 };

// The four neighbours of each place, 2 x 2 pixels of the bitmap.
typedef struct {
    words above_left, above_right, below_left, below_right;
} squares;

INLINE words chosen(integers holds, words yes, words no) {
    return (words)_mm256_blendv_epi8((__m256i)no, (__m256i)yes, (__m256i)holds);
}

// Picks pixels out of eight; the index is the lowest three bits of `at`.
INLINE words ordered_eight(const uint32_t *pixels, integers at) {
    return (words)_mm256_permutevar8x32_epi32((__m256i)load_words(pixels), (__m256i)at);
}

// Picks pixels out of eight or sixteen.
INLINE words ordered(const uint32_t *pixels, integers at, int width) {
    words near = ordered_eight(pixels, at);
    return width == 8 ? near : chosen(at > 7, ordered_eight(pixels + 8, at), near);
}

// The squares of places; their columns `x` and rows `y` in the bitmap are counted from the pixel at `pixels`.
INLINE squares squares_at(const uint32_t *pixels, ptrdiff_t stride, integers x, integers y,
                          int width, int height) {
    words left = ordered(pixels, x, width), right = ordered(pixels + 1, x, width);
    squares squares = {left, right, left, right};
    for (int row = 0; row < height; row++) {
        integers is_here = y == row;
        if (row > 0) {
            squares.above_left = chosen(is_here, left, squares.above_left);
            squares.above_right = chosen(is_here, right, squares.above_right);
        }
        pixels += stride;
        left = ordered(pixels, x, width);
        right = ordered(pixels + 1, x, width);
        squares.below_left = row > 0 ? chosen(is_here, left, squares.below_left) : left;
        squares.below_right = row > 0 ? chosen(is_here, right, squares.below_right) : right;
    }
    return squares;
}

INLINE eight interpolated_squares(squares squares, words fractions_x, words fractions_y) {
    lanes y = (lanes)fractions_y;
    eight left = interpolated(unpacked(squares.above_left), unpacked(squares.below_left), y);
    eight right = interpolated(unpacked(squares.above_right), unpacked(squares.below_right), y);
    return interpolated(left, right, (lanes)fractions_x);
}

// The first 16 bits after the point of each number, in both halves.
INLINE words doubled_fractions(integers places, int bits) {
    typedef uint8_t bytes __attribute__((vector_size(32)));
    bytes all = (bytes)(bits == 16 ? places << 8 : places);
    return (words)__builtin_shufflevector(
        all, all, 1, 2, 1, 2, 5, 6, 5, 6, 9, 10, 9, 10, 13, 14, 13, 14, 17, 18, 17, 18, 21, 22, 21,
        22, 25, 26, 25, 26, 29, 30, 29, 30);
}

// The pixels at places that are counted from the pixel at `pixels` and lie within `width` columns and `height`
// rows of the bitmap from there on. Places have `bits` bits after the point.
INLINE eight pixels_near(const uint32_t *pixels, ptrdiff_t stride, integers x, integers y,
                         int width, ptrdiff_t height, int bits) {
    words fractions_x = doubled_fractions(x, bits), fractions_y = doubled_fractions(y, bits);
    x >>= bits;
    y >>= bits;
    if (height == 1)
        return interpolated_squares(squares_at(pixels, stride, x, y, width, 1), fractions_x, fractions_y);
    if (height == 2)
        return interpolated_squares(squares_at(pixels, stride, x, y, width, 2), fractions_x, fractions_y);
    return interpolated_squares(squares_at(pixels, stride, x, y, width, 3), fractions_x, fractions_y);
}

// Affine maps.

INLINE int64_t magnitude(int64_t step) { return step < 0 ? -step : step; }

// The places of eight columns along a line, in one direction. `least`: the least place minus that of the first
// column. `from_least`: each place minus the least. `span`: the greatest place minus the least.
typedef struct {
    int64_t least;
    integers from_least;
    int64_t span;
} extent;

INLINE extent extent_of(int64_t step) {
    const integers lane = {0, 1, 2, 3, 4, 5, 6, 7};
    const int64_t least = step < 0 ? 7 * step : 0;
    return (extent){least, lane * (int32_t)step - (int32_t)least, 7 * magnitude(step)};
}

// Columns whose places all lie within the picture's limits; `width` columns of the bitmap are read.
INLINE void composite_near(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                           const rows_picture *picture, const rows_line *line, int width,
                           const factor *weight, operation operation) {
    const int bits = rows_affine_bits;
    const int64_t mask = (1 << bits) - 1;
    const extent x = extent_of(line->step_x), y = extent_of(line->step_y);
    // The compiler cannot know that the structures stay the same while pixels are written.
    const uint32_t *const pixels = picture->pixels;
    const ptrdiff_t stride = picture->stride, ahead = picture->ahead;
    const int64_t step_x = 8 * line->step_x, step_y = 8 * line->step_y;
    const place start = on_line(line, column);
    int64_t least_x = start.x + x.least, least_y = start.y + y.least;
    for (; quads > 0; quads -= 2, row = advanced(row, 8)) {
        const uint32_t *first =
            pixels + ((least_y >> bits) * stride + (least_x >> bits));
        __builtin_prefetch(first + ahead);
        const int64_t fraction_x = least_x & mask, fraction_y = least_y & mask;
        eight found = pixels_near(first, stride, x.from_least + (int32_t)fraction_x,
                                  y.from_least + (int32_t)fraction_y, width,
                                  ((fraction_y + y.span) >> bits) + 1, bits);
        composite_weighed(row, found, weight, operation, 4 * quads);
        least_x += step_x;
        least_y += step_y;
    }
}

INLINE void composite_near_8(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                             const rows_picture *picture, const rows_line *line,
                             const factor *weight, operation operation) {
    composite_near(row, column, quads, picture, line, 8, weight, operation);
}

INLINE void composite_near_16(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                              const rows_picture *picture, const rows_line *line,
                              const factor *weight, operation operation) {
    composite_near(row, column, quads, picture, line, largest_width, weight, operation);
}

// How many columns of the bitmap are read for eight places of a line, besides the next one: 8 or `largest_width`;
// 0 if the places do not lie near each other, or if only one row of the bitmap is shown.
INLINE int width_near(const rows_picture *picture, const rows_line *line) {
    const int64_t one = 1 << rows_affine_bits, span = 7 * magnitude(line->step_x);
    if (picture->to_below != picture->stride || 7 * magnitude(line->step_y) >= (largest_height - 1) * one)
        return 0;
    return span <= 7 * one ? 8 : span <= (largest_width - 1) * one ? largest_width : 0;
}

INLINE void composite_line_of_width(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                                    const rows_picture *picture, const rows_line *line, int width,
                                    uint16_t weight, operation operation) {
    // At each place `width` pixels and one more are read in the bitmap's row.
    const int64_t last_x = (int64_t)(picture->stride - width - 1) << rows_affine_bits;
    const range inner = inner_columns(picture, line, (range){column, column + 4 * quads}, last_x);
    if (width == 8)
        composite_line(row, column, quads, picture, line, inner, weight, operation, composite_near_8);
    else
        composite_line(row, column, quads, picture, line, inner, weight, operation, composite_near_16);
}

static int composite_near_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                               const rows_picture *picture, const rows_line *line, uint16_t weight,
                               operation operation) {
    const int width = width_near(picture, line);
    if (width == 0) return 0;
    // Each operation is compiled by itself.
    if (operation == finishing)
        composite_line_of_width(row, column, quads, picture, line, width, weight, finishing);
    else if (operation == source_over)
        composite_line_of_width(row, column, quads, picture, line, width, weight, source_over);
    else if (operation == adding)
        composite_line_of_width(row, column, quads, picture, line, width, weight, adding);
    else if (operation == fetching)
        composite_line_of_width(row, column, quads, picture, line, width, weight, fetching);
    else composite_line_of_width(row, column, quads, picture, line, width, weight, replacing);
    return 1;
}

// Projective maps.

// For eight times eight neighbouring columns of the screen: the block of the bitmap that is read for each eight.
// `left` and `top`: the column and the row of the pixel at the upper left, with `rows_projective_bits` bits after
// the point; `index`: the index of this pixel in the bitmap; `width` and `height`: in how many columns and rows
// from this pixel on the places lie. 8 or `largest_width` columns and `height` rows are read, and one more of
// each. `height` is 0 if the eight places do not lie near each other.
typedef struct {
    int32_t left[8], top[8], index[8], width[8], height[8];
    limiting limiting;
} eight_blocks;

// Numbers within limits; marks those that lay outside.
INLINE integers limited_eight(integers values, int64_t first, int64_t last, integers *outside) {
    integers limited = __builtin_elementwise_max(values, (integers){0} + (int32_t)first);
    limited = __builtin_elementwise_min(limited, (integers){0} + (int32_t)last);
    *outside |= limited ^ values;
    return limited;
}

INLINE eight_blocks blocks_from(const rows_picture *picture, const float_line *line,
                                ptrdiff_t column) {
    const int bits = rows_projective_bits;
    eight_places one = projected_eight(line, columns_from(column, 8), to_limit);
    eight_places other = projected_eight(line, columns_from(column + 7, 8), to_limit);
    integers outside = {0};
    integers left = __builtin_elementwise_min(one.x, other.x) - margin;
    integers right = __builtin_elementwise_max(one.x, other.x) + margin;
    integers top = __builtin_elementwise_min(one.y, other.y) - margin;
    integers bottom = __builtin_elementwise_max(one.y, other.y) + margin;
    left = limited_eight(left, picture->first_x, picture->last_x, &outside) >> bits;
    right = limited_eight(right, picture->first_x, picture->last_x, &outside) >> bits;
    top = limited_eight(top, picture->first_y, picture->last_y, &outside) >> bits;
    bottom = limited_eight(bottom, picture->first_y, picture->last_y, &outside) >> bits;
    // Moves `left` to the left where the columns of the bitmap that are read would end beyond its row.
    const int32_t last = (int32_t)picture->stride - largest_width - 1;
    left = __builtin_elementwise_min(left, (integers){0} + last);
    integers index = top * (int32_t)picture->stride + left;
    integers width = right - left + 1, height = bottom - top + 1;
    height &= (width <= largest_width) & (height <= largest_height);
    left <<= bits;
    top <<= bits;
    // A place that is less than `margin` from a limit also counts as outside, because the margin was added before.
    const int are_all_inside = _mm256_testz_si256((__m256i)outside, (__m256i)outside);
    eight_blocks blocks;
    blocks.limiting = are_all_inside ? within_limits : to_limit;
    memcpy(blocks.left, &left, sizeof left);
    memcpy(blocks.top, &top, sizeof top);
    memcpy(blocks.index, &index, sizeof index);
    memcpy(blocks.width, &width, sizeof width);
    memcpy(blocks.height, &height, sizeof height);
    return blocks;
}

INLINE void place_eights(eight_places *places, int count, const float_line *line, ptrdiff_t column,
                         limiting limiting) {
    for (int i = 0; i < count; i++)
        places[i] = projected_eight(line, columns_from(column + 8 * i, 1), limiting);
}

INLINE void composite_float_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                           const rows_picture *picture, const rows_projected_line *line,
                           uint16_t weight, operation operation) {
    factor memory;
    const factor *factor = spread(&memory, weight);
    const float_line line_in_floats = in_floats(picture, line);
    const uint32_t *const pixels = picture->pixels;
    const ptrdiff_t stride = picture->stride, ahead = picture->ahead;
    for (; quads > 0; column += 64) {
        // The places of all these columns are computed first, so that reading a pixel need not wait for its place.
        const eight_blocks blocks = blocks_from(picture, &line_in_floats, column);
        eight_places places[8];
        const int count = quads < 16 ? (int)(quads + 1) / 2 : 8;
        if (blocks.limiting == within_limits)
            place_eights(places, count, &line_in_floats, column, within_limits);
        else
            place_eights(places, count, &line_in_floats, column, to_limit);
        for (int i = 0; i < count; i++, quads -= 2, row = advanced(row, 8)) {
            const eight_places at = places[i];
            const uint32_t *first = pixels + blocks.index[i];
            __builtin_prefetch(first + ahead);
            const integers x = at.x - blocks.left[i], y = at.y - blocks.top[i];
            const int width = blocks.width[i], height = blocks.height[i];
            const int bits = rows_projective_bits;
            eight found =
                height == 0 ? placed_pixels(pixels, picture, at.x, at.y, bits)
                : width <= 8 ? pixels_near(first, stride, x, y, 8, height, bits)
                             : pixels_near(first, stride, x, y, largest_width, height, bits);
            composite_weighed(row, found, factor, operation, 4 * quads);
        }
    }
}

static int composite_near_projected_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                                   const rows_picture *picture, const rows_projected_line *line,
                                   uint16_t weight, operation operation) {
    if (picture->to_below != picture->stride || picture->stride <= largest_width ||
        !fits_floats(picture, line, column, quads))
        return 0;
    if (operation == finishing)
        composite_float_line(row, column, quads, picture, line, weight, finishing);
    else if (operation == source_over)
        composite_float_line(row, column, quads, picture, line, weight, source_over);
    else if (operation == adding)
        composite_float_line(row, column, quads, picture, line, weight, adding);
    else if (operation == fetching)
        composite_float_line(row, column, quads, picture, line, weight, fetching);
    else composite_float_line(row, column, quads, picture, line, weight, replacing);
    return 1;
}

static int draw_near_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                          const rows_picture *picture, const rows_line *line, uint16_t weight,
                          rows_operator operator) {
    return composite_near_line(row, column, quads, picture, line, weight, operation_of(operator));
}

static int draw_near_projected_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                                    const rows_picture *picture, const rows_projected_line *line,
                                    uint16_t weight, rows_operator operator) {
    return composite_near_projected_line(row, column, quads, picture, line, weight,
                                         operation_of(operator));
}

#pragma clang attribute pop

void rows_draw_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                    const rows_picture *picture, const rows_line *line, uint16_t weight,
                    rows_operator operator) {
    if (!__builtin_cpu_supports("avx2") ||
        !draw_near_line(row, column, quads, picture, line, weight, operator))
        rows_draw_far_line(row, column, quads, picture, line, weight, operator);
}

void rows_draw_projected_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                              const rows_picture *picture, const rows_projected_line *line,
                              uint16_t weight, rows_operator operator) {
    if (!__builtin_cpu_supports("avx2") ||
        !draw_near_projected_line(row, column, quads, picture, line, weight, operator))
        rows_draw_far_projected_line(row, column, quads, picture, line, weight, operator);
}

// A row of a bitmap in the place of `rows_pixels`, for `finishing`: both arrays are the bitmap. `advanced` also
// works for a bitmap, because a pixel takes four bytes in a bitmap as in each of the arrays.
static rows_pixels bitmap_row(uint32_t *pixels) {
    return (rows_pixels){(uint16_t *)pixels, (uint16_t *)pixels};
}

int rows_finish_line(uint32_t *pixels, ptrdiff_t column, ptrdiff_t quads,
                     const rows_picture *picture, const rows_line *line) {
    return __builtin_cpu_supports("avx2") &&
           composite_near_line(bitmap_row(pixels), column, quads, picture, line, UINT16_MAX, finishing);
}

int rows_finish_projected_line(uint32_t *pixels, ptrdiff_t column, ptrdiff_t quads,
                               const rows_picture *picture, const rows_projected_line *line) {
    return __builtin_cpu_supports("avx2") &&
           composite_near_projected_line(bitmap_row(pixels), column, quads, picture, line, UINT16_MAX,
                                   finishing);
}

#else

void rows_draw_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                    const rows_picture *picture, const rows_line *line, uint16_t weight,
                    rows_operator operator) {
    rows_draw_far_line(row, column, quads, picture, line, weight, operator);
}

void rows_draw_projected_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                              const rows_picture *picture, const rows_projected_line *line,
                              uint16_t weight, rows_operator operator) {
    rows_draw_far_projected_line(row, column, quads, picture, line, weight, operator);
}

int rows_finish_line(uint32_t *pixels, ptrdiff_t column, ptrdiff_t quads,
                     const rows_picture *picture, const rows_line *line) {
    return 0;
}

int rows_finish_projected_line(uint32_t *pixels, ptrdiff_t column, ptrdiff_t quads,
                               const rows_picture *picture, const rows_projected_line *line) {
    return 0;
}

#endif
