#version 300 es
// SPDX-License-Identifier: MIT
// One pixel of a matrix: which values it covers, the extreme one of them, and its colour.
// The same rules as src/render/sampling.cpp (valuesInPixel) and colormap.cpp (rampTable).
//
// Compiled in variants, since a software renderer pays for every branch:
//   READS      1: a pixel shows one value; 2: up to two a side; 3: any number
//   BLEND      1: between two matrices
//   DIVERGING  1: the value farthest from zero instead of the largest
//   GRID       1: with gaps between cells
precision highp float;
precision highp int;
precision highp sampler2D;

uniform vec2 uTopLeft;      // of the painted rectangle, framebuffer pixels from the top left
uniform vec2 uFramebuffer;  // width, height in pixels
uniform vec4 uEdge;         // first column, first row, columns per pixel, rows per pixel, in values
uniform vec2 uShift;        // what to add to a pixel's left and top edge
uniform ivec2 uShown;       // values that a pixel shows across and down
uniform ivec3 uShape;       // columns and rows, mip level to read
uniform sampler2D uFrom;    // red: maximum, green: minimum
uniform sampler2D uTo;
uniform vec2 uSigned;       // 1 where uFrom, uTo have a green channel
uniform sampler2D uRamp;    // one row
uniform float uBlend;       // 0: uFrom, 1: uTo
uniform float uPerScale;    // 1 / scale
uniform vec2 uGap;          // width in pixels of the gap between cells, its opacity
uniform vec3 uGround;
uniform vec3 uHatch;
uniform vec2 uHatchSize;    // period and width of the lines in pixels

out vec4 colour;

const float MISSING = -2.9e38;  // anything below stands for "not computed yet"

#if DIVERGING
#define EXTENT vec2
EXTENT read(sampler2D values, ivec2 at, float isSigned) {
    vec2 found = texelFetch(values, at, uShape.z).rg;
    return vec2(found.r, mix(found.r, found.g, isSigned));
}
bool isMissing(EXTENT e) { return e.r < MISSING; }
EXTENT join(EXTENT a, EXTENT b) {
    return isMissing(a) ? b : isMissing(b) ? a : vec2(max(a.r, b.r), min(a.g, b.g));
}
float shownValue(EXTENT e) { return -e.g > e.r ? e.g : e.r; }
#else
#define EXTENT float
EXTENT read(sampler2D values, ivec2 at, float isSigned) {
    return texelFetch(values, at, uShape.z).r;
}
bool isMissing(EXTENT e) { return e < MISSING; }
EXTENT join(EXTENT a, EXTENT b) { return max(a, b); }
float shownValue(EXTENT e) { return e; }
#endif

EXTENT value(int col, int row) {
    EXTENT a = read(uFrom, ivec2(col, row), uSigned.x);
#if BLEND
    EXTENT b = read(uTo, ivec2(col, row), uSigned.y);
    if (isMissing(a) || isMissing(b)) return uBlend < 0.5 ? a : b;
    return mix(a, b, uBlend);
#else
    return a;
#endif
}

EXTENT extreme(ivec2 first, ivec2 last) {
    EXTENT found = value(first.x, first.y);
#if READS == 2
    found = join(found, value(last.x, first.y));
    found = join(found, value(first.x, last.y));
    found = join(found, value(last.x, last.y));
#elif READS == 3
    for (int row = first.y; row <= last.y; ++row) {
        for (int col = first.x; col <= last.x; ++col) found = join(found, value(col, row));
    }
#endif
    return found;
}

vec3 rampColour(float shown) {
    const float last = 1024.0;  // rampEntries - 1
#if DIVERGING
    float t = 0.5 + 0.5 * clamp(shown * uPerScale, -1.0, 1.0);
#else
    float t = clamp(shown * uPerScale, 0.0, 1.0);
#endif
    return texelFetch(uRamp, ivec2(int(t * last + 0.5), 0), 0).rgb;
}

#if GRID
// 1 in a gap between cells, 0 elsewhere.
float inGap(vec2 from) {
    vec2 boundary = ceil(from);
    vec2 inside = step(0.5, boundary) * step(boundary, vec2(uShape.xy) - 0.5) *
                  (1.0 - step(from + uGap.x * uEdge.zw, boundary));
    return max(inside.x, inside.y);
}
#endif

void main() {
    vec2 pixel = floor(vec2(gl_FragCoord.x, uFramebuffer.y - gl_FragCoord.y)) - uTopLeft;
    vec2 from = uEdge.xy + pixel * uEdge.zw;
    ivec2 end = uShape.xy - 1;
    ivec2 first = clamp(ivec2(ceil(from + uShift)), ivec2(0), end);
    ivec2 last = min(first + uShown - 1, end);

    EXTENT found = extreme(first, last);
    vec3 shown = rampColour(shownValue(found));
    if (isMissing(found)) {
        float along = mod(gl_FragCoord.x + gl_FragCoord.y, uHatchSize.x);
        shown = along < uHatchSize.y ? uHatch : uGround;
    }
#if GRID
    shown = mix(shown, uGround, uGap.y * inGap(from));
#endif
    colour = vec4(shown, 1.0);
}
