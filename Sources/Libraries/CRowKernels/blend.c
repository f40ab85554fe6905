#include "lanes.h"

// Blend modes: those that need products alone in whole numbers, the others in single precision. Components lie
// between 0 and 1 and are multiplied by alpha: `b` and `s` are those of the row and of the source, `ba` and `sa`
// their alphas.

typedef struct {
    floats red, green, blue;
} colours;

// 1 in the unit of `rows_pixels`.
static const float unit = 65280;

INLINE floats from_unit(words component) {
    return __builtin_convertvector((integers)component, floats) * (1 / unit);
}

INLINE words in_unit(floats component, floats alpha) {
    component = __builtin_elementwise_min(__builtin_elementwise_max(component, (floats){0}), alpha);
    return (words)__builtin_convertvector(component * unit + 0.5f, integers);
}

INLINE floats chosen(integers holds, floats yes, floats no) {
    return (floats)((holds & (integers)yes) | (~holds & (integers)no));
}

INLINE floats least(floats a, floats b) { return __builtin_elementwise_min(a, b); }
INLINE floats most(floats a, floats b) { return __builtin_elementwise_max(a, b); }

// A divisor: `a`, or 1 where `a` is not above 0.
INLINE floats divisor(floats a) { return chosen(a > 0, a, (floats){0} + 1); }

// Gives a component of the part where row and source overlap, multiplied by both alphas. `joined` adds what one
// side shows alone.
typedef floats (*separable)(floats b, floats s, floats ba, floats sa);

INLINE floats color_dodge(floats b, floats s, floats ba, floats sa) {
    floats lighter = least(ba * sa, b * sa * sa / divisor(sa - s));
    return chosen(b <= 0, (floats){0}, chosen(s >= sa, ba * sa, lighter));
}
INLINE floats color_burn(floats b, floats s, floats ba, floats sa) {
    floats darker = ba * sa - least(ba * sa, (ba - b) * sa * sa / divisor(s));
    return chosen(b >= ba, ba * sa, chosen(s <= 0, (floats){0}, darker));
}
INLINE floats soft_light(floats b, floats s, floats ba, floats sa) {
    floats unmultiplied = b / divisor(ba);
    floats dark = ((16 * unmultiplied - 12) * unmultiplied + 4) * unmultiplied;
    floats light = chosen(unmultiplied <= 0.25f, dark, __builtin_elementwise_sqrt(unmultiplied));
    return b * sa
           + (2 * s - sa) * chosen(2 * s <= sa, b * (1 - unmultiplied), ba * (light - unmultiplied));
}

INLINE floats luminosity_of(colours c) { return 0.3f * c.red + 0.59f * c.green + 0.11f * c.blue; }
INLINE floats least_of(colours c) { return least(c.red, least(c.green, c.blue)); }
INLINE floats most_of(colours c) { return most(c.red, most(c.green, c.blue)); }
INLINE floats saturation_of(colours c) { return most_of(c) - least_of(c); }

// Moves a component towards the luminosity if the colour has a component below 0 or above 1.
INLINE floats clipped(floats c, floats l, floats n, floats x) {
    c = chosen(n < 0, l + (c - l) * l / divisor(l - n), c);
    return chosen(x > 1, l + (c - l) * (1 - l) / divisor(x - l), c);
}

INLINE colours with_luminosity(colours c, floats l) {
    floats d = l - luminosity_of(c);
    c = (colours){c.red + d, c.green + d, c.blue + d};
    floats n = least_of(c), x = most_of(c);
    return (colours){clipped(c.red, l, n, x), clipped(c.green, l, n, x),
                     clipped(c.blue, l, n, x)};
}

INLINE colours with_saturation(colours c, floats s) {
    floats n = least_of(c), scale = s / divisor(most_of(c) - n);
    return (colours){(c.red - n) * scale, (c.green - n) * scale, (c.blue - n) * scale};
}

// Gives the blended colour; here colours are not multiplied by alpha.
typedef colours (*inseparable)(colours b, colours s);

INLINE colours hue(colours b, colours s) {
    return with_luminosity(with_saturation(s, saturation_of(b)), luminosity_of(b));
}
INLINE colours saturation(colours b, colours s) {
    return with_luminosity(with_saturation(b, saturation_of(s)), luminosity_of(b));
}
INLINE colours color(colours b, colours s) { return with_luminosity(s, luminosity_of(b)); }
INLINE colours luminosity(colours b, colours s) { return with_luminosity(b, luminosity_of(s)); }

typedef struct {
    colours colours;
    floats alpha;
} float_pixels;

INLINE float_pixels load_pixels(rows_pixels row) {
    eight loaded = load_eight(row);
    words even = (words)loaded.even, odd = (words)loaded.odd;
    return (float_pixels){{from_unit(even >> 16), from_unit(odd & 0xFFFF), from_unit(even & 0xFFFF)},
                          from_unit(odd >> 16)};
}

INLINE void store_pixels(rows_pixels row, float_pixels p, ptrdiff_t count) {
    words red = in_unit(p.colours.red, p.alpha), green = in_unit(p.colours.green, p.alpha);
    words blue = in_unit(p.colours.blue, p.alpha), alpha = in_unit(p.alpha, p.alpha);
    store_eight(row, (eight){(lanes)(blue | red << 16), (lanes)(green | alpha << 16)}, count);
}

// Adds what each side shows where the other one lets it through.
INLINE floats joined(floats blended, floats b, floats s, floats ba, floats sa) {
    return blended + b * (1 - sa) + s * (1 - ba);
}

INLINE float_pixels union_of(float_pixels b, float_pixels s, colours blended) {
    floats ba = b.alpha, sa = s.alpha;
    return (float_pixels){{joined(blended.red, b.colours.red, s.colours.red, ba, sa),
                           joined(blended.green, b.colours.green, s.colours.green, ba, sa),
                           joined(blended.blue, b.colours.blue, s.colours.blue, ba, sa)},
                          ba + sa - ba * sa};
}

INLINE void blend_separable(rows_pixels row, ptrdiff_t quads, rows_pixels source,
                            separable mode) {
    for (; quads > 0; quads -= 2, row = advanced(row, 8), source = advanced(source, 8)) {
        float_pixels b = load_pixels(row), s = load_pixels(source);
        colours blended = {mode(b.colours.red, s.colours.red, b.alpha, s.alpha),
                           mode(b.colours.green, s.colours.green, b.alpha, s.alpha),
                           mode(b.colours.blue, s.colours.blue, b.alpha, s.alpha)};
        store_pixels(row, union_of(b, s, blended), 4 * quads);
    }
}

INLINE colours scaled_colours(colours c, floats factor) {
    return (colours){c.red * factor, c.green * factor, c.blue * factor};
}

INLINE void blend_inseparable(rows_pixels row, ptrdiff_t quads, rows_pixels source,
                              inseparable mode) {
    for (; quads > 0; quads -= 2, row = advanced(row, 8), source = advanced(source, 8)) {
        float_pixels b = load_pixels(row), s = load_pixels(source);
        colours blended = mode(scaled_colours(b.colours, 1 / divisor(b.alpha)),
                               scaled_colours(s.colours, 1 / divisor(s.alpha)));
        blended = scaled_colours(blended, b.alpha * s.alpha);
        store_pixels(row, union_of(b, s, blended), 4 * quads);
    }
}

// Products of components, and sums of products, in the unit of `rows_pixels`.

static const uint16_t whole = 65280;

INLINE lanes product(lanes a, lanes b) { return scaled_lanes(a, b + (b >> 8)); }
INLINE lanes rest(lanes a) { return whole - a; }
INLINE lanes less(lanes a, lanes b) { return __builtin_elementwise_min(a, b); }
INLINE lanes more(lanes a, lanes b) { return __builtin_elementwise_max(a, b); }
// At most 1.
INLINE lanes together(lanes a, lanes b) {
    return less(__builtin_elementwise_add_sat(a, b), (lanes){0} + whole);
}
// `yes` where `a` is at most `b`.
INLINE lanes at_most(lanes a, lanes b, lanes yes, lanes no) {
    const lanes holds = (lanes)(less(a, b) == a);
    return (holds & yes) | (~holds & no);
}

// Gives the blended components, also alphas, multiplied by the sum of both alphas: what the parts show that overlap,
// and what each side shows where the other one lets it through. `is_alpha` is all ones where the component is an alpha.
typedef lanes (*whole_mode)(lanes b, lanes s, lanes ba, lanes sa, lanes is_alpha);

INLINE lanes multiply(lanes b, lanes s, lanes ba, lanes sa, lanes is_alpha) {
    return together(product(b, s + rest(sa)), product(s, rest(ba)));
}
INLINE lanes screen(lanes b, lanes s, lanes ba, lanes sa, lanes is_alpha) {
    return together(b, s - product(s, b));
}
INLINE lanes darken(lanes b, lanes s, lanes ba, lanes sa, lanes is_alpha) {
    return less(together(b, s - product(s, ba)), together(s, b - product(b, sa)));
}
INLINE lanes lighten(lanes b, lanes s, lanes ba, lanes sa, lanes is_alpha) {
    return more(together(b, s - product(s, ba)), together(s, b - product(b, sa)));
}
INLINE lanes difference(lanes b, lanes s, lanes ba, lanes sa, lanes is_alpha) {
    const lanes both = less(product(b, sa), product(s, ba));
    return together(b - (both & ~is_alpha), s - both);
}
INLINE lanes exclusion(lanes b, lanes s, lanes ba, lanes sa, lanes is_alpha) {
    const lanes both = product(s, b);
    return together(b - less(b, both & ~is_alpha), s - both);
}
INLINE lanes hard_light(lanes b, lanes s, lanes ba, lanes sa, lanes is_alpha) {
    const lanes alone = together(product(b, rest(sa)), product(s, rest(ba)));
    const lanes dark = product(b, s), light = product(ba - less(ba, b), sa - less(sa, s));
    const lanes both = product(ba, sa), lost = __builtin_elementwise_add_sat(light, light);
    return together(alone, at_most(s, sa >> 1, dark + dark, both - less(both, lost)));
}
INLINE lanes overlay(lanes b, lanes s, lanes ba, lanes sa, lanes is_alpha) {
    return hard_light(s, b, sa, ba, is_alpha);
}

INLINE eight blended_wholly(eight b, eight s, whole_mode mode) {
    const lanes ba = (lanes)doubled_upper((words)b.odd), sa = (lanes)doubled_upper((words)s.odd);
    const lanes alphas = (lanes)((words){0} + 0xFFFF0000);
    return (eight){mode(b.even, s.even, ba, sa, (lanes){0}), mode(b.odd, s.odd, ba, sa, alphas)};
}

INLINE void blend_wholly(rows_pixels row, ptrdiff_t quads, rows_pixels source, whole_mode mode) {
    for (; quads > 0; quads -= 2, row = advanced(row, 8), source = advanced(source, 8))
        store_eight(row, blended_wholly(load_eight(row), load_eight(source), mode), 4 * quads);
}

// Sums of colours and alphas, at most 1.
INLINE void add(rows_pixels row, ptrdiff_t quads, rows_pixels source) {
    const lanes most = (lanes){0} + 65280;
    for (; quads > 0; quads -= 2, row = advanced(row, 8), source = advanced(source, 8)) {
        eight b = load_eight(row), s = load_eight(source);
        b.even = __builtin_elementwise_min(__builtin_elementwise_add_sat(b.even, s.even), most);
        b.odd = __builtin_elementwise_min(__builtin_elementwise_add_sat(b.odd, s.odd), most);
        store_eight(row, b, 4 * quads);
    }
}

// IEC 61966-2-1, sRGB: a polynomial within 2.2e-5 of the light, and a sum of roots within 3.2e-5 of the encoded
// value.

INLINE floats light_of(floats c) {
    floats curve = ((((0.0597825556f * c - 0.2411791228f) * c + 0.6113969962f) * c + 0.5388551600f) * c
                    + 0.0301548676f) * c + 0.0010105140f;
    return chosen(c <= 0.04045f, c * (1 / 12.92f), curve);
}

INLINE floats encoded(floats light) {
    floats root = __builtin_elementwise_sqrt(light), fourth = __builtin_elementwise_sqrt(root);
    floats curve = 0.6539891009f * root + 0.6887001109f * fourth
                   - 0.3184617320f * __builtin_elementwise_sqrt(fourth) - 0.0201881433f * light
                   - 0.0040705951f;
    return chosen(light <= 0.0031308f, light * 12.92f, curve);
}

INLINE floats over_in_light(floats b, floats s, floats ba, floats sa) {
    floats alpha = ba + sa - ba * sa;
    floats sum = sa * light_of(s / divisor(sa)) + (1 - sa) * ba * light_of(b / divisor(ba));
    floats seen = encoded(sum / divisor(alpha)) * alpha;
    return chosen(sa >= 1, s, chosen(sa <= 0, b, chosen(ba <= 0, s, seen)));
}

// The source over the row, blended as light.
INLINE void composite_in_light(rows_pixels row, ptrdiff_t quads, rows_pixels source) {
    for (; quads > 0; quads -= 2, row = advanced(row, 8), source = advanced(source, 8)) {
        float_pixels b = load_pixels(row), s = load_pixels(source);
        floats ba = b.alpha, sa = s.alpha;
        float_pixels sum = {{over_in_light(b.colours.red, s.colours.red, ba, sa),
                             over_in_light(b.colours.green, s.colours.green, ba, sa),
                             over_in_light(b.colours.blue, s.colours.blue, ba, sa)},
                            ba + sa - ba * sa};
        store_pixels(row, sum, 4 * quads);
    }
}

INLINE void blend(rows_pixels row, ptrdiff_t quads, rows_pixels source, rows_mode mode) {
    switch (mode) {
    case rows_multiply: return blend_wholly(row, quads, source, multiply);
    case rows_screen: return blend_wholly(row, quads, source, screen);
    case rows_overlay: return blend_wholly(row, quads, source, overlay);
    case rows_darken: return blend_wholly(row, quads, source, darken);
    case rows_lighten: return blend_wholly(row, quads, source, lighten);
    case rows_color_dodge: return blend_separable(row, quads, source, color_dodge);
    case rows_color_burn: return blend_separable(row, quads, source, color_burn);
    case rows_hard_light: return blend_wholly(row, quads, source, hard_light);
    case rows_soft_light: return blend_separable(row, quads, source, soft_light);
    case rows_difference: return blend_wholly(row, quads, source, difference);
    case rows_exclusion: return blend_wholly(row, quads, source, exclusion);
    case rows_hue: return blend_inseparable(row, quads, source, hue);
    case rows_saturation: return blend_inseparable(row, quads, source, saturation);
    case rows_color: return blend_inseparable(row, quads, source, color);
    case rows_luminosity: return blend_inseparable(row, quads, source, luminosity);
    case rows_plus_lighter: return add(row, quads, source);
    case rows_normal_in_light: return composite_in_light(row, quads, source);
    }
}

CLONED void rows_blend(rows_pixels row, ptrdiff_t quads, rows_pixels source, rows_mode mode) {
    blend(row, quads, source, mode);
}

// Masks.

INLINE void apply_mask(rows_pixels row, ptrdiff_t quads, rows_pixels mask) {
    for (; quads > 0; quads -= 2, row = advanced(row, 8), mask = advanced(mask, 8)) {
        lanes alpha = (lanes)doubled_upper((words)load_eight(mask).odd);
        // Alpha 1 is 65280, and a weight of 1 is 65535.
        store_eight(row, scaled(load_eight(row), alpha + (alpha >> 8)), 4 * quads);
    }
}

CLONED void rows_mask(rows_pixels row, ptrdiff_t quads, rows_pixels mask) {
    apply_mask(row, quads, mask);
}

INLINE void luminance_to_alpha(rows_pixels row, ptrdiff_t quads) {
    for (; quads > 0; quads -= 2, row = advanced(row, 8)) {
        float_pixels p = load_pixels(row);
        floats alpha = 0.2126f * p.colours.red + 0.7152f * p.colours.green
                       + 0.0722f * p.colours.blue;
        store_pixels(row, (float_pixels){{{0}, {0}, {0}}, least(alpha, p.alpha)}, 4 * quads);
    }
}

CLONED void rows_luminance_to_alpha(rows_pixels row, ptrdiff_t quads) {
    luminance_to_alpha(row, quads);
}
