#pragma once

#include <stddef.h>
#include <stdint.h>

#pragma clang assume_nonnull begin

// The inner loops of the compositor `cpu`. Each of them gives the same bytes on every processor.
//
// Pixels are taken in quads of four. A row of them is two arrays of 16-bit numbers, each component times 256: `even` has
// blue and red of each pixel, `odd` green and alpha. A weight is in 1/65536; 65535 stands for 1. The memory of
// rows must be readable up to an even number of quads.

typedef struct {
    uint16_t *even, *odd;
} rows_pixels;

// A bitmap and its limits: the first and the last place, in each direction, of which the pixel and its neighbours
// at the right and below can be read. Places have `rows_affine_bits` or `rows_projective_bits` bits after
// the point.
typedef struct {
    const uint32_t *pixels;
    // Pixels from one row to the next, and from a pixel to the neighbour with which it is interpolated vertically:
    // 0 where only one row of the bitmap is shown.
    ptrdiff_t stride, to_below;
    int64_t first_x, first_y, last_x, last_y;
    // About how many pixels lie between what one column shows in a row of the screen and what it shows four rows
    // later. The latter is prefetched, because the processor itself prefetches only along the bitmap's rows.
    ptrdiff_t ahead;
} rows_picture;

enum { rows_affine_bits = 24, rows_projective_bits = 16 };

// The place of column 0, and what each column adds, with `rows_affine_bits` bits after the point.
typedef struct {
    int64_t x, y, step_x, step_y;
} rows_line;

// The same for a projected line, before the division by `w`: in pixels of a bitmap, or in the units of a
// gradient's plane.
typedef struct {
    double x, y, w, step_x, step_y, step_w;
} rows_projected_line;

// What is done with pixels. `rows_fetch`: they replace those of a row, without a weight. `rows_source`,
// `rows_source_over`, `rows_plus`: times a weight they replace those of a row, are composited over them by
// source-over, or are added to them.
typedef enum { rows_fetch, rows_source, rows_source_over, rows_plus } rows_operator;

// Draws the pixels of a picture in columns from `column` on, interpolated bilinearly; those of the first column go to
// the first one of `row`. A place beyond the picture's limits shows what is at the limits.
void rows_draw_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads, const rows_picture *picture,
                    const rows_line *line, uint16_t weight, rows_operator operator);
void rows_draw_projected_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                              const rows_picture *picture, const rows_projected_line *line,
                              uint16_t weight, rows_operator operator);

// The same, slower than these two on processors with AVX2 where neighbouring columns show neighbouring pixels.
void rows_draw_far_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                        const rows_picture *picture, const rows_line *line, uint16_t weight,
                        rows_operator operator);
void rows_draw_far_projected_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                                  const rows_picture *picture, const rows_projected_line *line,
                                  uint16_t weight, rows_operator operator);

// The same as `rows_draw_line` or `rows_draw_projected_line` with the weight 65535 and with `rows_source`, and then
// `rows_finish`. `pixels` is the pixel of the target in column `column`. Gives 1; or gives 0 and does nothing where
// that is not possible or would not be faster: on processors without AVX2, for bitmaps of which only one row is
// shown, along steep affine lines and those that make the bitmap much smaller, for projected lines over very narrow
// bitmaps, and for projected lines that do not fit single precision (`fits_floats`), such as those behind the eye,
// very near to it, or far from the bitmap's first pixel.
int rows_finish_line(uint32_t *pixels, ptrdiff_t column, ptrdiff_t quads,
                     const rows_picture *picture, const rows_line *line);
int rows_finish_projected_line(uint32_t *pixels, ptrdiff_t column, ptrdiff_t quads,
                               const rows_picture *picture, const rows_projected_line *line);

// A row of a picture of which each column lies exactly one pixel of the bitmap after the one before. Each pixel is
// interpolated: by `fraction_x` from the one at its index to the next, by `fraction_y` from `above` to `below`, in
// 1/65536. One pixel after the last quad is read, too.
typedef struct {
    const uint32_t *above, *below;
    uint16_t fraction_x, fraction_y;
} rows_moved;

void rows_store_moved(rows_pixels row, ptrdiff_t quads, const rows_moved *source, uint16_t weight);
void rows_source_over_moved(rows_pixels row, ptrdiff_t quads, const rows_moved *source, uint16_t weight);

// The pixels of a bitmap.
void rows_store_copied(rows_pixels row, ptrdiff_t quads, const uint32_t *pixels, uint16_t weight);
void rows_source_over_copied(rows_pixels row, ptrdiff_t quads, const uint32_t *pixels, uint16_t weight);

// Another row. After each two quads `source` goes on by `step` pixels: 8, or 0 to use the first two quads again and
// again.
void rows_store_row(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                    uint16_t weight);
void rows_source_over_row(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                       uint16_t weight);

// The same with a weight for each column, of which only the lower 16 bits count.
void rows_store_weighed(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                        const uint32_t *weights);
void rows_source_over_weighed(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                              const uint32_t *weights);

// A side of a convex area: its unit normal, which points outwards, and its offset along it, pixels.
typedef struct {
    double x, y, offset;
} rows_side;

// Writes for each column from `column` on `weight` times how much of its pixel the area covers: half a pixel less
// how far the pixel's middle lies outside of the sides, from 0 to `most`. Writes up to a multiple of eight columns.
void rows_cover(uint32_t *weights, ptrdiff_t column, ptrdiff_t count, double y, const rows_side *sides,
                ptrdiff_t side_count, double weight, double most);

// Composites clear pixels over a row: subtracts 1 from each component that is above 0. The other `rows_source_over_`
// functions do the same at alpha 0.
void rows_source_over_clear(rows_pixels row, ptrdiff_t quads);

// A change of colours: the new red is the sum of red, green, blue and alpha times the four factors `red`, and so
// on. As colours are premultiplied, the fourth factor is multiplied by alpha instead of 1, and alpha is the upper
// limit.
typedef struct {
    float red[4], green[4], blue[4];
} rows_matrix;

// Changes the colours of a row.
void rows_recolour(rows_pixels row, ptrdiff_t quads, const rows_matrix *matrix);

// The blend modes other than the normal one; see `BlendMode`.
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
    rows_normal_in_light,
} rows_mode;

// Blends the pixels of `source` with those of `row`, which lie below them.
void rows_blend(rows_pixels row, ptrdiff_t quads, rows_pixels source, rows_mode mode);

// Multiplies the pixels of a row by the alphas of another one.
void rows_mask(rows_pixels row, ptrdiff_t quads, rows_pixels mask);

// Sets the alpha of each pixel to its luminance, and its colours to 0.
void rows_luminance_to_alpha(rows_pixels row, ptrdiff_t quads);

// Writes for each pixel of a source the weighted sum of itself and of the pixels at 1 to `radius` steps before and
// after it. A step is `step` pixels. `weights[n]` is for a distance of n steps.
void rows_blur(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
               const uint16_t *weights, ptrdiff_t radius);

// Multiplies each pixel by `factor`, or by less: by that which makes it opaque.
void rows_amplify(rows_pixels row, ptrdiff_t quads, float factor);

// A gradient. A place in the gradient's plane has a value: x if it is linear, the distance from the origin if it
// is radial, the angle from x to y as a share of a revolution if it is angular. If an angular value is above
// `wrap`, 1 is subtracted from it, which gives a value below 0. The `t` of a place is its value minus `offset`,
// times `factor`; for a linear gradient it is x.
typedef struct {
    float offset, factor, wrap;
    // For each piece between two stops the `t` at which it begins, and a factor. The share of the piece that lies
    // before a place is the place's `t` minus the piece's `t`, times the factor, limited to 0...1.
    const float *pieces;
    ptrdiff_t count;
    // How many steps each piece has, and the colours, one more than all steps: blue in the lowest 16 bits, then
    // red, green and alpha.
    float steps;
    const uint64_t *colours;
} rows_shading;

// Writes the colours of a gradient to a row; `line` gives the places of its columns in the gradient's plane.
void rows_shade_linear(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                       const rows_shading *shading, const rows_projected_line *line);
void rows_shade_radial(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                       const rows_shading *shading, const rows_projected_line *line);
void rows_shade_angular(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                        const rows_shading *shading, const rows_projected_line *line);

// Multiplies a row by weights, one for each column, of which only the lower 16 bits count, and dithers it to the
// whole levels of a bitmap, so that the mean of 8x8 pixels of the screen stays the same. `y` is the row of the
// screen. After each eight weights, which are read at once, the next ones are `step` further: 8, or 0 to use the
// first eight again and again.
void rows_dither(rows_pixels row, ptrdiff_t column, ptrdiff_t quads, ptrdiff_t y,
                 const uint32_t *weights, ptrdiff_t step);

// Meshes of colours.

// The numbers in which colours are interpolated: see `Gradient.ColourSpace`.
typedef enum { rows_space_device, rows_space_linear, rows_space_oklab } rows_colour_space;

// A node of a mesh: its place in 1/256 pixels, `x` and `y` each above -1/2 pixel. `numbers` are 255 times the
// numbers that are interpolated: three of the colour, multiplied by alpha, and alpha.
typedef struct {
    int32_t x, y;
    float numbers[4];
} rows_mesh_node;

// How many steps of linear light from 0 to 1 have an encoding, and how many samples a pixel at an edge has.
enum { rows_encoded_steps = 4096, rows_mesh_samples = 16 };

// Where a sample lies from the left and from the top of its pixel, in 1/256 pixels. Of 16 x 16 squares in the
// pixel, each row and each column has one sample.
static inline int rows_mesh_sample_x(int number) { return (7 * number + 6) % rows_mesh_samples * 16 + 8; }
static inline int rows_mesh_sample_y(int number) { return number * 16 + 8; }

// Rows of `columns` nodes each. `encoded` has the sRGB encoding of linear light from 0 to 1 in
// `rows_encoded_steps` steps, and that of 1 once more. `is_opaque` says that alpha is 255 everywhere.
typedef struct {
    const rows_mesh_node *nodes;
    ptrdiff_t columns;
    rows_colour_space colour_space;
    int is_opaque;
    const float *encoded;
} rows_mesh;

// `count` cells of a mesh, from `column` on, between the rows `row` and `row + 1` of nodes.
typedef struct {
    ptrdiff_t row, column, count;
} rows_mesh_cells;

// Rows of a bitmap, from `top` until before `end`.
typedef struct {
    uint32_t *pixels;
    ptrdiff_t width, top, end;
} rows_mesh_target;

// The pixels that are cut by the edges at which the mesh ends or is folded; other sides of triangles do not count.
// The columns of row y, ascending, are those from `starts[y - top]` until before `starts[y - top + 1]`. Each pixel
// has `rows_mesh_samples` samples.
typedef struct {
    const int32_t *starts, *columns;
    uint32_t *samples;
} rows_mesh_edges;

// Draws cells where they cover the middle of a pixel, as pixels of a bitmap, dithered.
void rows_draw_cells(const rows_mesh_target *target, const rows_mesh *mesh, rows_mesh_cells cells);

// Draws cells where they cover samples of the pixels that an edge cuts, dithered.
void rows_sample_cells(const rows_mesh_edges *edges, const rows_mesh_target *target,
                       const rows_mesh *mesh, rows_mesh_cells cells);

// Sets each pixel that an edge cuts to the mean of its samples.
void rows_resolve_samples(const rows_mesh_edges *edges, const rows_mesh_target *target);

// Writes the means of 2 x 2 pixels of two rows of a bitmap, which have `width` pixels. If `width` is odd, the last
// pixels count twice.
void rows_halve(uint32_t *means, ptrdiff_t width, const uint32_t *above, const uint32_t *below);

// Writes a row as pixels of a bitmap, rounded.
void rows_finish(uint32_t *pixels, ptrdiff_t count, rows_pixels row);

// A bitmap that is mixed with others: its first pixel, and for each column its weight.
typedef struct {
    const uint32_t *pixels;
    const uint16_t *weights;
} rows_weighed_bitmap;

// How rows are mixed from several bitmaps. All arrays are readable up to a multiple of eight.
typedef struct {
    // `offsets`: for each column the index of its pixel, counted from `pixels` of each bitmap. `readable`: how
    // many pixels can be read from `pixels` on.
    const int32_t *offsets;
    ptrdiff_t readable;
    // The weights of a column have a sum of at most 65535.
    const rows_weighed_bitmap *bitmaps;
    ptrdiff_t bitmap_count;
    // What the colours are multiplied by, and how far they are then mixed with white, in 1/65536; null: they stay.
    const uint16_t *_Nullable shades, *_Nullable lights;
    // For opaque bitmaps, instead of `shades` and `lights`: the white that is added to the colours, in the unit of
    // `rows_pixels`. The weights are then already multiplied by the shades and by what the lights leave.
    const uint16_t *_Nullable whites;
    // How many rows are mixed, and how many pixels lie from one row to the next, in the target and in the bitmaps.
    ptrdiff_t rows, target_stride, stride;
} rows_mixture;

// Writes columns of rows that are mixed from several bitmaps.
void rows_mix(uint32_t *pixels, ptrdiff_t count, const rows_mixture *mixture);

// A bitmap.
typedef struct {
    const uint32_t *pixels;
    ptrdiff_t width, height;
} rows_bitmap;

// A sprite in a picture: its middle in pixels from the picture's corner; the vectors from there to the middle of its right
// and of its lower side; red, green, blue and alpha, 0 to 1, multiplied by alpha; and which square of a picture it
// shows.
typedef struct {
    float x, y, u_x, u_y, v_x, v_y;
    float colour[4];
    uint32_t square;
} rows_sprite;

// A square of a bitmap that sprites show: where its first pixel lies, and how many it has on a side.
typedef struct {
    float x, y, side;
} rows_picture_square;

// What sprites show instead of a shape. There are two clear pixels around each square.
typedef struct {
    rows_bitmap bitmap;
    const rows_picture_square *squares;
} rows_sprite_picture;

// See `SpriteShape`; `rows_sprite_pictured` is a picture's.
typedef enum {
    rows_sprite_disc,
    rows_sprite_glow,
    rows_sprite_bubble,
    rows_sprite_square,
    rows_sprite_star,
    rows_sprite_streak,
    rows_sprite_pictured
} rows_sprite_shape;

// How sprites are composited with each other: by source-over, by the blend mode screen, or added.
typedef enum { rows_sprite_over, rows_sprite_screen, rows_sprite_plus } rows_sprite_blend;

// Rows of a picture, one after the other: those from `top` to before `end`. The width is a multiple of eight.
typedef struct {
    rows_pixels rows;
    ptrdiff_t width, top, end;
} rows_sprite_target;

// Draws sprites, one after the other. `picture` is read if the shape is that of a picture.
void rows_draw_sprites(const rows_sprite_target *target, const rows_sprite *sprites, ptrdiff_t count,
                       rows_sprite_shape shape, rows_sprite_blend blend, const rows_sprite_picture *_Nullable picture);

// A plane of a foil along a row of its picture: the row's cells, of which eight can be read from each pixel on (see
// `FoilMap.Plane`), and the pixels of 2048 phases of a cycle.
typedef struct {
    const uint32_t *cells, *colours;
} rows_foil_plane;

// The light on a row of a foil. Phases count 1/2^32 of a cycle.
typedef struct {
    // What a slope of 1/32 in x adds to the phase of the row's first pixel, and what more to that of each next one; and what
    // a slope of 1/32 in y adds.
    uint32_t x, step, y;
    // For each column, of which eight can be read from each pixel on: how near it is to the light, and the glare, 0 to 65535.
    const uint32_t *near, *glare;
    // The strength of the foil is `least` + `near` `most` / 65536, at most 65535. Glare is multiplied by `glare_y` / 65536.
    uint32_t least, most, glare_y;
} rows_foil_light;

// Writes the pixels of a row of a foil's picture: the sum of its planes, and glare over it.
void rows_foil(uint32_t *pixels, ptrdiff_t count, const rows_foil_plane *planes, ptrdiff_t plane_count,
               const rows_foil_light *light);

// A wave of a ripple: where it began, its age in seconds, and the squares of the distances between which it moves
// what can be seen.
typedef struct {
    float x, y, age, inner_square, outer_square;
} rows_wave;

// Waves that move a picture: see `PlacedRipple`.
typedef struct {
    // The rows of the maps from the picture's pixels to the waves' space, and back.
    float from_picture[9], to_picture[9];
    int is_affine;
    const rows_wave *waves;
    ptrdiff_t wave_count;
    // See `Ripple`; the frequency times `longest` is 1e3 at most, the decay times it 80.
    float amplitude, frequency, decay;
    // How long a wave takes for a unit of its way, for how long it moves a place, and how much light a displacement
    // of 1 adds.
    float delay, longest, light;
    // The square of the distance from its centre beyond which a wave is smooth: see `PlacedRipple.smoothRadius`.
    float smooth_square;
} rows_ripple;

// Writes row `y` of a picture of which each pixel shows what the waves have moved there.
void rows_ripple_row(uint32_t *pixels, ptrdiff_t y, rows_bitmap picture, const rows_ripple *ripple);

#pragma clang assume_nonnull end
