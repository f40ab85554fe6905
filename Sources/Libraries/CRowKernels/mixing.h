// The loop of `rows_mix`. Each file that includes this one is compiled for one kind of processor, and defines
// `picked`, which picks eight pixels: they lie at `indices` counted from `pixels`, that is at `offsets` counted from the
// begin of the row in the bitmap. `pixels` is the pixel at `offsets[0]` of that row.

#include "lanes.h"

INLINE words picked(const uint32_t *pixels, const int32_t *offsets, integers indices);

// Eight weights, each twice: a vector has two lanes for each pixel.
INLINE lanes doubled_weights(const uint16_t *weights) {
    typedef uint16_t eight_weights __attribute__((vector_size(16)));
    eight_weights loaded;
    memcpy(&loaded, weights, sizeof loaded);
    words wide = __builtin_convertvector(loaded, words);
    return (lanes)(wide | wide << 16);
}

// How the ribs change the colours of eight columns; alphas stay.
typedef struct {
    enum { no_ribs, ribs_on_opaque, ribs } kind;
    lanes whites, shades, lights;
} eight_ribs;

INLINE eight_ribs loaded_ribs(const rows_mixture *mixture, ptrdiff_t column) {
    eight_ribs loaded = {.kind = no_ribs};
    if (mixture->whites) {
        loaded.kind = ribs_on_opaque;
        loaded.whites = doubled_weights(mixture->whites + column);
    } else if (mixture->shades) {
        loaded.kind = ribs;
        loaded.shades = doubled_weights(mixture->shades + column);
        loaded.lights = doubled_weights(mixture->lights + column);
    }
    return loaded;
}

INLINE eight ribbed(eight sum, const eight_ribs *ribs) {
    if (ribs->kind == ribs_on_opaque)
        return (eight){sum.even + ribs->whites,
                       (lanes)((words)(sum.odd + ribs->whites) | 0xFF000000)};
    if (ribs->kind == no_ribs) return sum;
    sum.even = scaled_lanes(sum.even, ribs->shades);
    sum.odd = scaled_lanes(sum.odd, (lanes)((words)ribs->shades | 0xFFFF0000));
    lanes alpha = (lanes)doubled_upper((words)sum.odd);
    return interpolated(sum, (eight){alpha, alpha}, ribs->lights);
}

INLINE words gathered_pixels(const uint32_t *pixels, const int32_t *offsets) {
    words found;
    for (int i = 0; i < 8; i++) found[i] = pixels[offsets[i]];
    return found;
}

// Where eight columns find their pixels in a bitmap.
typedef struct {
    const int32_t *offsets;
    // Whether the pixels lie among eight that follow each other and can all be read, and their indices there.
    int are_near;
    integers indices;
} eight_sources;

INLINE eight_sources loaded_sources(const rows_mixture *mixture, ptrdiff_t column, ptrdiff_t last_start) {
    eight_sources loaded = {.offsets = mixture->offsets + column};
    memcpy(&loaded.indices, loaded.offsets, sizeof loaded.indices);
    loaded.indices -= loaded.offsets[0];
    integers far = loaded.indices & ~7;
    uint64_t parts[4];
    memcpy(parts, &far, sizeof parts);
    loaded.are_near = last_start + loaded.offsets[0] + 8 <= mixture->readable &&
                      !(parts[0] | parts[1] | parts[2] | parts[3]);
    return loaded;
}

// The weights of the first bitmaps, up to this number, are loaded before the loop over the rows.
enum { most_preloaded = 4 };

// Mixes `width` columns, at most eight, of some rows. The first row begins at `start` in the bitmaps.
INLINE void mix_eight(uint32_t *pixels, ptrdiff_t width, const rows_mixture *mixture,
                      ptrdiff_t bitmap_count, ptrdiff_t column, ptrdiff_t start, ptrdiff_t rows,
                      int are_near, const eight_sources *sources, const eight_ribs *ribs) {
    // See `factor`.
    factor memory[most_preloaded];
    for (ptrdiff_t i = 0; i < bitmap_count && i < most_preloaded; i++) {
        lanes doubled = doubled_weights(mixture->bitmaps[i].weights + column);
        memcpy(memory[i].values, &doubled, sizeof doubled);
    }
    const factor *weights = memory;
    __asm__ volatile("" : "+r"(weights) : : "memory");
    for (ptrdiff_t row = 0; row < rows; row++) {
        eight sum = {{0}, {0}};
        for (ptrdiff_t i = 0; i < bitmap_count; i++) {
            const uint32_t *source = mixture->bitmaps[i].pixels + start;
            // The rows that come next are fetched now: a narrow row ends before a processor reads ahead in it.
            __builtin_prefetch(source + sources->offsets[0] + rows * mixture->stride);
            words found = are_near ? picked(source + sources->offsets[0], sources->offsets,
                                            sources->indices)
                                   : gathered_pixels(source, sources->offsets);
            eight summand = scaled(unpacked(found),
                                   i < most_preloaded
                                       ? factor_lanes(&weights[i])
                                       : doubled_weights(mixture->bitmaps[i].weights + column));
            sum.even += summand.even;
            sum.odd += summand.odd;
        }
        words done = finished(ribbed(sum, ribs));
        if (width == 8) {
            memcpy(pixels, &done, sizeof done);
        } else {
            memcpy(pixels, &done, width * sizeof *pixels);
        }
        pixels += mixture->target_stride;
        start += mixture->stride;
    }
}

// A processor reads ahead in about this number of rows of bitmaps at the same time.
enum { rows_ahead = 12 };

INLINE void mix_bitmaps(uint32_t *pixels, ptrdiff_t count, const rows_mixture *mixture,
                       ptrdiff_t bitmap_count) {
    const ptrdiff_t together =
        bitmap_count < rows_ahead ? rows_ahead / (bitmap_count + 1) : 1;
    for (ptrdiff_t row = 0; row < mixture->rows; row += together) {
        ptrdiff_t rows = mixture->rows - row < together ? mixture->rows - row : together;
        ptrdiff_t start = row * mixture->stride;
        uint32_t *target = pixels + row * mixture->target_stride;
        for (ptrdiff_t column = 0; column < count; column += 8) {
            ptrdiff_t width = count - column < 8 ? count - column : 8;
            eight_sources sources =
                loaded_sources(mixture, column, start + (rows - 1) * mixture->stride);
            eight_ribs ribs = loaded_ribs(mixture, column);
            // These assignments change nothing. They tell the compiler the kind of the ribs, so that it leaves out
            // the code for other kinds.
            if (sources.are_near && width == 8 && ribs.kind == ribs_on_opaque) {
                ribs.kind = ribs_on_opaque;
                mix_eight(target + column, 8, mixture, bitmap_count, column, start, rows, 1,
                          &sources, &ribs);
            } else if (sources.are_near && width == 8 && ribs.kind == no_ribs) {
                ribs.kind = no_ribs;
                mix_eight(target + column, 8, mixture, bitmap_count, column, start, rows, 1,
                          &sources, &ribs);
            } else {
                mix_eight(target + column, width, mixture, bitmap_count, column, start, rows,
                          sources.are_near, &sources, &ribs);
            }
        }
    }
}

// Compiles a copy for each small number of bitmaps, in which the loop over the bitmaps is unrolled.
INLINE void mix(uint32_t *pixels, ptrdiff_t count, const rows_mixture *mixture) {
    const rows_mixture own = *mixture;
    switch (own.bitmap_count) {
    case 1: mix_bitmaps(pixels, count, &own, 1); break;
    case 2: mix_bitmaps(pixels, count, &own, 2); break;
    case 3: mix_bitmaps(pixels, count, &own, 3); break;
    default: mix_bitmaps(pixels, count, &own, own.bitmap_count);
    }
}
