"""Seeded gradient noise: the grain of mountains, clouds, mist and ripples."""

import math
import random


class Noise:
    """Two-dimensional Perlin noise; the same seed gives the same landscape everywhere."""

    def __init__(self, seed):
        rng = random.Random(seed)
        order = list(range(256))
        rng.shuffle(order)
        self.order = order * 2
        self.gradients = [(math.cos(a), math.sin(a))
                          for a in (rng.uniform(0, 2 * math.pi) for _ in range(256))]

    def at(self, x, y):
        """Smooth noise of about -0.7 ... 0.7 with features one unit wide."""
        left, top = math.floor(x), math.floor(y)
        fx, fy = x - left, y - top
        order, gradients = self.order, self.gradients
        i, j = left & 255, top & 255
        a, b = order[i] + j, order[i + 1] + j
        g00, g10 = gradients[order[a & 511]], gradients[order[b & 511]]
        g01, g11 = gradients[order[(a + 1) & 511]], gradients[order[(b + 1) & 511]]
        u = fx * fx * fx * (fx * (fx * 6 - 15) + 10)
        v = fy * fy * fy * (fy * (fy * 6 - 15) + 10)
        n00 = g00[0] * fx + g00[1] * fy
        n10 = g10[0] * (fx - 1) + g10[1] * fy
        n01 = g01[0] * fx + g01[1] * (fy - 1)
        n11 = g11[0] * (fx - 1) + g11[1] * (fy - 1)
        upper, lower = n00 + u * (n10 - n00), n01 + u * (n11 - n01)
        return upper + v * (lower - upper)

    def fractal(self, x, y, octaves):
        """Octaves of noise summed, each half as large and twice as fine: clouds."""
        total, size = 0.0, 1.0
        for _ in range(octaves):
            total += size * self.at(x, y)
            x, y, size = 2 * x + 17.3, 2 * y + 5.1, size / 2
        return total

    def ridged(self, x, y, octaves):
        """Noise folded into sharp crests, about 0 ... 1: rock."""
        total, size, carry = 0.0, 0.5, 1.0
        for _ in range(octaves):
            crest = 1 - min(1, abs(self.at(x, y)) * 1.7)
            crest *= crest
            total += size * crest * carry
            carry = crest
            x, y, size = 2.1 * x + 11.7, 2.1 * y + 3.9, size / 2
        return total


def smoothstep(low, high, value):
    """0 below low, 1 above high, an S-curve between."""
    t = min(1, max(0, (value - low) / (high - low)))
    return t * t * (3 - 2 * t)
