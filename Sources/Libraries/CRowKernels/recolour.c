#include "lanes.h"

// A change of colours, in single precision, which holds components times 256 exactly.

INLINE floats converted(words numbers) {
    return __builtin_convertvector((integers)numbers, floats);
}

// A new component, from 0 to alpha.
INLINE words recoloured(const float *factors, floats red, floats green, floats blue, floats alpha) {
    floats sum = factors[0] * red + factors[1] * green + factors[2] * blue + factors[3] * alpha;
    sum = __builtin_elementwise_max(sum + 0.5f, (floats){0});
    return (words)__builtin_convertvector(__builtin_elementwise_min(sum, alpha), integers);
}

INLINE void recolour(rows_pixels row, ptrdiff_t quads, const rows_matrix *matrix) {
    for (; quads > 0; quads -= 2, row = advanced(row, 8)) {
        eight pixels = load_eight(row);
        words even = (words)pixels.even, odd = (words)pixels.odd;
        floats red = converted(even >> 16), green = converted(odd & 0xFFFF);
        floats blue = converted(even & 0xFFFF), alpha = converted(odd >> 16);
        even = recoloured(matrix->blue, red, green, blue, alpha)
               | recoloured(matrix->red, red, green, blue, alpha) << 16;
        odd = recoloured(matrix->green, red, green, blue, alpha) | (odd & 0xFFFF0000);
        store_eight(row, (eight){(lanes)even, (lanes)odd}, 4 * quads);
    }
}

CLONED void rows_recolour(rows_pixels row, ptrdiff_t quads, const rows_matrix *matrix) {
    recolour(row, quads, matrix);
}
