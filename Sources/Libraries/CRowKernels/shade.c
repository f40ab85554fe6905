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

// The angle of the place (x, y), from the axis x towards the axis y, as a share of a revolution. Abramowitz and Stegun, 4.4.49: the formula is within 2e-8
// radians; single precision adds about 1e-7.
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

// The colours of eight pixels between the colours `number` and `number + 1`, which are eight pixels apart, from the
// pixel `first` on.
INLINE eight between(eight colours, int number, ptrdiff_t first) {
    const words even = (words)colours.even, odd = (words)colours.odd;
    const eight one = {(lanes)((words){0} + even[number]), (lanes)((words){0} + odd[number])};
    const eight other = {(lanes)((words){0} + even[number + 1]), (lanes)((words){0} + odd[number + 1])};
    const words t = ((words){0, 1, 2, 3, 4, 5, 6, 7} + (uint32_t)first) * 8192;
    eight made = interpolated(one, other, (lanes)doubled_lower(t));
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

// Colours are computed for each eighth column, and interpolated between them where they are even: where the column
// between the two ends of 16 is the mean of these, no stop of the gradient is left out, and the line does not turn. Then
// the error is less than half a level. The columns are counted from the screen's left side, so that a part of a row is drawn like the whole.
INLINE void shade(kind kind, rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                  const rows_shading *shading, const rows_projected_line *line) {
    const doubles order = {0, 1, 2, 3, 4, 5, 6, 7};
    const ptrdiff_t end = column + 4 * quads;
    const double turns = turn(kind, line);
    for (ptrdiff_t base = column & ~(ptrdiff_t)15; base < end; base += 48) {
        const floats at = steps_at(kind, order * 8 + (double)base, shading, line);
        const eight colours = coloured(at, shading);
        const words odd = uneven(colours);
        for (int i = 0; i < 6; i++) {
            const ptrdiff_t start = base + 8 * i, first = start < column ? column : start;
            if (first >= start + 8 || first >= end) continue;
            const float passed = at[(i & ~1) + 2] - at[i & ~1];
            const double middle = (double)(base + 16 * (i / 2) + 8);
            const int is_even = passed < shading->steps && -passed < shading->steps && !odd[i | 1]
                                && (turns < middle - 24 || turns > middle + 24);
            const eight made =
                is_even ? between(colours, i, first - start)
                        : coloured(steps_at(kind, order + (double)first, shading, line), shading);
            const ptrdiff_t count = first > start ? 4 : end - first;
            store_eight(advanced(row, first - column), made, count);
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
