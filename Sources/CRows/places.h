#pragma once

#include "lanes.h"

// Places in a bitmap along a row of the screen, and the pixels there.

// A place in both directions, with the bits after the point that its line has.
typedef struct {
    int64_t x, y;
} place;

INLINE int64_t limited(int64_t value, int64_t first, int64_t last) {
    value = value < first ? first : value;
    return value > last ? last : value;
}

// Writes one column's place, which lies within the limits.
INLINE void write_place(rows_places places, ptrdiff_t index, place place,
                        const rows_picture *picture, int fraction) {
    uint32_t x = place.x >> (fraction - 16) & 0xFFFF, y = place.y >> (fraction - 16) & 0xFFFF;
    places.offsets[index] =
        (int32_t)((place.y >> fraction) * picture->stride + (place.x >> fraction));
    places.parts_x[index] = x | x << 16;
    places.parts_y[index] = y | y << 16;
}

// The same for eight columns, with the bits after the point in the lower part of each number.
INLINE void write_eight(rows_places places, ptrdiff_t index, integers x, integers y,
                        int32_t stride, int32_t base, int fraction) {
    integers offsets = (y >> fraction) * stride + (x >> fraction) + base;
    words parts_x = doubled_lower((words)x >> (fraction - 16));
    words parts_y = doubled_lower((words)y >> (fraction - 16));
    memcpy(places.offsets + index, &offsets, sizeof offsets);
    memcpy(places.parts_x + index, &parts_x, sizeof parts_x);
    memcpy(places.parts_y + index, &parts_y, sizeof parts_y);
}

// Affine maps.

// The place of a column; beyond all numbers it goes round, as nothing is seen there.
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
    write_place(places, index, at, picture, rows_affine_fraction);
}

// Projective maps.

INLINE integers projected_eight(double start, double step, doubles columns, doubles by,
                                double first, double last) {
    doubles values = (start + columns * step) * by;
    const doubles lasts = (doubles){0} + last, firsts = (doubles){0} + first;
    values = values < lasts ? values : lasts;
    values = values > firsts ? values : firsts;
    return __builtin_convertvector(values, integers);
}

typedef struct {
    integers x, y;
} places_of_eight;

INLINE places_of_eight project_eight(double column, const rows_picture *picture,
                                     const rows_projected_line *line) {
    const doubles columns = (doubles){0, 1, 2, 3, 4, 5, 6, 7} + column;
    doubles by = (1 << rows_projective_fraction) / (line->w + columns * line->step_w);
    return (places_of_eight){projected_eight(line->x, line->step_x, columns, by,
                                             picture->first_x, picture->last_x),
                             projected_eight(line->y, line->step_y, columns, by,
                                             picture->first_y, picture->last_y)};
}

// Whether 32 bits hold all places.
INLINE int has_small_places(const rows_picture *picture) {
    return picture->last_x <= INT32_MAX && picture->last_y <= INT32_MAX;
}

// Pixels.

// A pixel and the one at its right.
INLINE uint64_t pair(const uint32_t *pixels) {
    uint64_t loaded;
    memcpy(&loaded, pixels, sizeof loaded);
    return loaded;
}

// Of eight places the pixel at the left of each, and the one at the right.
typedef struct {
    eight left, right;
} neighbours;

INLINE neighbours gathered(const uint32_t *pixels, const int32_t *at) {
    pairs outer = {pair(pixels + at[0]), pair(pixels + at[1]), pair(pixels + at[4]),
                   pair(pixels + at[5])};
    pairs inner = {pair(pixels + at[2]), pair(pixels + at[3]), pair(pixels + at[6]),
                   pair(pixels + at[7])};
    halves halves = taken_apart(outer, inner);
    return (neighbours){unpacked(halves.lower), unpacked(halves.upper)};
}

INLINE eight placed_pixels(const rows_picture *picture, const int32_t *offsets,
                           rows_places places, ptrdiff_t index) {
    neighbours above = gathered(picture->pixels, offsets);
    neighbours below = gathered(picture->pixels + picture->below, offsets);
    lanes x = (lanes)load_words(places.parts_x + index);
    lanes y = (lanes)load_words(places.parts_y + index);
    return mixed(mixed(above.left, below.left, y), mixed(above.right, below.right, y), x);
}

// What becomes of pixels.
typedef enum { fetching, replacing, covering } manner;

INLINE void lay(rows_pixels row, eight pixels, const factor *weight, manner manner,
                ptrdiff_t count) {
    if (manner != fetching) pixels = scaled(pixels, factor_lanes(weight));
    if (manner == covering) pixels = over(load_eight(row), pixels);
    store_eight(row, pixels, count);
}
