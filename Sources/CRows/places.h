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
