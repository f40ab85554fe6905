#pragma once

#include <rows.h>

// The functions of CRows, compiled only for the processors that everybody has.

#pragma clang assume_nonnull begin

void plain_rows_draw_far_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                              const rows_picture *picture, const rows_line *line, uint16_t weight,
                              rows_operator operator);
void plain_rows_draw_far_projected_line(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                                        const rows_picture *picture,
                                        const rows_projected_line *line, uint16_t weight,
                                        rows_operator operator);
void plain_rows_cover(uint32_t *weights, ptrdiff_t column, ptrdiff_t count, double y,
                      const rows_side *sides, ptrdiff_t side_count, double weight, double most);
void plain_rows_store_weighed(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                              const uint32_t *weights);
void plain_rows_source_over_weighed(rows_pixels row, ptrdiff_t quads, rows_pixels source,
                                    ptrdiff_t step, const uint32_t *weights);
void plain_rows_store_moved(rows_pixels row, ptrdiff_t quads, const rows_moved *source,
                            uint16_t weight);
void plain_rows_source_over_moved(rows_pixels row, ptrdiff_t quads, const rows_moved *source,
                               uint16_t weight);
void plain_rows_store_copied(rows_pixels row, ptrdiff_t quads, const uint32_t *pixels,
                             uint16_t weight);
void plain_rows_source_over_copied(rows_pixels row, ptrdiff_t quads, const uint32_t *pixels,
                                uint16_t weight);
void plain_rows_store_row(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                          uint16_t weight);
void plain_rows_source_over_row(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                             uint16_t weight);
void plain_rows_source_over_clear(rows_pixels row, ptrdiff_t quads);
void plain_rows_recolour(rows_pixels row, ptrdiff_t quads, const rows_matrix *matrix);
void plain_rows_blend(rows_pixels row, ptrdiff_t quads, rows_pixels source, rows_mode mode);
void plain_rows_mask(rows_pixels row, ptrdiff_t quads, rows_pixels mask);
void plain_rows_luminance_to_alpha(rows_pixels row, ptrdiff_t quads);
void plain_rows_blur(rows_pixels row, ptrdiff_t quads, rows_pixels source, ptrdiff_t step,
                     const uint16_t *weights, ptrdiff_t radius);
void plain_rows_shade_linear(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                             const rows_shading *shading, const rows_projected_line *line);
void plain_rows_shade_radial(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                             const rows_shading *shading, const rows_projected_line *line);
void plain_rows_shade_angular(rows_pixels row, ptrdiff_t column, ptrdiff_t quads,
                              const rows_shading *shading, const rows_projected_line *line);
void plain_rows_dither(rows_pixels row, ptrdiff_t column, ptrdiff_t quads, ptrdiff_t y,
                       const uint32_t *weights, ptrdiff_t step);
void plain_rows_draw_cells(const rows_mesh_target *target, const rows_mesh *mesh,
                           rows_mesh_cells cells);
void plain_rows_sample_cells(const rows_mesh_edges *edges, const rows_mesh_target *target,
                             const rows_mesh *mesh, rows_mesh_cells cells);
void plain_rows_resolve_samples(const rows_mesh_edges *edges, const rows_mesh_target *target);
void plain_rows_halve(uint32_t *means, ptrdiff_t width, const uint32_t *above,
                      const uint32_t *below);
void plain_rows_finish(uint32_t *pixels, ptrdiff_t count, rows_pixels row);
void plain_rows_mix(uint32_t *pixels, ptrdiff_t count, const rows_mixture *mixture);
void plain_rows_draw_sprites(const rows_sprite_target *target, const rows_sprite *sprites,
                             ptrdiff_t count, rows_sprite_shape shape, rows_sprite_blend blend,
                             const rows_sprite_picture *_Nullable picture);
void plain_rows_foil(uint32_t *pixels, ptrdiff_t count, const rows_foil_plane *planes,
                     ptrdiff_t plane_count, const rows_foil_light *light);
void plain_rows_ripple_row(uint32_t *pixels, ptrdiff_t y, rows_bitmap picture,
                           const rows_ripple *ripple);

#pragma clang assume_nonnull end
