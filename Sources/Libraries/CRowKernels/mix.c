// This stands before lanes.h, which defines CLONED. A test defines CLONED itself, to compare with functions that
// every processor can run.
#if !defined(CLONED) && defined(__x86_64__) && defined(__linux__)
#define HAS_AVX2
#endif

#include "mixing.h"

INLINE words picked(const uint32_t *pixels, const int32_t *offsets, integers indices) {
    return gathered_pixels(pixels - offsets[0], offsets);
}

#ifdef HAS_AVX2
void rows_mix_avx2(uint32_t *pixels, ptrdiff_t count, const rows_mixture *mixture);
#endif

void rows_mix(uint32_t *pixels, ptrdiff_t count, const rows_mixture *mixture) {
#ifdef HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        rows_mix_avx2(pixels, count, mixture);
        return;
    }
#endif
    mix(pixels, count, mixture);
}
