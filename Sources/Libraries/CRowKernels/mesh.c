#include "lanes.h"

// Meshes of colours: triangles between nodes. Within a triangle the colours are interpolated linearly.

typedef float quad __attribute__((ext_vector_type(4)));

// A triangle with its nodes from top to bottom. `start` has the numbers at the top node, `by_column` and `by_row`
// how they change from column to column and from row to row; `slope` sets these three.
typedef struct {
    const rows_mesh_node *top, *middle, *bottom;
    // Twice the area in 1/65536 pixels, positive if the middle node lies at the right.
    double area;
    quad start, by_column, by_row;
} triangle;

INLINE quad numbers(const rows_mesh_node *node) {
    return (quad){node->numbers[0], node->numbers[1], node->numbers[2], node->numbers[3]};
}

// Makes a triangle of three nodes; gives 0 if it has no area.
INLINE int make_triangle(triangle *made, const rows_mesh_node *a, const rows_mesh_node *b,
                         const rows_mesh_node *c) {
    const rows_mesh_node *swapped;
    if (b->y < a->y) swapped = a, a = b, b = swapped;
    if (c->y < b->y) swapped = b, b = c, c = swapped;
    if (b->y < a->y) swapped = a, a = b, b = swapped;
    const double bx = b->x - a->x, by = b->y - a->y, cx = c->x - a->x, cy = c->y - a->y;
    const double area = bx * cy - cx * by;
    made->top = a, made->middle = b, made->bottom = c;
    made->area = area;
    return area != 0;
}

// `at` has the numbers at the top, the middle and the bottom node.
INLINE void slope(triangle *made, const quad at[3]) {
    const rows_mesh_node *a = made->top, *b = made->middle, *c = made->bottom;
    const double factor = 256 / made->area;
    const quad first = at[0], second = at[1] - first, third = at[2] - first;
    made->by_column =
        second * (float)((c->y - a->y) * factor) - third * (float)((b->y - a->y) * factor);
    made->by_row = third * (float)((b->x - a->x) * factor) - second * (float)((c->x - a->x) * factor);
    made->start = first;
}

// The numbers at the middle of a pixel.
INLINE quad interpolated_at(const triangle *triangle, ptrdiff_t x, ptrdiff_t y) {
    const float across = (float)(256 * x + 128 - triangle->top->x) * (1.0f / 256);
    const float down = (float)(256 * y + 128 - triangle->top->y) * (1.0f / 256);
    return triangle->start + triangle->by_column * across + triangle->by_row * down;
}

INLINE floats least(floats one, floats other) { return one < other ? one : other; }
INLINE floats most(floats one, floats other) { return one > other ? one : other; }

// Linear light from 0 to 1 as sRGB encodes it; see `rows_mesh`.
INLINE floats encoded_by_table(floats light, const float *table) {
    const floats none = {0};
    const floats steps = least(most(light, none), none + 1) * (float)rows_encoded_steps;
    const integers whole = __builtin_convertvector(steps, integers);
    const floats t = steps - __builtin_convertvector(whole, floats);
    floats low, high;
    for (int i = 0; i < 8; i++) {
        low[i] = table[whole[i]];
        high[i] = table[whole[i] + 1];
    }
    return low + (high - low) * t;
}

// Björn Ottosson: A perceptual color space for image processing.
INLINE void make_light(floats lab[3]) {
    const floats a = lab[1], b = lab[2];
    const floats l = lab[0] + 0.3963377774f * a + 0.2158037573f * b;
    const floats m = lab[0] - 0.1055613458f * a - 0.0638541728f * b;
    const floats s = lab[0] - 0.0894841775f * a - 1.2914855480f * b;
    const floats ll = l * l * l, mm = m * m * m, ss = s * s * s;
    lab[0] = 4.0767416621f * ll - 3.3077115913f * mm + 0.2309699292f * ss;
    lab[1] = -1.2684380046f * ll + 2.6097574011f * mm - 0.3413193965f * ss;
    lab[2] = -0.0041960863f * ll - 0.7034186147f * mm + 1.7076147010f * ss;
}

// Replaces the numbers of eight colours by those of the device's colour space.
INLINE void make_device(floats values[4], const rows_mesh *mesh, rows_colour_space space) {
    const floats none = {0}, alpha = least(most(values[3], none), none + 255);
    const floats by = 1 / (alpha > none ? alpha : none + 1);
    for (int i = 0; i < 3; i++) values[i] *= by;
    if (space == rows_space_oklab) make_light(values);
    for (int i = 0; i < 3; i++) values[i] = encoded_by_table(values[i], mesh->encoded) * alpha;
    values[3] = alpha;
}

// Pixels of a bitmap, from the numbers of eight pixels, rounded down after adding thresholds.
INLINE words packed(floats values[4], floats thresholds, const rows_mesh *mesh,
                    rows_colour_space space, int is_opaque) {
    const floats none = {0};
    if (space != rows_space_device) make_device(values, mesh, space);
    const floats alpha = is_opaque ? none + 255 : least(most(values[3], none), none + 255);
    words sum = {0};
    for (int i = 0; i < 3; i++) {
        const floats level = least(most(values[i], none), alpha) + thresholds;
        sum |= (words)__builtin_convertvector(level, integers) << (16 - 8 * i);
    }
    if (is_opaque) return sum | 0xFF000000;
    return sum | (words)__builtin_convertvector(alpha + thresholds, integers) << 24;
}

// The thresholds of the rows of Bayer's matrix, each row twice side by side, in levels of 255.
typedef struct {
    float rows[8][16];
} thresholds;

INLINE void set_thresholds(thresholds *made) {
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 16; x++) made->rows[y][x] = threshold(x, y) * (1.0f / 256);
}

INLINE floats load_floats(const float *numbers) {
    floats loaded;
    memcpy(&loaded, numbers, sizeof loaded);
    return loaded;
}

// `yes` where all bits of `holds` are set, `no` where none is.
INLINE words chosen(words holds, words yes, words no) {
    return (holds & yes) | (~holds & no);
}

// Writes the first `count` of eight pixels; `remaining` pixels are left in the row, from `row` on.
INLINE void write_some(uint32_t *row, words drawn, ptrdiff_t count, ptrdiff_t remaining) {
    if (remaining < 8) {
        for (ptrdiff_t i = 0; i < count; i++) row[i] = drawn[i];
        return;
    }
    const words order = {0, 1, 2, 3, 4, 5, 6, 7};
    drawn = chosen((words)(order < (words){0} + (uint32_t)count), drawn, load_words(row));
    memcpy(row, &drawn, sizeof drawn);
}

// Fills the columns from x until before `end` of a row.
INLINE void fill(uint32_t *row, ptrdiff_t x, ptrdiff_t end, ptrdiff_t width, quad start,
                 const floats steps[4], quad by_column, const float *thresholds,
                 const rows_mesh *mesh, rows_colour_space space, int is_opaque) {
    const floats dither = load_floats(thresholds + (x & 7));
    for (; x < end; x += 8, start += by_column * 8.0f) {
        floats values[4];
        for (int i = 0; i < 4; i++) values[i] = steps[i] + start[i];
        const words drawn = packed(values, dither, mesh, space, is_opaque);
        if (end - x >= 8) memcpy(row + x, &drawn, sizeof drawn);
        else write_some(row + x, drawn, end - x, width - x);
    }
}

// A side of a triangle from its upper end on: where it is at the middle of a row, in 2^-32 pixels, and what each
// row adds. Both triangles at a side compute the same places, so that there is nothing between them.
typedef struct {
    int64_t x, step;
} side;

INLINE side side_between(const rows_mesh_node *upper, const rows_mesh_node *lower, ptrdiff_t y) {
    const int64_t height = lower->y - upper->y;
    if (height == 0) return (side){(int64_t)upper->x << 24, 0};
    const int64_t step = (int64_t)((double)(lower->x - upper->x) / (double)height * 4294967296.0);
    const int64_t down = (step * (256 * (int64_t)y + 128 - upper->y)) >> 8;
    return (side){((int64_t)upper->x << 24) + down, step};
}

// The first pixel whose middle is not before a place.
INLINE ptrdiff_t pixel_from(int64_t place) { return (place + 0x7FFFFFFF) >> 32; }

// Draws the rows of a triangle from y until before `end`, between two sides.
INLINE void draw_rows(const rows_mesh_target *target, const triangle *triangle, ptrdiff_t y,
                      ptrdiff_t end, side left, side right, const floats steps[4],
                      const thresholds *thresholds, const rows_mesh *mesh, rows_colour_space space,
                      int is_opaque) {
    const ptrdiff_t first = triangle->top->x >> 8;
    quad start = interpolated_at(triangle, first, y);
    uint32_t *row = target->pixels + y * target->width;
    for (; y < end; y++, row += target->width, start += triangle->by_row) {
        const ptrdiff_t x = pixel_from(left.x), stop = pixel_from(right.x);
        left.x += left.step;
        right.x += right.step;
        if (x >= stop) continue;
        fill(row, x, stop, target->width, start + triangle->by_column * (float)(x - first), steps,
             triangle->by_column, thresholds->rows[y & 7], mesh, space, is_opaque);
    }
}

// The largest error, in levels of 255, of a colour that is interpolated in the device's colour space instead of its
// own. It is measured in the middle of the triangle and of its sides; elsewhere it is at most a quarter larger.
#define LARGEST_ERROR 0.4f

// Replaces the numbers at three nodes by those of the device's colour space, and gives 1, if the colours between them
// can be interpolated there; else gives 0.
INLINE int become_device(quad at[3], const rows_mesh *mesh, rows_colour_space space) {
    const quad places[8] = {at[0], at[1], at[2], (at[0] + at[1]) * 0.5f, (at[1] + at[2]) * 0.5f,
                            (at[2] + at[0]) * 0.5f, (at[0] + at[1] + at[2]) * (1.0f / 3), at[0]};
    floats values[4];
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 8; j++) values[i][j] = places[j][i];
    make_device(values, mesh, space);
    quad made[7], error = {0};
    for (int j = 0; j < 7; j++) made[j] = (quad){values[0][j], values[1][j], values[2][j], values[3][j]};
    for (int j = 0; j < 3; j++) {
        const quad off = made[3 + j] - (made[j] + made[(j + 1) % 3]) * 0.5f;
        error = __builtin_elementwise_max(error, __builtin_elementwise_abs(off));
    }
    const quad off = made[6] - (made[0] + made[1] + made[2]) * (1.0f / 3);
    error = __builtin_elementwise_max(error, __builtin_elementwise_abs(off));
    for (int i = 0; i < 4; i++)
        if (!(error[i] <= LARGEST_ERROR)) return 0;
    for (int j = 0; j < 3; j++) at[j] = made[j];
    return 1;
}

// Sets the slopes in the device's colour space, and gives 1, if colours can be interpolated there; else in their own.
INLINE int slope_in_device(triangle *triangle, const rows_mesh *mesh, rows_colour_space space) {
    quad at[3] = {numbers(triangle->top), numbers(triangle->middle), numbers(triangle->bottom)};
    const int is_device = space == rows_space_device || become_device(at, mesh, space);
    slope(triangle, at);
    return is_device;
}

// Draws the rows of a triangle from y until before `end`.
INLINE void draw_halves(const rows_mesh_target *target, const triangle *triangle, ptrdiff_t y,
                        ptrdiff_t end, const thresholds *thresholds, const rows_mesh *mesh,
                        rows_colour_space space, int is_opaque) {
    const rows_mesh_node *a = triangle->top, *b = triangle->middle, *c = triangle->bottom;
    const floats order = {0, 1, 2, 3, 4, 5, 6, 7};
    floats steps[4];
    for (int i = 0; i < 4; i++) steps[i] = order * triangle->by_column[i];
    ptrdiff_t middle = (b->y + 127) >> 8;
    middle = middle < y ? y : middle > end ? end : middle;
    for (int half = 0; half < 2; half++) {
        const ptrdiff_t from = half ? middle : y, to = half ? end : middle;
        if (from >= to) continue;
        const side whole = side_between(a, c, from);
        const side part = half ? side_between(b, c, from) : side_between(a, b, from);
        const int is_left = triangle->area > 0;
        draw_rows(target, triangle, from, to, is_left ? whole : part, is_left ? part : whole, steps,
                  thresholds, mesh, space, is_opaque);
    }
}

INLINE void draw_triangle(const rows_mesh_target *target, triangle *triangle,
                          const thresholds *thresholds, const rows_mesh *mesh,
                          rows_colour_space space) {
    const ptrdiff_t first = (triangle->top->y + 127) >> 8, last = (triangle->bottom->y + 127) >> 8;
    const ptrdiff_t y = first > target->top ? first : target->top;
    const ptrdiff_t end = last < target->end ? last : target->end;
    if (y >= end) return;
    if (!slope_in_device(triangle, mesh, space))
        draw_halves(target, triangle, y, end, thresholds, mesh, space, 0);
    else if (mesh->is_opaque)
        draw_halves(target, triangle, y, end, thresholds, mesh, rows_space_device, 1);
    else draw_halves(target, triangle, y, end, thresholds, mesh, rows_space_device, 0);
}

INLINE void draw_cells(const rows_mesh_target *target, const rows_mesh *mesh,
                       rows_mesh_cells cells, rows_colour_space space) {
    thresholds thresholds;
    set_thresholds(&thresholds);
    const rows_mesh_node *upper = mesh->nodes + cells.row * mesh->columns + cells.column;
    const rows_mesh_node *lower = upper + mesh->columns;
    for (ptrdiff_t i = 0; i < cells.count; i++) {
        triangle triangle;
        if (make_triangle(&triangle, upper + i, upper + i + 1, lower + i))
            draw_triangle(target, &triangle, &thresholds, mesh, space);
        if (make_triangle(&triangle, upper + i + 1, lower + i, lower + i + 1))
            draw_triangle(target, &triangle, &thresholds, mesh, space);
    }
}

CLONED void rows_draw_cells(const rows_mesh_target *target, const rows_mesh *mesh,
                            rows_mesh_cells cells) {
    switch (mesh->colour_space) {
    case rows_space_device: draw_cells(target, mesh, cells, rows_space_device); break;
    case rows_space_linear: draw_cells(target, mesh, cells, rows_space_linear); break;
    case rows_space_oklab: draw_cells(target, mesh, cells, rows_space_oklab); break;
    }
}

// Samples.

enum { samples = rows_mesh_samples };

// The line through a side of a triangle; places on its inner side have a positive value of
// (x - from_x) across - (y - from_y) down. `reach`: how much the value of a sample may differ from that of the
// middle of its pixel.
typedef struct {
    double from_x, from_y, across, down, reach;
} side_line;

INLINE side_line line_between(const rows_mesh_node *from, const rows_mesh_node *to) {
    const double across = to->y - from->y, down = to->x - from->x;
    return (side_line){from->x, from->y, across, down, 120 * (__builtin_fabs(across) + __builtin_fabs(down))};
}

INLINE void lines_around(side_line lines[3], const triangle *triangle) {
    const rows_mesh_node *a = triangle->top, *b = triangle->middle, *c = triangle->bottom;
    const int is_left = triangle->area > 0;
    lines[0] = is_left ? line_between(a, c) : line_between(c, a);
    lines[1] = is_left ? line_between(c, b) : line_between(b, c);
    lines[2] = is_left ? line_between(b, a) : line_between(a, b);
}

// Which of eight samples lie on a line, or on its inner side.
INLINE integers are_inside(const side_line *line, doubles x, doubles y) {
    const doubles area = (x - line->from_x) * line->across - (y - line->from_y) * line->down;
    return __builtin_convertvector(area >= (doubles){0}, integers);
}

// Whether samples of a pixel may lie in a triangle.
INLINE int may_cover(const side_line lines[3], ptrdiff_t column, ptrdiff_t y) {
    const double x = 256.0 * column + 128, at = 256.0 * y + 128;
    for (int i = 0; i < 3; i++)
        if ((x - lines[i].from_x) * lines[i].across - (at - lines[i].from_y) * lines[i].down < -lines[i].reach)
            return 0;
    return 1;
}

// Draws eight samples of a pixel, from number `first` on.
INLINE void sample(uint32_t *drawn, int first, const triangle *triangle, const side_line lines[3],
                   ptrdiff_t column, ptrdiff_t y, float threshold, const rows_mesh *mesh,
                   rows_colour_space space) {
    doubles left, down;
    for (int i = 0; i < 8; i++) {
        left[i] = rows_mesh_sample_x(first + i);
        down[i] = rows_mesh_sample_y(first + i);
    }
    const doubles x = left + 256.0 * column, at = down + 256.0 * y;
    const integers covered =
        are_inside(&lines[0], x, at) & are_inside(&lines[1], x, at) & are_inside(&lines[2], x, at);
    if (!__builtin_reduce_or(covered)) return;
    const quad middle = interpolated_at(triangle, column, y);
    const floats across = __builtin_convertvector((left - 128) * (1.0 / 256), floats);
    const floats below = __builtin_convertvector((down - 128) * (1.0 / 256), floats);
    floats values[4];
    for (int i = 0; i < 4; i++)
        values[i] = middle[i] + across * triangle->by_column[i] + below * triangle->by_row[i];
    const words made = packed(values, (floats){0} + threshold, mesh, space, mesh->is_opaque);
    const words result = chosen((words)covered, made, load_words(drawn + first));
    memcpy(drawn + first, &result, sizeof result);
}

// The columns ascend. Gives the index, from `start` until before `end`, of the first one that is not less than
// `column`; `end` if there is none.
INLINE int32_t first_from(const int32_t *columns, int32_t start, int32_t end, ptrdiff_t column) {
    while (start < end) {
        const int32_t half = start + (end - start) / 2;
        if (columns[half] < column) start = half + 1;
        else end = half;
    }
    return start;
}

INLINE void sample_pixel(uint32_t *drawn, const triangle *triangle, const side_line lines[3],
                         ptrdiff_t column, ptrdiff_t y, float threshold, const rows_mesh *mesh,
                         rows_colour_space space) {
    for (int half = 0; half < samples; half += 8)
        sample(drawn, half, triangle, lines, column, y, threshold, mesh, space);
}

INLINE void sample_triangle(const rows_mesh_edges *edges, const rows_mesh_target *target,
                            triangle *triangle, const thresholds *thresholds,
                            const rows_mesh *mesh, rows_colour_space space) {
    const rows_mesh_node *a = triangle->top, *b = triangle->middle, *c = triangle->bottom;
    int32_t left = a->x < b->x ? a->x : b->x, right = a->x > b->x ? a->x : b->x;
    left = (c->x < left ? c->x : left) >> 8, right = (c->x > right ? c->x : right) >> 8;
    const ptrdiff_t first = a->y >> 8, last = c->y >> 8;
    ptrdiff_t y = first > target->top ? first : target->top;
    side_line lines[3];
    lines_around(lines, triangle);
    int is_sloped = 0, is_device = 0;
    for (; y <= last && y < target->end; y++) {
        const int32_t end = edges->starts[y - target->top + 1];
        int32_t i = first_from(edges->columns, edges->starts[y - target->top], end, left);
        for (; i < end && edges->columns[i] <= right; i++) {
            const int32_t column = edges->columns[i];
            if (!may_cover(lines, column, y)) continue;
            if (!is_sloped) is_device = slope_in_device(triangle, mesh, space);
            is_sloped = 1;
            const float threshold = thresholds->rows[y & 7][column & 7];
            uint32_t *drawn = edges->samples + samples * (ptrdiff_t)i;
            if (is_device)
                sample_pixel(drawn, triangle, lines, column, y, threshold, mesh, rows_space_device);
            else sample_pixel(drawn, triangle, lines, column, y, threshold, mesh, space);
        }
    }
}

INLINE void sample_cells(const rows_mesh_edges *edges, const rows_mesh_target *target,
                         const rows_mesh *mesh, rows_mesh_cells cells, rows_colour_space space) {
    thresholds thresholds;
    set_thresholds(&thresholds);
    const rows_mesh_node *upper = mesh->nodes + cells.row * mesh->columns + cells.column;
    const rows_mesh_node *lower = upper + mesh->columns;
    for (ptrdiff_t i = 0; i < cells.count; i++) {
        triangle triangle;
        if (make_triangle(&triangle, upper + i, upper + i + 1, lower + i))
            sample_triangle(edges, target, &triangle, &thresholds, mesh, space);
        if (make_triangle(&triangle, upper + i + 1, lower + i, lower + i + 1))
            sample_triangle(edges, target, &triangle, &thresholds, mesh, space);
    }
}

CLONED void rows_sample_cells(const rows_mesh_edges *edges, const rows_mesh_target *target,
                              const rows_mesh *mesh, rows_mesh_cells cells) {
    switch (mesh->colour_space) {
    case rows_space_device: sample_cells(edges, target, mesh, cells, rows_space_device); break;
    case rows_space_linear: sample_cells(edges, target, mesh, cells, rows_space_linear); break;
    case rows_space_oklab: sample_cells(edges, target, mesh, cells, rows_space_oklab); break;
    }
}

CLONED void rows_resolve_samples(const rows_mesh_edges *edges, const rows_mesh_target *target) {
    for (ptrdiff_t y = target->top; y < target->end; y++) {
        uint32_t *row = target->pixels + y * target->width;
        for (int32_t i = edges->starts[y - target->top]; i < edges->starts[y - target->top + 1];
             i++) {
            const uint32_t *all = edges->samples + samples * (ptrdiff_t)i;
            uint32_t blue = samples / 2, green = blue, red = blue, alpha = blue;
            for (int j = 0; j < samples; j++) {
                blue += all[j] & 255;
                green += all[j] >> 8 & 255;
                red += all[j] >> 16 & 255;
                alpha += all[j] >> 24;
            }
            row[edges->columns[i]] = blue / samples | green / samples << 8 |
                                     red / samples << 16 | alpha / samples << 24;
        }
    }
}
