#include "sample.h"
#include <math.h>

// Sprites: shapes that are drawn over each other, in single precision.

INLINE floats at_least_none(floats value) { return value > 0.0f ? value : (floats){0}; }

INLINE floats share(floats value) {
    value = at_least_none(value);
    return value < 1.0f ? value : (floats){0} + 1.0f;
}

// How much of the pixels at the places (u, v) lies in the ellipse u² + v² <= 1, whose half axes have so many pixels.
INLINE floats inside_ellipse(floats u, floats v, float across, float along) {
    // The middle has no direction: a tiny number gives it one.
    const float tiny = 1e-12f;
    const floats radius = __builtin_elementwise_sqrt(u * u + v * v + tiny);
    const floats x = u / across, y = v / along;
    const floats slope = __builtin_elementwise_sqrt(x * x + y * y + tiny / (across * along));
    return share((1.0f - radius) * radius / slope + 0.5f);
}

// How much of its colour a sprite has at the places (u, v). `across` and `along` are half of its sides in pixels.
INLINE floats shape_at(rows_sprite_shape shape, floats u, floats v, float across, float along) {
    const floats squares = u * u + v * v;
    if (shape == rows_sprite_disc || shape == rows_sprite_bubble) {
        const floats inside = inside_ellipse(u, v, across, along);
        if (shape == rows_sprite_disc) return inside;
        const floats x = u + 0.38f, y = v + 0.38f;
        const floats light = at_least_none(1.0f - (x * x + y * y) * 12.0f);
        return share(inside * (squares * squares * squares * 0.88f + 0.12f) + light * light);
    }
    if (shape == rows_sprite_glow) {
        const floats near = at_least_none(1.0f - squares);
        return near * near;
    }
    const floats wide = __builtin_elementwise_abs(u), high = __builtin_elementwise_abs(v);
    if (shape == rows_sprite_square)
        return share((1.0f - wide) * across + 0.5f) * share((1.0f - high) * along + 0.5f);
    if (shape == rows_sprite_star) {
        const floats ray = at_least_none(
            1.0f - __builtin_elementwise_sqrt(wide) - __builtin_elementwise_sqrt(high));
        const floats core = at_least_none(1.0f - squares * 6.0f), middle = core * core;
        const floats rays = ray * ray * (3.0f - ray * 2.0f);
        return rays > middle ? rays : middle;
    }
    const floats thin = at_least_none(1.0f - v * v);
    return thin * thin * at_least_none((u + 1.0f) * 0.5f) * share((1.0f - u) * 4.0f);
}

// The number that stands for 1 in the pixels of rows.
static const float whole = 65280;

// Composites a component of eight pixels, `own`, over another one.
INLINE words composited(floats own, words below, floats remaining, rows_sprite_blend blend) {
    const floats old = __builtin_convertvector((integers)below, floats);
    floats sum = own + (blend == rows_sprite_over ? old * remaining
                        : blend == rows_sprite_screen ? old * (1.0f - own * (1 / whole))
                                                      : old);
    if (blend == rows_sprite_plus) sum = sum < whole ? sum : (floats){0} + whole;
    return (words)__builtin_convertvector(sum + 0.5f, integers);
}

// Composites eight pixels, whose components are shares of `whole`, over those at `row`. `alpha` is from 0 to 1.
INLINE void composite_parts(rows_pixels row, floats red, floats green, floats blue, floats alpha,
                            rows_sprite_blend blend) {
    const words even = load_words(row.even), odd = load_words(row.odd);
    const floats remaining = 1.0f - alpha;
    const words new_blue = composited(blue, even & 0xFFFF, remaining, blend);
    const words new_red = composited(red, even >> 16, remaining, blend);
    const words new_green = composited(green, odd & 0xFFFF, remaining, blend);
    const words new_alpha = composited(alpha * whole, odd >> 16, remaining, blend);
    store_eight(row, (eight){(lanes)(new_blue | new_red << 16), (lanes)(new_green | new_alpha << 16)}, 8);
}

// Composites eight pixels of a colour over those at `row`.
INLINE void composite_colour(rows_pixels row, const float colour[4], floats coverage, rows_sprite_blend blend) {
    const floats covered = coverage * whole;
    composite_parts(row, covered * colour[0], covered * colour[1], covered * colour[2], coverage * colour[3], blend);
}

INLINE floats component(words pixels, int shift) {
    return __builtin_convertvector((integers)(pixels >> shift & 255), floats);
}

// Composites eight pixels of a picture's square, times a colour, over those at `row`; (u, v) are their places.
INLINE void composite_picture(rows_pixels row, const rows_sprite *sprite, floats u, floats v,
                              const rows_sprite_picture *picture, rows_sprite_blend blend) {
    const rows_picture_square square = picture->squares[sprite->square];
    // Farther out lie the pixels of other squares.
    const float most = 1 + 1 / square.side;
    const floats right = __builtin_elementwise_min(__builtin_elementwise_max(u, (floats){0} - most), (floats){0} + most);
    const floats down = __builtin_elementwise_min(__builtin_elementwise_max(v, (floats){0} - most), (floats){0} + most);
    const floats x = square.x + (right * 0.5f + 0.5f) * square.side - 0.5f;
    const floats y = square.y + (down * 0.5f + 0.5f) * square.side - 0.5f;
    const words pixels = sampled_eight(picture->bitmap, __builtin_convertvector(x * 256 + 0.5f, integers),
                                       __builtin_convertvector(y * 256 + 0.5f, integers));
    const float *colour = sprite->colour, step = whole / 255;
    composite_parts(row, component(pixels, 16) * (step * colour[0]), component(pixels, 8) * (step * colour[1]),
                    component(pixels, 0) * (step * colour[2]), component(pixels, 24) * (colour[3] / 255), blend);
}

// Cuts a range of columns, of which the first is at least 0, to those where |start + column step| is at most `most`.
INLINE void cut(float range[2], float start, float step, float most) {
    if (fabsf(step) < 1e-9f) {
        if (fabsf(start) > most) range[1] = -1;
        return;
    }
    const float one = (-most - start) / step, other = (most - start) / step;
    range[0] = fmaxf(range[0], fminf(one, other));
    range[1] = fminf(range[1], fmaxf(one, other));
}

INLINE void draw_sprite(const rows_sprite_target *target, const rows_sprite *sprite,
                        rows_sprite_shape shape, rows_sprite_blend blend, const rows_sprite_picture *picture) {
    const float half = fabsf(sprite->u_y) + fabsf(sprite->v_y) + 1;
    const ptrdiff_t top = (ptrdiff_t)fmaxf(floorf(sprite->y - half), (float)target->top);
    const ptrdiff_t end = (ptrdiff_t)fminf(ceilf(sprite->y + half), (float)target->end);
    if (top >= end) return;
    const float area = sprite->u_x * sprite->v_y - sprite->u_y * sprite->v_x;
    const float u_x = sprite->v_y / area, u_y = -sprite->v_x / area;
    const float v_x = -sprite->u_y / area, v_y = sprite->u_x / area;
    const float across = sqrtf(sprite->u_x * sprite->u_x + sprite->u_y * sprite->u_y);
    const float along = sqrtf(sprite->v_x * sprite->v_x + sprite->v_y * sprite->v_y);
    const floats columns = {0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f};
    for (ptrdiff_t y = top; y < end; y++) {
        const float down = (float)y + 0.5f - sprite->y;
        // From the picture's left side.
        const float first_u = u_y * down - u_x * sprite->x, first_v = v_y * down - v_x * sprite->x;
        float range[2] = {0, (float)target->width};
        cut(range, first_u, u_x, 1 + 1 / across);
        cut(range, first_v, v_x, 1 + 1 / along);
        if (!(range[0] <= range[1] && range[0] < (float)target->width)) continue;
        const ptrdiff_t last = (ptrdiff_t)ceilf(range[1]);
        const ptrdiff_t row = (y - target->top) * target->width;
        for (ptrdiff_t x = (ptrdiff_t)range[0] & ~(ptrdiff_t)7; x < last; x += 8) {
            const floats right = columns + ((float)x - sprite->x);
            const floats u = right * u_x + u_y * down, v = right * v_x + v_y * down;
            const rows_pixels eight = {target->rows.even + 2 * (row + x), target->rows.odd + 2 * (row + x)};
            if (shape == rows_sprite_pictured)
                composite_picture(eight, sprite, u, v, picture, blend);
            else
                composite_colour(eight, sprite->colour, shape_at(shape, u, v, across, along), blend);
        }
    }
}

INLINE void draw_all(const rows_sprite_target *target, const rows_sprite *sprites, ptrdiff_t count,
                     rows_sprite_shape shape, rows_sprite_blend blend, const rows_sprite_picture *picture) {
    for (ptrdiff_t i = 0; i < count; i++) draw_sprite(target, sprites + i, shape, blend, picture);
}

#define DRAW(shape)                                                                    \
    case shape:                                                                        \
        if (blend == rows_sprite_over)                                                 \
            draw_all(target, sprites, count, shape, rows_sprite_over, picture);                 \
        else if (blend == rows_sprite_screen)                                          \
            draw_all(target, sprites, count, shape, rows_sprite_screen, picture);               \
        else                                                                           \
            draw_all(target, sprites, count, shape, rows_sprite_plus, picture);                 \
        break;

CLONED void rows_draw_sprites(const rows_sprite_target *target, const rows_sprite *sprites,
                              ptrdiff_t count, rows_sprite_shape shape, rows_sprite_blend blend,
                              const rows_sprite_picture *picture) {
    switch (shape) {
        DRAW(rows_sprite_disc)
        DRAW(rows_sprite_glow)
        DRAW(rows_sprite_bubble)
        DRAW(rows_sprite_square)
        DRAW(rows_sprite_star)
        DRAW(rows_sprite_streak)
        DRAW(rows_sprite_pictured)
    }
}
