// Water in perspective: each place shows what lies a little beside it, as the slope of the waves turns the eye's
// ray, and glitters where that slope mirrors the sun.

// The slope of one wave at a place of the lake: along its way, times its height.
vec2 slope(vec2 lake, float angle, float length, float height, float speed) {
    vec2 way = vec2(cos(angle), sin(angle));
    float phase = dot(lake, way) * 6.2832 / length + speed * time;
    return way * height * cos(phase);
}

// All waves together: swell, and ripples that cross it.
vec2 slopes(vec2 lake) {
    vec2 bent = lake + 3.0 * vec2(sin(lake.y / 23.0 + 0.4 * time), sin(lake.x / 31.0 - 0.3 * time));
    return slope(bent, 1.45, 34.0, 0.45, 1.1)
        + slope(bent, 1.95, 19.0, 0.35, 1.7)
        + slope(bent, 0.85, 13.0, 0.30, 2.1)
        + slope(bent, 2.50, 7.3, 0.22, 2.9)
        + slope(bent, 0.35, 5.1, 0.18, 3.3);
}

vec4 layer(vec2 place) {
    // 0 at the horizon, 1 at the lower edge; what is far is small, and lies close together.
    float near = clamp(place.y / size.y, 0.0, 1.0);
    float far = 1.0 / (near + 0.07);
    vec2 lake = vec2((place.x - 0.5 * size.x) * far * 0.55, 86.0 * far);
    // Waves that are smaller than a pixel are not seen one by one.
    float seen = smoothstep(0.0, 0.35, near);
    vec2 turned = strength * slopes(lake) * mix(0.35, 1.0, seen);

    vec2 moved = place + vec2(9.0, 20.0) * turned * (0.12 + near);
    moved.y = abs(moved.y);
    vec4 mirror = under(moved);
    // Steep water shows what lies in it.
    float deep = clamp(0.32 * near + 0.22 * turned.y * near, 0.0, 0.7);
    vec4 water = mix(mirror, depths, deep);

    // The sun's road: wide near the eye, and where the tilt leads it.
    float side = (place.x / size.x - 0.5 - lean * near) / (0.055 + 0.20 * near);
    float road = exp(-side * side);
    float facing = turned.y + 0.5 * turned.x * side + lift;
    float sparkle = pow(clamp(0.5 + 0.5 * facing, 0.0, 1.0), mix(4.0, 14.0, near));
    vec4 light = glitter * road * sparkle * (1.3 - 0.5 * near);
    return (water + vec4(light.rgb, 0.0)) * clamp(place.y + 0.5, 0.0, 1.0);
}
