#include "sample.h"

// Ripples: a picture is sampled at places that waves have moved.

// Two places in a plane.
typedef struct {
    floats x, y;
} places_of_eight;

INLINE places_of_eight mapped(const float rows[9], int is_affine, floats x, floats y) {
    places_of_eight to = {rows[0] * x + rows[1] * y + rows[2], rows[3] * x + rows[4] * y + rows[5]};
    if (is_affine) return to;
    const floats distance = rows[6] * x + rows[7] * y + rows[8];
    to.x /= distance;
    to.y /= distance;
    return to;
}

// The displacement of each of eight places by all waves, and the sum of their lengths.
typedef struct {
    floats x, y, length;
} movement;

INLINE floats between(floats value, float least, float most) {
    // Not a number becomes the least.
    value = value > least ? value : (floats){0} + least;
    return value < most ? value : (floats){0} + most;
}

// The sine of angles from 0 on, by a series about the nearest multiple of pi; up to 1e3 within 1e-4.
INLINE floats sine(floats angles) {
    const integers half_turns = __builtin_convertvector(angles * 0.318309886f + 0.5f, integers);
    const floats turns = __builtin_convertvector(half_turns, floats);
    // The first factor has few digits, so its product is exact; the second is what it lacks of pi.
    const floats x = angles - turns * 3.140625f - turns * 9.67653590e-4f, square = x * x;
    const floats value =
        x * (1 + square * (-1.0f / 6 + square * (1.0f / 120 + square * (-1.0f / 5040 + square / 362880))));
    return (floats)((words)value ^ ((words)half_turns << 31));
}

// e to the power of numbers from -80 to 0, within 2e-6 of the value.
INLINE floats exponential(floats powers) {
    const floats binary = powers * 1.44269504f;
    const integers whole = __builtin_convertvector(binary, integers);
    const floats x = (binary - __builtin_convertvector(whole, floats)) * 0.693147181f;
    const floats value =
        1 + x * (1 + x / 2 * (1 + x / 3 * (1 + x / 4 * (1 + x / 5 * (1 + x / 6 * (1 + x / 7))))));
    return (floats)((words)value + ((words)whole << 23));
}

INLINE movement moved(const rows_ripple *ripple, places_of_eight places) {
    movement sum = {{0}, {0}, {0}};
    for (ptrdiff_t i = 0; i < ripple->wave_count; i++) {
        const rows_wave wave = ripple->waves[i];
        const floats right = places.x - wave.x, down = places.y - wave.y, square = right * right + down * down;
        // Where the wave has not come yet, or is not seen any more.
        if (!(__builtin_reduce_min(square) < wave.outer_square && __builtin_reduce_max(square) > wave.inner_square))
            continue;
        const floats radius = __builtin_elementwise_sqrt(square);
        const floats time = between(wave.age - radius * ripple->delay, 0, ripple->longest);
        const floats length = ripple->amplitude * sine(ripple->frequency * time) * exponential(-ripple->decay * time);
        // The centre has no direction.
        const floats factor = length / (radius > 1e-6f ? radius : (floats){0} + 1e-6f);
        sum.x += right * factor;
        sum.y += down * factor;
        sum.length += length;
    }
    return sum;
}

// Adds light, of which 4080 is white, to the colours of pixels, which stay in 0 ... alpha.
INLINE words lighter(words pixels, integers light) {
    const integers alpha = (integers)(pixels >> 24), more = (light * alpha * 257 + 0x80000) >> 20;
    words result = pixels & 0xFF000000;
    for (int shift = 0; shift < 24; shift += 8) {
        const integers sum = (integers)(pixels >> shift & 255) + more;
        const integers kept = __builtin_elementwise_min(__builtin_elementwise_max(sum, (integers){0}), alpha);
        result |= (words)kept << shift;
    }
    return result;
}

// A place along a side as `sampled` takes it; what lies far beyond the side is put just beyond it.
INLINE integers place_of(floats place, ptrdiff_t side) {
    // Numbers above 0 are rounded down.
    return __builtin_convertvector(between(place * 256, -512, (float)(side + 2) * 256) + 512.5f, integers) - 640;
}

// Moves eight pixels, of which `count` are written.
INLINE void ripple_eight(uint32_t *pixels, ptrdiff_t count, ptrdiff_t x, ptrdiff_t y, rows_bitmap picture,
                         const rows_ripple *ripple) {
    const floats columns = (float)x + (floats){0.5f, 1.5f, 2.5f, 3.5f, 4.5f, 5.5f, 6.5f, 7.5f};
    const floats rows = (floats){0} + ((float)y + 0.5f);
    const places_of_eight own = mapped(ripple->from_picture, ripple->is_affine, columns, rows);
    const movement movement = moved(ripple, own);
    const floats light = movement.length * (ripple->light * 4080);
    const floats most = __builtin_elementwise_max(
        __builtin_elementwise_abs(movement.length), __builtin_elementwise_abs(light));
    // What is not moved by as much as can be seen stays as it is.
    if (__builtin_reduce_max(most) < 1.0f / 256) {
        memcpy(pixels, picture.pixels + y * picture.width + x, (size_t)count * sizeof *pixels);
        return;
    }
    const places_of_eight from =
        mapped(ripple->to_picture, ripple->is_affine, own.x + movement.x, own.y + movement.y);
    const integers lights = __builtin_convertvector(between(light, -4080, 4080), integers);
    const words result = lighter(
        sampled_eight(picture, place_of(from.x, picture.width), place_of(from.y, picture.height)), lights);
    memcpy(pixels, &result, (size_t)count * sizeof *pixels);
}

INLINE void ripple_row(uint32_t *pixels, ptrdiff_t y, rows_bitmap picture, const rows_ripple *ripple) {
    for (ptrdiff_t x = 0; x < picture.width; x += 8)
        ripple_eight(pixels + x, picture.width - x < 8 ? picture.width - x : 8, x, y, picture, ripple);
}

CLONED void rows_ripple_row(uint32_t *pixels, ptrdiff_t y, rows_bitmap picture, const rows_ripple *ripple) {
    ripple_row(pixels, y, picture, ripple);
}
