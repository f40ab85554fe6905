#include "lanes.h"

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

INLINE void shade(kind kind, rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                  const rows_shading *shading, const rows_projected_line *line) {
    const int is_affine = line->w == 1 && line->step_w == 0;
    for (; quads > 0; quads -= 2, column += 8, row = advanced(row, 8)) {
        const doubles columns = (doubles){0, 1, 2, 3, 4, 5, 6, 7} + (double)column;
        doubles x = line->x + columns * line->step_x, y = line->y + columns * line->step_y;
        if (!is_affine) {
            const doubles by = 1 / (line->w + columns * line->step_w);
            x *= by;
            y *= by;
        }
        floats t = t_at(kind, __builtin_convertvector(x, floats),
                        __builtin_convertvector(y, floats), shading);
        store_eight(row, coloured(steps(t, shading), shading), 4 * quads);
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
