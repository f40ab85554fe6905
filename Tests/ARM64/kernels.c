// Runs each inner loop of CRowKernels on rows of noise, and prints a line per run: its name, its number and a hash of all
// that it wrote, with what lies after its row. `run` compares these lines of two processors. Some loops are also computed
// here, number by number; where they differ the program ends with 1.
#include <math.h>
#include <rows.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest = 48, room = 8 * longest + 64 };

static uint64_t state = 88172645463325252;

static uint64_t noise(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static uint32_t below(uint32_t limit) { return (uint32_t)((noise() >> 32) % limit); }

static double between(double low, double high) {
    return low + (high - low) * (double)(noise() >> 11) / 9007199254740992.0;
}

// A component times 256, sometimes the smallest or the largest.
static uint16_t component(void) {
    const uint32_t kind = below(10);
    return kind == 0 ? 0 : kind == 1 ? 65535 : (uint16_t)below(65536);
}

// A premultiplied pixel.
static uint32_t pixel(int is_opaque) {
    const uint32_t alpha = is_opaque ? 255 : below(256);
    return alpha << 24 | below(alpha + 1) << 16 | below(alpha + 1) << 8 | below(alpha + 1);
}

static void fill(uint32_t *pixels, size_t count, int is_opaque) {
    for (size_t i = 0; i < count; i++) pixels[i] = pixel(is_opaque);
}

static uint16_t even[room], odd[room], other_even[room], other_odd[room], old_even[room], old_odd[room];
static const rows_pixels row = {even, odd}, other = {other_even, other_odd};
static uint32_t pixels[8192], made[8192];
static int mistakes;

// Counts a mistake; whether it is among the first ones, which are told.
static int is_new_mistake(void) { return ++mistakes <= 5; }

static void begin(void) {
    for (int i = 0; i < room; i++) {
        old_even[i] = even[i] = component();
        old_odd[i] = odd[i] = component();
        other_even[i] = component();
        other_odd[i] = component();
    }
    fill(made, 8192, 0);
}

static uint64_t hash(uint64_t sum, const void *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) sum = (sum ^ ((const unsigned char *)bytes)[i]) * 1099511628211u;
    return sum;
}

static void tell(const char *name, int number) {
    uint64_t sum = hash(14695981039346656037u, even, sizeof even);
    sum = hash(sum, odd, sizeof odd);
    printf("%s %d %016llx\n", name, number, (unsigned long long)hash(sum, made, sizeof made));
}

// Plain computations.

static uint16_t times(uint32_t value, uint32_t weight) { return (uint16_t)(value * weight >> 16); }

static uint16_t mixed(uint16_t one, uint16_t two, uint16_t share) {
    return (uint16_t)(times(one, 65535u - share) + times(two, share));
}

static uint16_t summed(uint32_t one, uint32_t two) { return (uint16_t)(one + two > 65535 ? 65535 : one + two); }

// What a pixel of four components, blue, red, green and alpha, leaves in a row at column `at`.
static void expect(const char *name, ptrdiff_t at, const uint16_t given[4], uint16_t weight, int is_over) {
    uint16_t wanted[4];
    for (int i = 0; i < 4; i++) wanted[i] = times(given[i], weight);
    const uint16_t through = (uint16_t)~(wanted[3] + (wanted[3] >> 8));
    const uint16_t before[4] = {old_even[2 * at], old_even[2 * at + 1], old_odd[2 * at], old_odd[2 * at + 1]};
    if (is_over)
        for (int i = 0; i < 4; i++) wanted[i] = summed(times(before[i], through), wanted[i]);
    const uint16_t found[4] = {even[2 * at], even[2 * at + 1], odd[2 * at], odd[2 * at + 1]};
    if (memcmp(found, wanted, sizeof found) != 0 && is_new_mistake())
        fprintf(stderr, "%s: column %td has %u %u %u %u, not %u %u %u %u\n", name, at, found[0], found[1], found[2],
                found[3], wanted[0], wanted[1], wanted[2], wanted[3]);
}

static void taken_apart(uint32_t one, uint16_t parts[4]) {
    parts[0] = (uint16_t)((one & 255) << 8), parts[1] = (uint16_t)((one >> 16 & 255) << 8);
    parts[2] = (uint16_t)(one & 0xFF00), parts[3] = (uint16_t)((one >> 24) << 8);
}

static void expect_copied(const char *name, ptrdiff_t quads, uint16_t weight, int is_over) {
    for (ptrdiff_t i = 0; i < 4 * quads; i++) {
        uint16_t parts[4];
        taken_apart(pixels[i], parts);
        expect(name, i, parts, weight, is_over);
    }
}

static void expect_moved(const char *name, ptrdiff_t quads, const rows_moved *source, uint16_t weight, int is_over) {
    for (ptrdiff_t i = 0; i < 4 * quads; i++) {
        uint16_t parts[4][4], whole[4];
        taken_apart(source->above[i], parts[0]), taken_apart(source->below[i], parts[1]);
        taken_apart(source->above[i + 1], parts[2]), taken_apart(source->below[i + 1], parts[3]);
        for (int k = 0; k < 4; k++)
            whole[k] = mixed(mixed(parts[0][k], parts[1][k], source->fraction_y),
                             mixed(parts[2][k], parts[3][k], source->fraction_y), source->fraction_x);
        expect(name, i, whole, weight, is_over);
    }
}

static void expect_row(const char *name, ptrdiff_t quads, ptrdiff_t step, const uint32_t *weights, uint16_t weight,
                       int is_over) {
    for (ptrdiff_t i = 0; i < 4 * quads; i++) {
        const ptrdiff_t from = step == 0 ? i % 8 : i;
        const uint16_t parts[4] = {other_even[2 * from], other_even[2 * from + 1], other_odd[2 * from],
                                   other_odd[2 * from + 1]};
        expect(name, i, parts, weights ? (uint16_t)weights[i] : weight, is_over);
    }
}

static void expect_pixels(const char *name, ptrdiff_t count, uint32_t (*wanted)(ptrdiff_t)) {
    for (ptrdiff_t i = 0; i < count; i++)
        if (made[i] != wanted(i) && is_new_mistake())
            fprintf(stderr, "%s: pixel %td of %td is %08x, not %08x\n", name, i, count, made[i], wanted(i));
}

static uint32_t finished(ptrdiff_t i) {
    return (uint32_t)(summed(even[2 * i], 128) >> 8) | (summed(odd[2 * i], 128) & 0xFF00u)
        | (uint32_t)(summed(even[2 * i + 1], 128) >> 8) << 16 | (summed(odd[2 * i + 1], 128) & 0xFF00u) << 16;
}

static ptrdiff_t halved_width;

static uint32_t halved(ptrdiff_t i) {
    const ptrdiff_t right = 2 * i + 1 < halved_width ? 2 * i + 1 : 2 * i;
    uint32_t mean = 0;
    for (int shift = 0; shift < 32; shift += 8)
        mean |= ((pixels[2 * i] >> shift & 255) + (pixels[right] >> shift & 255) + (pixels[4096 + 2 * i] >> shift & 255)
                 + (pixels[4096 + right] >> shift & 255) + 2) / 4 << shift;
    return mean;
}

// The loops.

static void copied_and_moved(int number) {
    const ptrdiff_t quads = number % longest;
    const uint16_t weight = below(3) ? (uint16_t)below(65536) : 65535;
    fill(pixels, 1024, 0);
    begin(), rows_store_copied(row, quads, pixels, weight);
    tell("store_copied", number), expect_copied("store_copied", quads, weight, 0);
    begin(), rows_source_over_copied(row, quads, pixels, weight);
    tell("source_over_copied", number), expect_copied("source_over_copied", quads, weight, 1);
    const rows_moved moved = {pixels, pixels + 300, (uint16_t)below(65536), (uint16_t)below(65536)};
    begin(), rows_store_moved(row, quads, &moved, weight);
    tell("store_moved", number), expect_moved("store_moved", quads, &moved, weight, 0);
    begin(), rows_source_over_moved(row, quads, &moved, weight);
    tell("source_over_moved", number), expect_moved("source_over_moved", quads, &moved, weight, 1);
}

static void other_rows(int number) {
    const ptrdiff_t quads = number % longest, step = number % 2 ? 8 : 0;
    const uint16_t weight = below(3) ? (uint16_t)below(65536) : 65535;
    uint32_t weights[4 * longest + 16];
    for (int i = 0; i < 4 * longest + 16; i++) weights[i] = below(65536);
    begin(), rows_store_row(row, quads, other, step, weight);
    tell("store_row", number), expect_row("store_row", quads, step, NULL, weight, 0);
    begin(), rows_source_over_row(row, quads, other, step, weight);
    tell("source_over_row", number), expect_row("source_over_row", quads, step, NULL, weight, 1);
    begin(), rows_store_weighed(row, quads, other, 8, weights);
    tell("store_weighed", number), expect_row("store_weighed", quads, 8, weights, 0, 0);
    begin(), rows_source_over_weighed(row, quads, other, 8, weights);
    tell("source_over_weighed", number), expect_row("source_over_weighed", quads, 8, weights, 0, 1);
    begin(), rows_source_over_clear(row, quads), tell("source_over_clear", number);
    for (ptrdiff_t i = 0; i < 8 * quads; i++)
        mistakes += even[i] != (old_even[i] ? old_even[i] - 1 : 0) || odd[i] != (old_odd[i] ? old_odd[i] - 1 : 0);
    begin(), rows_dither(row, 4 * below(20), quads, number, weights, step), tell("dither", number);
    begin(), rows_finish(made, 4 * quads, row);
    tell("finish", number), expect_pixels("finish", 4 * quads, finished);
    begin(), rows_mask(row, quads, other), tell("mask", number);
    begin(), rows_luminance_to_alpha(row, quads), tell("luminance_to_alpha", number);
    begin(), rows_amplify(row, quads, (float)between(0, 4)), tell("amplify", number);
    for (int mode = rows_multiply; mode <= rows_normal_in_light; mode++)
        begin(), rows_blend(row, quads, other, (rows_mode)mode), tell("blend", 100 * number + mode);
    rows_matrix matrix;
    float *factors = (float *)&matrix;
    for (int i = 0; i < 12; i++) factors[i] = (float)between(-3, 3);
    begin(), rows_recolour(row, quads, &matrix), tell("recolour", number);
    const uint16_t shares[6] = {20000, 12000, 7000, 3000, 700, 60};
    static uint16_t wide[2][4 * room];
    for (int i = 0; i < 4 * room; i++) wide[0][i] = component(), wide[1][i] = component();
    const rows_pixels middle = {wide[0] + room, wide[1] + room};
    begin(), rows_blur(row, quads, middle, number % 2 ? 1 : 16, shares, number % 6), tell("blur", number);
    halved_width = 1 + number;
    fill(pixels, 8192, 0);
    begin(), rows_halve(made, halved_width, pixels, pixels + 4096);
    tell("halve", number), expect_pixels("halve", (halved_width + 1) / 2, halved);
}

static void covered(int number) {
    rows_side sides[8];
    const ptrdiff_t count = 1 + below(8), column = below(50);
    for (int i = 0; i < count; i++) {
        // Not by cosines, which libraries compute differently.
        const double x = between(-1, 1), length = sqrt(1 - x * x);
        sides[i] = (rows_side){x, below(2) ? length : -length, between(-20, 90)};
    }
    const double y = between(0, 60), weight = below(65536), most = below(2) ? 1 : between(0, 1);
    begin(), rows_cover(made, column, number, y, sides, count, weight, most), tell("cover", number);
    for (ptrdiff_t i = 0; i < number; i++) {
        double farthest = -INFINITY;
        for (int k = 0; k < count; k++)
            farthest = fmax(farthest, sides[k].x * ((double)(column + i) + 0.5) + sides[k].y * y - sides[k].offset);
        const double share = fmin(fmax(0.5 - farthest, 0), most);
        // Two roundings instead of one may lie between these numbers.
        if (fabs(made[i] - weight * share) > 1 && is_new_mistake())
            fprintf(stderr, "cover: column %td has %u, not %f\n", i, made[i], weight * share);
    }
}

static int64_t fixed(double low, double high, int bits) { return (int64_t)(between(low, high) * (double)(1 << bits)); }

static void lines(int number) {
    fill(pixels, 1500, 0);
    rows_picture picture = {pixels, 50, 50, 3 << 24, 0, (48LL << 24) - 1, (29LL << 24) - 1, 100};
    const double steep = number % 10 == 0 ? 1e3 : number % 2 == 0 ? 1.2 : 0.28;
    const double wide = number % 4 == 1 ? 2.3 : fmax(1, steep);
    rows_line line = {fixed(-30, 60, 24), fixed(-20, 40, 24), fixed(-wide, wide, 24), fixed(-steep, steep, 24)};
    if (number % 7 == 0) line.x = fixed(-1e6, 1e6, 24);
    const ptrdiff_t column = below(50), quads = below(40);
    const uint16_t weight = (uint16_t)below(65536);
    for (int operator = rows_fetch; operator <= rows_plus; operator++) {
        begin(), rows_draw_line(row, column, quads, &picture, &line, weight, (rows_operator)operator);
        tell("draw_line", 4 * number + operator);
        begin(), rows_draw_far_line(row, column, quads, &picture, &line, weight, (rows_operator)operator);
        tell("draw_far_line", 4 * number + operator);
    }
    // Where a processor has no loop that finishes pixels at once, two loops must do the same.
    begin();
    if (!rows_finish_line(made, column, quads, &picture, &line)) {
        rows_draw_far_line(row, column, quads, &picture, &line, 65535, rows_source);
        rows_finish(made, 4 * quads, row);
    }
    memcpy(even, old_even, sizeof even), memcpy(odd, old_odd, sizeof odd);
    tell("finish_line", number);
    picture.first_x = 3 << 16, picture.last_x = (48LL << 16) - 1, picture.last_y = (29LL << 16) - 1;
    rows_projected_line projected =
        number % 2 ? (rows_projected_line){between(-30, 60), between(-20, 40), 1, between(-2.3, 2.3),
                                           between(-0.3, 0.3), between(-0.002, 0.004)}
                   : (rows_projected_line){between(-30, 60), between(-20, 40), between(-1, 2), between(-1, 1),
                                           between(-1, 1), between(-0.02, 0.02)};
    if (number == 0) projected.w = projected.step_w = 0;
    if (number == 2) projected.x = NAN;
    if (number == 3) projected.step_y = NAN;
    for (int operator = rows_fetch; operator <= rows_plus; operator++) {
        begin(), rows_draw_projected_line(row, column, quads, &picture, &projected, weight, (rows_operator)operator);
        tell("draw_projected_line", 4 * number + operator);
        begin(), rows_draw_far_projected_line(row, column, quads, &picture, &projected, weight, (rows_operator)operator);
        tell("draw_far_projected_line", 4 * number + operator);
    }
    begin();
    if (!rows_finish_projected_line(made, column, quads, &picture, &projected)) {
        rows_draw_far_projected_line(row, column, quads, &picture, &projected, 65535, rows_source);
        rows_finish(made, 4 * quads, row);
    }
    memcpy(even, old_even, sizeof even), memcpy(odd, old_odd, sizeof odd);
    tell("finish_projected_line", number);
}

static void shaded(int number) {
    const float pieces[6] = {0, 2, 0.5f, 1e12f, 0.5f, 3};
    uint64_t colours[13];
    for (int i = 0; i < 13; i++) colours[i] = noise() & 0xFF00FF00FF00FF00;
    const rows_shading shading = {
        (float)between(0, 1), (float)between(-3, 3), (float)between(0, 1), pieces, 3, 4, colours};
    rows_projected_line line = {between(-2, 2),     between(-2, 2),     between(-1, 2),
                                between(-0.1, 0.1), between(-0.1, 0.1), between(-0.02, 0.02)};
    if (number % 2 == 0) line.w = 1, line.step_w = 0;
    if (number == 1) line.w = line.step_w = 0;
    if (number == 3) line.x = NAN;
    const ptrdiff_t column = 4 * below(20), quads = number % longest;
    begin(), rows_shade_linear(row, column, quads, &shading, &line), tell("shade_linear", number);
    begin(), rows_shade_radial(row, column, quads, &shading, &line), tell("shade_radial", number);
    begin(), rows_shade_angular(row, column, quads, &shading, &line), tell("shade_angular", number);
}

static void meshes(int number) {
    enum { width = 61, height = 23 };
    static float encoded[4098];
    for (int i = 0; i < 4098; i++) encoded[i] = (float)sqrt(fmin(i / 4096.0, 1));
    rows_mesh_node nodes[20];
    const int is_opaque = number % 2 == 0;
    for (int i = 0; i < 20; i++) {
        const double x = fmin(fmax(i % 5 / 4.0 + between(-0.2, 0.2), 0), 1);
        const double y = fmin(fmax(i / 5 / 3.0 + between(-0.2, 0.2), 0), 1);
        nodes[i].x = (int32_t)(x * 256 * width), nodes[i].y = (int32_t)(y * 256 * height);
        for (int k = 0; k < 4; k++) nodes[i].numbers[k] = k == 3 && is_opaque ? 255 : (float)between(-20, 275);
    }
    int32_t starts[height + 1], columns[4 * height];
    const int32_t cut[4] = {3, 17, 18, 60};
    for (int y = 0; y <= height; y++) starts[y] = 4 * y;
    for (int i = 0; i < 4 * height; i++) columns[i] = cut[i % 4];
    static uint32_t samples[16 * 4 * height];
    memset(samples, 0, sizeof samples);
    begin();
    const rows_mesh_target target = {made, width, 2, height};
    const rows_mesh mesh = {nodes, 5, (rows_colour_space)(number % 3), is_opaque, encoded};
    const rows_mesh_edges edges = {starts, columns, samples};
    for (int cells = 0; cells < 3; cells++) {
        rows_draw_cells(&target, &mesh, (rows_mesh_cells){cells, 0, 4}), tell("draw_cells", 3 * number + cells);
        rows_sample_cells(&edges, &target, &mesh, (rows_mesh_cells){cells, 0, 4});
        printf("sample_cells %d %016llx\n", 3 * number + cells,
               (unsigned long long)hash(14695981039346656037u, samples, sizeof samples));
    }
    rows_resolve_samples(&edges, &target), tell("resolve_samples", number);
}

static void sprites(int number) {
    enum { width = 48, height = 20 };
    static uint16_t memory[4 * width * height];
    fill(pixels, 36 * 36, 0);
    for (int i = 0; i < 36 * 36; i++)
        if (i % 36 < 2 || i % 36 > 33 || i / 36 < 2 || i / 36 > 33) pixels[i] = 0;
    const rows_picture_square square = {2, 2, 32};
    const rows_sprite_picture picture = {{pixels, 36, 36}, &square};
    rows_sprite list[30];
    for (int i = 0; i < 30; i++) {
        const float alpha = (float)between(0, 1);
        list[i] = (rows_sprite){(float)between(-4, 52), (float)between(-4, 24), (float)between(1, 8),
                                (float)between(-4, 4),  (float)between(-4, 4),  (float)between(1, 8),
                                {alpha * (float)between(0, 1), alpha * (float)between(0, 1),
                                 alpha * (float)between(0, 1), alpha},
                                0};
    }
    for (int i = 0; i < 4 * width * height; i++) memory[i] = (uint16_t)below(65281);
    const rows_sprite_target target = {{memory, memory + 2 * width * height}, width, 3, height - 2};
    rows_draw_sprites(&target, list, 30, (rows_sprite_shape)(number % 7), (rows_sprite_blend)(number % 3), &picture);
    printf("draw_sprites %d %016llx\n", number,
           (unsigned long long)hash(14695981039346656037u, memory, sizeof memory));
}

static void foils(int count) {
    static uint32_t cells[3][128], near[128], glare[128], colours[2048];
    for (int i = 0; i < 2048; i++) colours[i] = (uint32_t)noise();
    for (int i = 0; i < 128; i++) {
        for (int plane = 0; plane < 3; plane++)
            cells[plane][i] = plane == 1 && count % 2 == 0 ? 0 : (uint32_t)noise();
        near[i] = below(65536), glare[i] = below(65536);
    }
    const rows_foil_plane planes[3] = {{cells[0], colours}, {cells[1], colours}, {cells[2], colours}};
    const rows_foil_light light = {0x81234567, 0x01234567, 0xFEDCBA98, near, glare, 25600, 39900, 51200};
    begin(), rows_foil(made, count, planes, 1 + count % 3, &light), tell("foil", count);
}

static void ripples(int width) {
    fill(pixels, (size_t)width * 9, 0);
    rows_wave waves[8];
    for (int i = 0; i < 8; i++)
        waves[i] = (rows_wave){(float)between(0, 40), (float)between(0, 9), (float)between(0, 3),
                               (float)between(-9, 99), (float)between(0, 999)};
    for (int is_affine = 0; is_affine < 2; is_affine++) {
        const float affine[9] = {1, 0.1f, 2, -0.1f, 1, 0, 0, 0, 1}, flat[9] = {1, 0, 2, 0, 1, 0, 0.01f, -0.2f, 1};
        rows_ripple ripple = {.is_affine = is_affine, .waves = waves, .wave_count = 1 + width % 8, .amplitude = 9,
                              .frequency = 15, .decay = 2, .delay = 0.1f, .longest = 2.5f, .light = 0.02f,
                              .smooth_square = (float)width};
        memcpy(ripple.from_picture, is_affine ? affine : flat, sizeof affine);
        memcpy(ripple.to_picture, is_affine ? affine : flat, sizeof affine);
        begin(), rows_ripple_row(made, 4, (rows_bitmap){pixels, width, 9}, &ripple);
        tell("ripple_row", 2 * width + is_affine);
    }
}

static void mixtures(int number) {
    const int count = number % 60, padded = (count + 7) / 8 * 8, relief = number / 60;
    static uint32_t bitmaps[3][180];
    static uint16_t weights[3][64], light[64];
    static int32_t offsets[64];
    for (int i = 0; i < 3; i++) fill(bitmaps[i], 180, relief == 2);
    const uint32_t start = below(180);
    for (int i = 0; i < padded; i++) {
        const uint32_t place = start + (uint32_t)i / 2;
        offsets[i] = (int32_t)(count % 3 == 0 ? below(180) : place < 179 ? place : 179);
        weights[0][i] = below(2) ? 65535 : (uint16_t)below(65536);
        weights[1][i] = (uint16_t)below(65536u - weights[0][i]);
        weights[2][i] = (uint16_t)(65535 - weights[0][i] - weights[1][i]);
        light[i] = (uint16_t)below(256);
    }
    const rows_weighed_bitmap weighed[3] = {
        {bitmaps[0], weights[0]}, {bitmaps[1], weights[1]}, {bitmaps[2], weights[2]}};
    const rows_mixture mixture = {offsets, 180, weighed, 3, relief == 1 ? light : NULL, relief == 1 ? light : NULL,
                                  relief == 2 ? light : NULL, 1, 0, 0};
    begin(), rows_mix(made, count, &mixture), tell("mix", number);
}

static void repeat(void (*run)(int), int first, int end) {
    for (int number = first; number < end; number++) run(number);
}

int main(void) {
    repeat(copied_and_moved, 0, 2 * longest);
    repeat(other_rows, 0, 2 * longest);
    repeat(covered, 0, 60);
    repeat(lines, 0, 400);
    repeat(shaded, 0, 200);
    repeat(meshes, 0, 30);
    repeat(sprites, 0, 42);
    repeat(foils, 1, 60);
    repeat(ripples, 1, 90);
    repeat(mixtures, 0, 180);
    if (mistakes) fprintf(stderr, "%d mistakes\n", mistakes);
    return mistakes != 0;
}
