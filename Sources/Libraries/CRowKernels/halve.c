#include "lanes.h"

// Pixels of a bitmap, each component for itself in 16 bits.
typedef struct {
    lanes even, odd;
} sums;

INLINE sums added(sums sum, words pixels) {
    const lanes components = (lanes){0} + 0xFF, both = (lanes)pixels;
    return (sums){sum.even + (both & components), sum.odd + (both >> 8)};
}

// The rounded mean of four pixels, eight times.
INLINE words mean(words a, words b, words c, words d) {
    const lanes half = (lanes){0} + 2;
    const sums sum = added(added(added(added((sums){half, half}, a), b), c), d);
    return (words)(sum.even >> 2 | sum.odd >> 2 << 8);
}

INLINE uint32_t single_mean(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    uint32_t made = 0;
    for (int shift = 0; shift < 32; shift += 8) {
        const uint32_t sum = (a >> shift & 255) + (b >> shift & 255) + (c >> shift & 255) + (d >> shift & 255);
        made |= (sum + 2) / 4 << shift;
    }
    return made;
}

// The pixels 0, 2, 4 and so on of 16, and the others.
INLINE words first_of_pairs(words one, words other) {
    return __builtin_shufflevector(one, other, 0, 2, 4, 6, 8, 10, 12, 14);
}

INLINE words second_of_pairs(words one, words other) {
    return __builtin_shufflevector(one, other, 1, 3, 5, 7, 9, 11, 13, 15);
}

INLINE void halve(uint32_t *means, ptrdiff_t width, const uint32_t *above, const uint32_t *below) {
    ptrdiff_t x = 0;
    for (; x + 16 <= width; x += 16, means += 8) {
        const words a = load_words(above + x), b = load_words(above + x + 8);
        const words c = load_words(below + x), d = load_words(below + x + 8);
        const words made = mean(first_of_pairs(a, b), second_of_pairs(a, b), first_of_pairs(c, d),
                                second_of_pairs(c, d));
        memcpy(means, &made, sizeof made);
    }
    for (; x < width; x += 2, means++) {
        const ptrdiff_t right = x + 1 < width ? x + 1 : x;
        *means = single_mean(above[x], above[right], below[x], below[right]);
    }
}

CLONED void rows_halve(uint32_t *means, ptrdiff_t width, const uint32_t *above, const uint32_t *below) {
    halve(means, width, above, below);
}
