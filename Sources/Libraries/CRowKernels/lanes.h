#pragma once

#include "rows.h"
#include <string.h>

// Eight pixels at a time, in vectors that the compiler splits where a processor's are shorter.
//
// Functions that take or give such vectors are inlined, because the way in which a vector is passed depends on the
// processor.

#pragma clang diagnostic ignored "-Wpsabi"
#pragma STDC FP_CONTRACT OFF

#define INLINE static inline __attribute__((always_inline))

// Compiles a function also for newer processors. When the program starts, it chooses the version for its
// processor.
#if defined(CLONED)
// A test defines CLONED as nothing, compiles the functions that way under other names, and compares both versions.
#elif defined(__x86_64__) && defined(__linux__)
#define CLONED __attribute__((target_clones("avx2", "default")))
#else
#define CLONED
#endif

typedef uint16_t lanes __attribute__((vector_size(32)));
typedef uint32_t words __attribute__((vector_size(32)));
typedef int32_t integers __attribute__((vector_size(32)));
typedef uint64_t pairs __attribute__((vector_size(32)));
typedef double doubles __attribute__((ext_vector_type(8)));
typedef float floats __attribute__((ext_vector_type(8)));

typedef struct {
    lanes even, odd;
} eight;

// A factor of all lanes.
//
// The compiler takes the high halves of products with one instruction. But if it knows that a factor is constant
// in a loop, it widens the factor before the loop and computes wide products, which is slower. So such a factor is
// read from memory in each step, and the compiler cannot know that this memory stays the same.
typedef struct {
    uint16_t values[16];
} factor;

INLINE const factor *spread(factor *factor, uint16_t value) {
    for (int i = 0; i < 16; i++) factor->values[i] = value;
    __asm__ volatile("" : "+r"(factor) : : "memory");
    return factor;
}

INLINE lanes factor_lanes(const factor *factor) {
    lanes loaded;
    memcpy(&loaded, factor->values, sizeof loaded);
    return loaded;
}

INLINE words load_words(const void *numbers) {
    words loaded;
    memcpy(&loaded, numbers, sizeof loaded);
    return loaded;
}

INLINE eight load_eight(rows_pixels row) {
    eight loaded;
    memcpy(&loaded.even, row.even, sizeof loaded.even);
    memcpy(&loaded.odd, row.odd, sizeof loaded.odd);
    return loaded;
}

// Writes all eight pixels, or the first four where the row has no more.
INLINE void store_eight(rows_pixels row, eight pixels, ptrdiff_t count) {
    if (count < 8) {
        memcpy(row.even, &pixels.even, sizeof pixels.even / 2);
        memcpy(row.odd, &pixels.odd, sizeof pixels.odd / 2);
    } else {
        memcpy(row.even, &pixels.even, sizeof pixels.even);
        memcpy(row.odd, &pixels.odd, sizeof pixels.odd);
    }
}

INLINE rows_pixels advanced(rows_pixels row, ptrdiff_t pixels) {
    return (rows_pixels){row.even + 2 * pixels, row.odd + 2 * pixels};
}

// The lower and the upper halves of eight numbers of 64 bits, in this order: two numbers of the first vector, two
// of the second, the other two of the first, the other two of the second. In this order one instruction gives the
// lower or the upper halves.
typedef struct {
    words lower, upper;
} halves;

INLINE halves taken_apart(pairs first, pairs second) {
    const words one = (words)first, other = (words)second;
    return (halves){__builtin_shufflevector(one, other, 0, 2, 8, 10, 4, 6, 12, 14),
                    __builtin_shufflevector(one, other, 1, 3, 9, 11, 5, 7, 13, 15)};
}

// Eight numbers in the order of `halves`; this order again gives the usual one.
INLINE words apart(words numbers) {
    return __builtin_shufflevector(numbers, numbers, 0, 1, 4, 5, 2, 3, 6, 7);
}

INLINE eight unpacked(words pixels) {
    lanes both = (lanes)pixels;
    return (eight){both << 8, both & 0xFF00};
}

// The high halves of the products.
INLINE lanes scaled_lanes(lanes one, lanes other) {
    typedef uint32_t wide __attribute__((vector_size(64)));
    wide products = __builtin_convertvector(one, wide) * __builtin_convertvector(other, wide);
    return __builtin_convertvector(products >> 16, lanes);
}

INLINE eight scaled(eight pixels, lanes weights) {
    return (eight){scaled_lanes(pixels.even, weights), scaled_lanes(pixels.odd, weights)};
}

// Interpolates from one to the other; `t` is in 1/65536.
INLINE eight interpolated(eight one, eight other, lanes t) {
    eight near = scaled(one, ~t), far = scaled(other, t);
    return (eight){near.even + far.even, near.odd + far.odd};
}

// Copies the lower, or the upper, half of each number to both halves.
INLINE words doubled_lower(words numbers) {
    numbers &= 0xFFFF;
    return numbers | numbers << 16;
}

INLINE words doubled_upper(words numbers) {
    return doubled_lower(numbers >> 16);
}

INLINE eight sum(eight one, eight other) {
    return (eight){__builtin_elementwise_add_sat(one.even, other.even),
                   __builtin_elementwise_add_sat(one.odd, other.odd)};
}

// Lays pixels over others.
INLINE eight over(eight below, eight pixels) {
    lanes alpha = (lanes)doubled_upper((words)pixels.odd);
    // An opaque pixel that was multiplied by the weight 65535 has the alpha 65279; alpha + alpha / 256 is 65533,
    // which lets 2/65536 through.
    eight remaining = scaled(below, ~(alpha + (alpha >> 8)));
    return sum(remaining, pixels);
}

// What is done with pixels. `fetching`: they are written to a row without a weight. `replacing`, `source_over`,
// `adding`: times a weight, they replace those of a row, are composited over them by source-over, or are added to
// them. `finishing`: times the weight 65535, they are written to a bitmap.
typedef enum { fetching, replacing, source_over, adding, finishing } operation;

// Replaces the pixels of a row, composites pixels over them, or adds pixels to them.
INLINE void composite(rows_pixels row, eight pixels, operation operation, ptrdiff_t count) {
    if (operation == source_over) pixels = over(load_eight(row), pixels);
    if (operation == adding) pixels = sum(load_eight(row), pixels);
    store_eight(row, pixels, count);
}

// Ordered dithering.

// Bayer's 8x8 matrix: interleaves the bits of x ^ y and y, the lowest first. The least threshold is larger than
// what products lose by rounding down; the largest one does not raise a whole level to the next.
INLINE uint16_t threshold(ptrdiff_t x, ptrdiff_t y) {
    ptrdiff_t both = x ^ y;
    ptrdiff_t order = (both & 1) << 5 | (y & 1) << 4 | (both & 2) << 2 | (y & 2) << 1 |
                      (both & 4) >> 1 | (y & 4) >> 2;
    return (uint16_t)(4 + 4 * order - order / 16);
}

// What `finished` gives for these pixels times the weight 65535. That product is less by 1 in each component above
// 0.
INLINE words wholly_finished(eight pixels) {
    const lanes less = (lanes){0} + 127;
    return (words)((pixels.even + less) >> 8 | ((pixels.odd + less) & 0xFF00));
}

// Pixels of a bitmap, rounded.
INLINE words finished(eight pixels) {
    const lanes half = (lanes){0} + 128;
    lanes even = __builtin_elementwise_add_sat(pixels.even, half) >> 8;
    lanes odd = __builtin_elementwise_add_sat(pixels.odd, half) & 0xFF00;
    return (words)(even | odd);
}
