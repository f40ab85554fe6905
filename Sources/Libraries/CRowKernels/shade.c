#include "lanes.h"
#include <math.h>

// Gradients, in single precision.

typedef enum { linear, radial, angular } kind;

// From 0 to 1; NaN is 1.
INLINE floats limited_to_share(floats value) {
    const floats none = {0}, one = none + 1;
    value = value < one ? value : one;
    return value > none ? value : none;
}

// The angle of the place (x, y), from the axis x towards the axis y, as a share of a revolution. Abramowitz and
// Stegun, 4.4.49: the formula is within 2e-8 radians; single precision adds about 1e-7.
INLINE floats revolutions(floats x, floats y) {
    const float radian = 0.15915494f, tiny = 1e-30f;
    const floats wide = __builtin_elementwise_abs(x), high = __builtin_elementwise_abs(y);
    const floats ratio = (wide < high ? wide : high) / ((wide < high ? high : wide) + tiny);
    const floats s = ratio * ratio;
    floats sum = 0.0028662257f * s - 0.0161657367f;
    sum = sum * s + 0.0429096138f;
    sum = sum * s - 0.0752896400f;
    sum = sum * s + 0.1065626393f;
    sum = sum * s - 0.1420889944f;
    sum = sum * s + 0.1999355085f;
    sum = sum * s - 0.3333314528f;
    floats angle = (sum * s + 1.0f) * ratio * radian;
    angle = wide < high ? 0.25f - angle : angle;
    angle = x < 0.0f ? 0.5f - angle : angle;
    return y < 0.0f ? 1.0f - angle : angle;
}

// The `t` of places, see `rows_shading`: 0 where the gradient begins, 1 where it ends.
INLINE floats t_at(kind kind, floats x, floats y, const rows_shading *shading) {
    if (kind == linear) return x;
    if (kind == radial) {
        floats length = __builtin_elementwise_sqrt(x * x + y * y);
        return (length - shading->offset) * shading->factor;
    }
    floats angle = revolutions(x, y);
    angle = angle > shading->wrap ? angle - 1.0f : angle;
    return (angle - shading->offset) * shading->factor;
}

// How many steps of the gradient's colours lie before each `t`.
INLINE floats steps(floats t, const rows_shading *shading) {
    floats sum = {0};
    for (ptrdiff_t i = 0; i < shading->count; i++)
        sum += limited_to_share((t - shading->pieces[2 * i]) * shading->pieces[2 * i + 1]);
    return sum * shading->steps;
}

INLINE eight gathered_colours(const uint64_t *colours, const int32_t *at) {
    pairs first = {colours[at[0]], colours[at[1]], colours[at[4]], colours[at[5]]};
    pairs second = {colours[at[2]], colours[at[3]], colours[at[6]], colours[at[7]]};
    halves halves = taken_apart(first, second);
    return (eight){(lanes)halves.lower, (lanes)halves.upper};
}

// The colours after numbers of steps.
INLINE eight coloured(floats steps, const rows_shading *shading) {
    const floats last = (floats){0} + (shading->steps * shading->count - 1);
    integers whole =
        __builtin_convertvector(steps < last ? steps : last, integers);
    floats share = steps - __builtin_convertvector(whole, floats);
    int32_t at[8];
    memcpy(at, &whole, sizeof at);
    words fractions = (words)__builtin_convertvector(share * 65535.0f, integers);
    return interpolated(gathered_colours(shading->colours, at),
                 gathered_colours(shading->colours + 1, at), (lanes)doubled_lower(fractions));
}

// How many steps lie before the middles of eight columns.
INLINE floats steps_at(kind kind, doubles columns, const rows_shading *shading,
                       const rows_projected_line *line) {
    doubles x = line->x + columns * line->step_x, y = line->y + columns * line->step_y;
    if (line->w != 1 || line->step_w != 0) {
        const doubles by = 1 / (line->w + columns * line->step_w);
        x *= by;
        y *= by;
    }
    return steps(t_at(kind, __builtin_convertvector(x, floats), __builtin_convertvector(y, floats), shading),
                 shading);
}

// Of eight colours, those that differ in a component from the mean of their neighbours by more than a quarter of a
// level of 255; not for the first and the last one.
INLINE words uneven(eight colours) {
    const lanes most = (lanes){0} + 64;
    words found = {0};
    for (int odd = 0; odd < 2; odd++) {
        const words own = (words)(odd ? colours.odd : colours.even);
        const lanes before = (lanes)__builtin_shufflevector(own, own, 0, 0, 1, 2, 3, 4, 5, 6);
        const lanes after = (lanes)__builtin_shufflevector(own, own, 1, 2, 3, 4, 5, 6, 7, 7);
        const lanes mean = (before >> 1) + (after >> 1), colour = (lanes)own;
        const lanes larger = __builtin_elementwise_max(mean, colour);
        found |= (words)(larger - __builtin_elementwise_min(mean, colour) > most);
    }
    return found;
}

// Two colours, each in all eight pixels.
typedef struct {
    eight one, other;
} ends;

// The colours `number` and `number + 1` of eight.
INLINE ends ends_at(eight colours, int number) {
    const words even = (words)colours.even, odd = (words)colours.odd;
    return (ends){{(lanes)((words){0} + even[number]), (lanes)((words){0} + odd[number])},
                  {(lanes)((words){0} + even[number + 1]), (lanes)((words){0} + odd[number + 1])}};
}

// The colours of eight pixels between the two that are `spacing` pixels apart, from the pixel `first` on.
INLINE eight between(ends ends, int spacing, ptrdiff_t first) {
    const words t =
        ((words){0, 1, 2, 3, 4, 5, 6, 7} + (uint32_t)first) * (uint32_t)((65536 + spacing / 2) / spacing);
    eight made = interpolated(ends.one, ends.other, (lanes)doubled_lower(t));
    // The interpolation cuts off one or two 65536ths of a level.
    made.even += (lanes)(made.even > 0) & 1;
    made.odd += (lanes)(made.odd > 0) & 1;
    return made;
}

// The column near which values along a line may go up and down: where it is nearest to the plane's origin, or
// where it passes the eye. NaN if this is not known.
INLINE double turn(kind kind, const rows_projected_line *line) {
    const int is_projected = line->w != 1 || line->step_w != 0;
    if (kind == linear) return is_projected ? -line->w / line->step_w : -INFINITY;
    if (is_projected) return NAN;
    return -(line->x * line->step_x + line->y * line->step_y)
           / (line->step_x * line->step_x + line->step_y * line->step_y);
}

// Colours are computed some columns apart, and interpolated between them where they are even: where the column
// between two is the mean of these, no stop of the gradient is left out, and the line does not turn. Then the error
// is less than half a level. The columns are counted from the screen's left side, so that a part of a row is drawn
// like the whole.
enum { wide_spacing = 24, spacing = 8 };

// Eight colours some columns apart, from the column `base` on.
typedef struct {
    ptrdiff_t base;
    int spacing;
    floats steps;
    eight colours;
    words uneven;
} samples;

INLINE samples sampled(kind kind, ptrdiff_t base, int spacing, const rows_shading *shading,
                       const rows_projected_line *line) {
    const doubles order = {0, 1, 2, 3, 4, 5, 6, 7};
    const floats at = steps_at(kind, order * spacing + (double)base, shading, line);
    const eight colours = coloured(at, shading);
    return (samples){base, spacing, at, colours, uneven(colours)};
}

// Whether the colours between the sample `number`, which is even, and the one after the next can be interpolated.
INLINE int are_even(const samples *samples, int number, const rows_shading *shading, double turns) {
    const float passed = samples->steps[number + 2] - samples->steps[number];
    const double middle = (double)(samples->base + samples->spacing * (number + 1));
    const double near = 3 * samples->spacing;
    return passed < shading->steps && -passed < shading->steps && !samples->uneven[number + 1]
           && (turns < middle - near || turns > middle + near);
}

// A row, and the columns that are drawn in it.
typedef struct {
    rows_pixels pixels;
    ptrdiff_t column, end;
} shaded_row;

// The first column of the block of eight from `start` on that is drawn; `end` or more if there is none.
INLINE ptrdiff_t first_column(const shaded_row *row, ptrdiff_t start) {
    if (start >= row->column) return start;
    return start + 8 > row->column ? row->column : row->end;
}

INLINE void store_block(const shaded_row *row, ptrdiff_t start, ptrdiff_t first, eight made) {
    store_eight(advanced(row->pixels, first - row->column), made, first > start ? 4 : row->end - first);
}

// Draws 48 columns from `base` on.
INLINE void shade_closely(kind kind, const shaded_row *row, ptrdiff_t base, const rows_shading *shading,
                          const rows_projected_line *line, double turns) {
    const doubles order = {0, 1, 2, 3, 4, 5, 6, 7};
    const samples samples = sampled(kind, base, spacing, shading, line);
    for (int i = 0; i < 6; i++) {
        const ptrdiff_t start = base + spacing * i, first = first_column(row, start);
        if (first >= row->end) continue;
        const eight made =
            are_even(&samples, i & ~1, shading, turns)
                ? between(ends_at(samples.colours, i), spacing, first - start)
                : coloured(steps_at(kind, order + (double)first, shading, line), shading);
        store_block(row, start, first, made);
    }
}

// Draws 48 columns from the sample `number` on, between this one, the next and the one after that.
INLINE void shade_widely(const shaded_row *row, const samples *samples, int number) {
    for (int side = 0; side < 2; side++) {
        const ptrdiff_t base = samples->base + wide_spacing * (number + side);
        const ends ends = ends_at(samples->colours, number + side);
        for (ptrdiff_t start = base; start < base + wide_spacing; start += 8) {
            const ptrdiff_t first = first_column(row, start);
            if (first < row->end) store_block(row, start, first, between(ends, wide_spacing, first - base));
        }
    }
}

INLINE void shade(kind kind, rows_pixels pixels, ptrdiff_t column, ptrdiff_t quads,
                  const rows_shading *shading, const rows_projected_line *line) {
    const shaded_row row = {pixels, column, column + 4 * quads};
    const double turns = turn(kind, line);
    for (ptrdiff_t base = column / 144 * 144; base < row.end; base += 144) {
        const samples samples = sampled(kind, base, wide_spacing, shading, line);
        for (int number = 0; number < 6; number += 2) {
            const ptrdiff_t start = base + wide_spacing * number;
            if (start + 48 <= column || start >= row.end) continue;
            if (are_even(&samples, number, shading, turns)) shade_widely(&row, &samples, number);
            else shade_closely(kind, &row, start, shading, line, turns);
        }
    }
}

CLONED void rows_shade_linear(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                              const rows_shading *shading, const rows_projected_line *line) {
    shade(linear, row, column, quads, shading, line);
}

CLONED void rows_shade_radial(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                              const rows_shading *shading, const rows_projected_line *line) {
    shade(radial, row, column, quads, shading, line);
}

CLONED void rows_shade_angular(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                               const rows_shading *shading, const rows_projected_line *line) {
    shade(angular, row, column, quads, shading, line);
}

// Ordered dithering.

INLINE void dither(rows_pixels row, ptrdiff_t column, ptrdiff_t quads, ptrdiff_t y,
                   const uint32_t *weights, ptrdiff_t step) {
    lanes thresholds;
    for (int i = 0; i < 16; i++) thresholds[i] = threshold(column + i / 2, y);
    for (; quads > 0; quads -= 2, row = advanced(row, 8), weights += step) {
        eight pixels = scaled(load_eight(row), (lanes)doubled_lower(load_words(weights)));
        pixels.even = (pixels.even + thresholds) & 0xFF00;
        pixels.odd = (pixels.odd + thresholds) & 0xFF00;
        store_eight(row, pixels, 4 * quads);
    }
}

CLONED void rows_dither(rows_pixels row, ptrdiff_t column, ptrdiff_t quads, ptrdiff_t y,
                        const uint32_t *weights, ptrdiff_t step) {
    dither(row, column, quads, y, weights, step);
}
