#include "lanes.h"

// How much of its pixels a convex area covers.

INLINE void cover(uint32_t *weights, ptrdiff_t column, ptrdiff_t count, double y, const rows_side *sides,
                  ptrdiff_t side_count, double weight, double most) {
    const doubles none = {0}, largest = none + most;
    doubles x = (doubles){0, 1, 2, 3, 4, 5, 6, 7} + ((double)column + 0.5);
    for (; count > 0; count -= 8, weights += 8, x += 8) {
        doubles farthest = none - __builtin_inf();
        for (ptrdiff_t i = 0; i < side_count; i++)
            farthest = __builtin_elementwise_max(farthest,
                                                 sides[i].x * x + sides[i].y * y - sides[i].offset);
        doubles share = __builtin_elementwise_max(0.5 - farthest, none);
        share = weight * __builtin_elementwise_min(share, largest);
        words eight = (words)__builtin_convertvector(share, integers);
        memcpy(weights, &eight, sizeof eight);
    }
}

CLONED void rows_cover(uint32_t *weights, ptrdiff_t column, ptrdiff_t count, double y,
                       const rows_side *sides, ptrdiff_t side_count, double weight, double most) {
    cover(weights, column, count, y, sides, side_count, weight, most);
}
