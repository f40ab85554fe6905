#if defined(__x86_64__) && defined(__linux__)

#include "rows.h"
#include <immintrin.h>
#include <string.h>

// Not a clone: the compiler finds no instruction by itself that picks eight pixels out of eight.
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)

#include "mixing.h"

INLINE words picked(const uint32_t *pixels, const int32_t *offsets, integers indices) {
    return (words)_mm256_permutevar8x32_epi32((__m256i)load_words(pixels), (__m256i)indices);
}

void rows_mix_avx2(uint32_t *pixels, ptrdiff_t count, const rows_mixture *mixture);

void rows_mix_avx2(uint32_t *pixels, ptrdiff_t count, const rows_mixture *mixture) {
    mix(pixels, count, mixture);
}

#pragma clang attribute pop

#endif
