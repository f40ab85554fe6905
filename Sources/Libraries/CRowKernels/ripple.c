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
        x * (1 + square * (-1.0f / 6 + square * (1.0f / 120 + square * (-1.0f / 5040 + square * (1.0f / 362880)))));
    return (floats)((words)value ^ ((words)half_turns << 31));
}

// e to the power of numbers from -80 to 0, within 2e-6 of the value.
INLINE floats exponential(floats powers) {
    const floats binary = powers * 1.44269504f;
    const integers whole = __builtin_convertvector(binary, integers);
    const floats x = (binary - __builtin_convertvector(whole, floats)) * 0.693147181f;
    const floats value =
        1 + x * (1 + x * (1.0f / 2 + x * (1.0f / 6 + x * (1.0f / 24 + x * (1.0f / 120 + x * (1.0f / 720 + x * (1.0f / 5040)))))));
    return (floats)((words)value + ((words)whole << 23));
}

INLINE movement zero_movement(void) {
    return (movement){{0}, {0}, {0}};
}

// The sum of two movements of the same places.
INLINE movement both(movement one, movement other) {
    return (movement){one.x + other.x, one.y + other.y, one.length + other.length};
}

// How a wave moves eight places.
INLINE movement moved(const rows_ripple *ripple, rows_wave wave, places_of_eight places) {
    const floats right = places.x - wave.x, down = places.y - wave.y, square = right * right + down * down;
    // Where the wave has not come yet, or is not seen any more.
    if (!(__builtin_reduce_min(square) < wave.outer_square && __builtin_reduce_max(square) > wave.inner_square))
        return zero_movement();
    const floats radius = __builtin_elementwise_sqrt(square);
    const floats time = between(wave.age - radius * ripple->delay, 0, ripple->longest);
    const floats length = ripple->amplitude * sine(ripple->frequency * time) * exponential(-ripple->decay * time);
    // The centre has no direction.
    const floats factor = length / (radius > 1e-6f ? radius : (floats){0} + 1e-6f);
    return (movement){right * factor, down * factor, length};
}

// The pixels of a run are moved together. The movement by a wave is computed for each pixel where the run has the
// wave's front or is near its centre; elsewhere it is smooth, and is computed at nodes, four pixels from each other,
// between which it is interpolated by cubic polynomials.
enum { run_length = 80, run_vectors = run_length / 8, node_vectors = 3 };

// Movements at nodes, of which the second is at the run's first pixel; the last ones are not used.
typedef struct {
    float x[8 * node_vectors + 8], y[8 * node_vectors + 8], length[8 * node_vectors + 8];
} node_movements;

INLINE void add_at(float *numbers, floats more) {
    floats old;
    memcpy(&old, numbers, sizeof old);
    old += more;
    memcpy(numbers, &old, sizeof old);
}

// What two intervals of four pixels have, of which the first begins at the second of these numbers.
INLINE floats between_nodes(const float *numbers) {
    // Lagrange's polynomials at 0, 1/4, 1/2 and 3/4 of an interval.
    const floats first = {0, -0.0546875f, -0.0625f, -0.0390625f, 0, -0.0546875f, -0.0625f, -0.0390625f};
    const floats second = {1, 0.8203125f, 0.5625f, 0.2734375f, 1, 0.8203125f, 0.5625f, 0.2734375f};
    const floats third = {0, 0.2734375f, 0.5625f, 0.8203125f, 0, 0.2734375f, 0.5625f, 0.8203125f};
    const floats fourth = {0, -0.0390625f, -0.0625f, -0.0546875f, 0, -0.0390625f, -0.0625f, -0.0546875f};
    floats nodes;
    memcpy(&nodes, numbers, sizeof nodes);
    return first * __builtin_shufflevector(nodes, nodes, 0, 0, 0, 0, 1, 1, 1, 1) +
           second * __builtin_shufflevector(nodes, nodes, 1, 1, 1, 1, 2, 2, 2, 2) +
           third * __builtin_shufflevector(nodes, nodes, 2, 2, 2, 2, 3, 3, 3, 3) +
           fourth * __builtin_shufflevector(nodes, nodes, 3, 3, 3, 3, 4, 4, 4, 4);
}

// The places of the pixels from `x` on, `step` pixels from each other.
INLINE places_of_eight places_from(const rows_ripple *ripple, float x, float step, ptrdiff_t y) {
    const floats columns = x + 0.5f + step * (floats){0, 1, 2, 3, 4, 5, 6, 7};
    const floats rows = (floats){0} + ((float)y + 0.5f);
    return mapped(ripple->from_picture, ripple->is_affine, columns, rows);
}

// How a wave moves a run.
typedef enum { nowhere, smoothly, unevenly } course;

// The course of a wave between two places.
INLINE course course_between(const rows_ripple *ripple, rows_wave wave, float x, float y, float end_x, float end_y) {
    const float right = x - wave.x, down = y - wave.y, across = end_x - x, along = end_y - y;
    const float end_right = end_x - wave.x, end_down = end_y - wave.y;
    const float first = right * right + down * down, last = end_right * end_right + end_down * end_down;
    const float farthest = first > last ? first : last;
    // The share of the way at which it is nearest to the centre.
    const float share = -(right * across + down * along) / (across * across + along * along);
    const float near_right = right + share * across, near_down = down + share * along;
    const float nearest = share > 0 && share < 1 ? near_right * near_right + near_down * near_down
                          : first < last         ? first
                                                 : last;
    if (nearest >= wave.outer_square || farthest <= wave.inner_square) return nowhere;
    return farthest < wave.outer_square && nearest > ripple->smooth_square ? smoothly : unevenly;
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

// Shows what was moved to eight pixels, of which `count` are written.
INLINE void show_moved(uint32_t *pixels, ptrdiff_t count, ptrdiff_t x, ptrdiff_t y, places_of_eight own,
                       movement movement, rows_bitmap picture, const rows_ripple *ripple) {
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

// Moves the pixels of a run, of which `count` are written.
INLINE void ripple_run(uint32_t *pixels, ptrdiff_t count, ptrdiff_t x, ptrdiff_t y, rows_bitmap picture,
                       const rows_ripple *ripple) {
    places_of_eight places[run_vectors], nodes[node_vectors];
    for (int i = 0; i < run_vectors; i++) places[i] = places_from(ripple, (float)(x + 8 * i), 1, y);
    for (int i = 0; i < node_vectors; i++) nodes[i] = places_from(ripple, (float)(x + 32 * i - 4), 4, y);
    movement movements[run_vectors] = {0};
    node_movements at_nodes = {0};
    int is_moved = 0;
    for (ptrdiff_t i = 0; i < ripple->wave_count; i++) {
        const rows_wave wave = ripple->waves[i];
        const course course =
            ripple->is_affine ? course_between(ripple, wave, nodes[0].x[0], nodes[0].y[0], nodes[2].x[7], nodes[2].y[7])
                              : unevenly;
        if (course == nowhere) continue;
        is_moved = 1;
        if (course == unevenly) {
            for (int v = 0; v < run_vectors; v++) movements[v] = both(movements[v], moved(ripple, wave, places[v]));
            continue;
        }
        for (int v = 0; v < node_vectors; v++) {
            const movement more = moved(ripple, wave, nodes[v]);
            add_at(at_nodes.x + 8 * v, more.x);
            add_at(at_nodes.y + 8 * v, more.y);
            add_at(at_nodes.length + 8 * v, more.length);
        }
    }
    if (!is_moved) {
        memcpy(pixels, picture.pixels + y * picture.width + x, (size_t)count * sizeof *pixels);
        return;
    }
    for (int v = 0; 8 * v < count; v++) {
        const movement smooth = {between_nodes(at_nodes.x + 2 * v), between_nodes(at_nodes.y + 2 * v),
                                 between_nodes(at_nodes.length + 2 * v)};
        show_moved(pixels + 8 * v, count - 8 * v < 8 ? count - 8 * v : 8, x + 8 * v, y, places[v],
                   both(movements[v], smooth), picture, ripple);
    }
}

INLINE void ripple_row(uint32_t *pixels, ptrdiff_t y, rows_bitmap picture, const rows_ripple *ripple) {
    for (ptrdiff_t x = 0; x < picture.width; x += run_length) {
        const ptrdiff_t rest = picture.width - x;
        ripple_run(pixels + x, rest < run_length ? rest : run_length, x, y, picture, ripple);
    }
}

CLONED void rows_ripple_row(uint32_t *pixels, ptrdiff_t y, rows_bitmap picture, const rows_ripple *ripple) {
    ripple_row(pixels, y, picture, ripple);
}
