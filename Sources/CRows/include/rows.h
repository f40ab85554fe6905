#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The inner loops of the compositor `cpu`. Each of them gives the same bytes on every processor.
//
// Pixels are taken in fours. A row of them is two arrays of 16-bit numbers, each component times 256:
// `even` has blue and red of each pixel, `odd` green and alpha. A weight is in 1/65536; 65535 stands
// for 1. Rows and places are readable up to an even number of fours.

typedef struct {
    uint16_t *even, *odd;
} rows_pixels;

// For each column the pixel at the upper left of its place in a bitmap, counted from the first one,
// and how far the place lies from it, in 1/65536, in both halves of a number.
typedef struct {
    int32_t *offsets;
    uint32_t *parts_x, *parts_y;
} rows_places;

// A bitmap, and the smallest and largest place in it that has neighbours at its right and below.
// `fraction` bits of a place follow the point.
typedef struct {
    const uint32_t *pixels;
    // Pixels from one row to the next, and from a place to the one below it.
    ptrdiff_t stride, below;
    int64_t first_x, first_y, last_x, last_y;
    // About how far the pixels lie from each other that one column shows now and some rows later: they
    // are asked for early, as the processor foresees only what lies along the bitmap's rows.
    ptrdiff_t ahead;
} rows_picture;

enum { rows_affine_fraction = 24, rows_projective_fraction = 16 };

// The place of column 0, and what each column adds, with `rows_affine_fraction`.
typedef struct {
    int64_t x, y, step_x, step_y;
} rows_line;

// The same before the division by `w`, as numbers of pixels.
typedef struct {
    double x, y, w, step_x, step_y, step_w;
} rows_projected_line;

// The places of columns from `column` on. Beyond the limits they lie on them.
void rows_place(rows_places places, ptrdiff_t column, ptrdiff_t fours, const rows_picture *picture,
                const rows_line *line);
void rows_place_projected(rows_places places, ptrdiff_t column, ptrdiff_t fours,
                          const rows_picture *picture, const rows_projected_line *line);

// Pixels between those of a bitmap: bilinear, without a weight.
void rows_fetch_placed(rows_pixels row, ptrdiff_t fours, const rows_picture *picture,
                       rows_places places);

// `rows_store_` replaces the pixels of a row by those of a source times a weight, and
// `rows_cover_` puts these over them.

void rows_store_placed(rows_pixels row, ptrdiff_t fours, const rows_picture *picture,
                       rows_places places, uint16_t weight);
void rows_cover_placed(rows_pixels row, ptrdiff_t fours, const rows_picture *picture,
                       rows_places places, uint16_t weight);

// The same as `rows_place` or `rows_place_projected`, and then `rows_store_placed` or
// `rows_cover_placed`, at once. Gives 0 and does nothing where that would not be faster: on processors
// without the instruction for it, along steep lines, and behind the eye.
int rows_lay_line(rows_pixels row, ptrdiff_t column, ptrdiff_t fours,
                  const rows_picture *picture, const rows_line *line, uint16_t weight,
                  int is_covering);
int rows_lay_projected_line(rows_pixels row, ptrdiff_t column, ptrdiff_t fours,
                            const rows_picture *picture, const rows_projected_line *line,
                            uint16_t weight, int is_covering);

// Pixels that all lie equally far between those of two rows of a bitmap: `part_x` from the one at
// the same index to the next, and `part_y` from `above` to `below`.
typedef struct {
    const uint32_t *above, *below;
    uint16_t part_x, part_y;
} rows_moved;

void rows_store_moved(rows_pixels row, ptrdiff_t fours, const rows_moved *source, uint16_t weight);
void rows_cover_moved(rows_pixels row, ptrdiff_t fours, const rows_moved *source, uint16_t weight);

// The pixels of a bitmap.
void rows_store_copied(rows_pixels row, ptrdiff_t fours, const uint32_t *pixels, uint16_t weight);
void rows_cover_copied(rows_pixels row, ptrdiff_t fours, const uint32_t *pixels, uint16_t weight);

// Another row; with `step` 0 its first two fours again and again.
void rows_store_row(rows_pixels row, ptrdiff_t fours, rows_pixels source, ptrdiff_t step,
                    uint16_t weight);
void rows_cover_row(rows_pixels row, ptrdiff_t fours, rows_pixels source, ptrdiff_t step,
                    uint16_t weight);

// What covering with clear pixels does: it takes 1 of the 65536 steps from each component.
void rows_cover_clear(rows_pixels row, ptrdiff_t fours);

// What red, green and blue become: the factors of red, green, blue and alpha. With premultiplied colours
// alpha stands for 1, also as the limit.
typedef struct {
    float red[4], green[4], blue[4];
} rows_matrix;

// Changes the colours of a row.
void rows_map(rows_pixels row, ptrdiff_t fours, const rows_matrix *matrix);

// The blend modes that mix colours; see `BlendMode`.
typedef enum {
    rows_multiply,
    rows_screen,
    rows_overlay,
    rows_darken,
    rows_lighten,
    rows_color_dodge,
    rows_color_burn,
    rows_hard_light,
    rows_soft_light,
    rows_difference,
    rows_exclusion,
    rows_hue,
    rows_saturation,
    rows_color,
    rows_luminosity,
    rows_plus_lighter,
    rows_linear,
} rows_mode;

// Mixes another row with the pixels of a row.
void rows_blend(rows_pixels row, ptrdiff_t fours, rows_pixels source, rows_mode mode);

// Multiplies the pixels of a row by the alphas of another one.
void rows_keep(rows_pixels row, ptrdiff_t fours, rows_pixels mask);

// Leaves of each pixel only an alpha, which is its luminance.
void rows_luminance_to_alpha(rows_pixels row, ptrdiff_t fours);

// Writes for each pixel of a source the sum of those up to `radius` steps before and after it, in
// `step` pixels, times the weights of their distances, which begin with 0.
void rows_blur(rows_pixels row, ptrdiff_t fours, rows_pixels source, ptrdiff_t step,
               const uint16_t *weights, ptrdiff_t radius);

// A gradient. A pixel's place in the gradient's plane has x, a distance from the origin, or a part of a
// turn from x to y; a part beyond `last` is that of the turn before, below 0. Its share is that less
// `less`, times `factor`; of a linear gradient x itself.
typedef struct {
    float less, factor, last;
    // Of each piece between two stops the share at which it begins, and what a share of 1 is of it.
    const float *pieces;
    ptrdiff_t count;
    // The steps of each piece, and one colour more than all have: blue in the lowest 16 bits, then red,
    // green and alpha.
    float steps;
    const uint64_t *colours;
} rows_shading;

// The colours of a gradient in a row, whose line leads to the gradient's plane.
void rows_shade_linear(rows_pixels row, ptrdiff_t column, ptrdiff_t fours,
                       const rows_shading *shading, const rows_projected_line *line);
void rows_shade_radial(rows_pixels row, ptrdiff_t column, ptrdiff_t fours,
                       const rows_shading *shading, const rows_projected_line *line);
void rows_shade_angular(rows_pixels row, ptrdiff_t column, ptrdiff_t fours,
                        const rows_shading *shading, const rows_projected_line *line);

// Multiplies a row by weights, with `step` 0 by the first eight again and again, and makes whole levels
// of it, which are those of a bitmap: in the mean of 8x8 pixels of the screen they are what they were.
void rows_dither(rows_pixels row, ptrdiff_t column, ptrdiff_t fours, ptrdiff_t y,
                 const uint32_t *weights, ptrdiff_t step);

// Meshes of colours.

// The ways of mixing: see `Gradient.Mix`.
typedef enum { rows_mix_device, rows_mix_linear, rows_mix_oklab } rows_colour_mix;

// A node of a mesh: its place in 1/256 pixels, each above -1/2 pixel, and 255 times what is mixed, in its
// order: three numbers multiplied by alpha, and alpha.
typedef struct {
    int32_t x, y;
    float numbers[4];
} rows_mesh_node;

// Rows of nodes, so many in each. `encoded` has what sRGB makes of the 4096 parts of light, from 0 to 1 and
// once more 1. `is_opaque` says that alpha is 255 everywhere.
typedef struct {
    const rows_mesh_node *nodes;
    ptrdiff_t width;
    rows_colour_mix mix;
    int is_opaque;
    const float *encoded;
} rows_mesh;

// Cells of a mesh in one of its rows, between so many nodes and the same ones of the next row.
typedef struct {
    ptrdiff_t row, column, count;
} rows_mesh_cells;

// Rows of a bitmap, from `top` until before `end`.
typedef struct {
    uint32_t *pixels;
    ptrdiff_t width, top, end;
} rows_mesh_target;

// Pixels of these rows of which parts are seen: of each row from `starts[y - top]` on until before the next
// one's their columns, ascending. Each has 16 samples.
typedef struct {
    const int32_t *starts, *columns;
    uint32_t *samples;
} rows_mesh_edges;

// Draws cells where they cover the middle of a pixel, as pixels of a bitmap, dithered.
void rows_draw_cells(const rows_mesh_target *target, const rows_mesh *mesh, rows_mesh_cells cells);

// The same for the samples of pixels.
void rows_sample_cells(const rows_mesh_edges *edges, const rows_mesh_target *target,
                       const rows_mesh *mesh, rows_mesh_cells cells);

// Makes the pixels of edges the means of their samples.
void rows_resolve_samples(const rows_mesh_edges *edges, const rows_mesh_target *target);

// Writes a row as pixels of a bitmap, rounded.
void rows_finish(uint32_t *pixels, ptrdiff_t count, rows_pixels row);

// One of the bitmaps that are mixed: its first pixel, and for each column its weight.
typedef struct {
    const uint32_t *pixels;
    const uint16_t *weights;
} rows_share;

// How a row is mixed of several bitmaps. All arrays are readable up to a multiple of eight.
typedef struct {
    // Of each column: where its pixel lies from the first one of each bitmap, of which so many can be
    // read.
    const int32_t *offsets;
    ptrdiff_t readable;
    // The weights of a column have a sum of at most 65535.
    const rows_share *shares;
    ptrdiff_t share_count;
    // What the colours are multiplied by, and how far they go over into white then; none: they stay.
    const uint16_t *_Nullable shades, *_Nullable lights;
    // Instead of these, of opaque bitmaps: what is added to colours whose weights are less for it, in
    // the unit of `rows_pixels`.
    const uint16_t *_Nullable whites;
    // The rows that are mixed so, and pixels from one to the next, of the target and of the bitmaps.
    ptrdiff_t rows, target_stride, stride;
} rows_mixture;

// Writes columns of rows that are mixed of several bitmaps.
void rows_mix(uint32_t *pixels, ptrdiff_t count, const rows_mixture *mixture);

#pragma clang assume_nonnull end
