// SPDX-License-Identifier: MIT
#include "render/colormap.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace hw {
namespace {

constexpr float smallestLogarithm = 1e-4F;  ///< of a scale, which has no length if all ratios are 1

struct Rgb {
    float r, g, b;  ///< 0..255, encoded as sRGB
};

struct Oklab {
    float lightness, a, b;
};

constexpr Rgb fromHex(std::uint32_t hex) {
    return {static_cast<float>((hex >> 16U) & 0xFFU), static_cast<float>((hex >> 8U) & 0xFFU),
            static_cast<float>(hex & 0xFFU)};
}

std::uint32_t pack(Rgb colour) {
    const auto byte = [](float value) {
        return static_cast<std::uint32_t>(std::lround(std::clamp(value, 0.0F, 255.0F)));
    };
    return 0xFF000000U | (byte(colour.b) << 16U) | (byte(colour.g) << 8U) | byte(colour.r);
}

float mix(float a, float b, float t) { return a + (b - a) * t; }

Rgb mix(Rgb a, Rgb b, float t) { return {mix(a.r, b.r, t), mix(a.g, b.g, t), mix(a.b, b.b, t)}; }

float decode(float value) {
    const float c = value / 255;
    return c <= 0.04045F ? c / 12.92F : std::pow((c + 0.055F) / 1.055F, 2.4F);
}

float encode(float linear) {
    const float c = std::clamp(linear, 0.0F, 1.0F);
    return 255 * (c <= 0.0031308F ? 12.92F * c : 1.055F * std::pow(c, 1 / 2.4F) - 0.055F);
}

// Oklab, B. Ottosson 2020: https://bottosson.github.io/posts/oklab/
Oklab toOklab(Rgb colour) {
    const float r = decode(colour.r);
    const float g = decode(colour.g);
    const float b = decode(colour.b);
    const float l = std::cbrt(0.4122214708F * r + 0.5363325363F * g + 0.0514459929F * b);
    const float m = std::cbrt(0.2119034982F * r + 0.6806995451F * g + 0.1073969566F * b);
    const float s = std::cbrt(0.0883024619F * r + 0.2817188376F * g + 0.6299787005F * b);
    return {0.2104542553F * l + 0.7936177850F * m - 0.0040720468F * s,
            1.9779984951F * l - 2.4285922050F * m + 0.4505937099F * s,
            0.0259040371F * l + 0.7827717662F * m - 0.8086757660F * s};
}

Rgb fromOklab(Oklab colour) {
    const auto cube = [](float x) { return x * x * x; };
    const float l = cube(colour.lightness + 0.3963377774F * colour.a + 0.2158037573F * colour.b);
    const float m = cube(colour.lightness - 0.1055613458F * colour.a - 0.0638541728F * colour.b);
    const float s = cube(colour.lightness - 0.0894841775F * colour.a - 1.2914855480F * colour.b);
    return {encode(4.0767416621F * l - 3.3077115913F * m + 0.2309699292F * s),
            encode(-1.2684380046F * l + 2.6097574011F * m - 0.3413193965F * s),
            encode(-0.0041960863F * l - 0.7034186147F * m + 1.7076147010F * s)};
}

using Anchors = std::span<const std::uint32_t>;

// The ground colour precedes the first of each.
constexpr std::uint32_t blueOnLight[] = {0xC9DDEC, 0x86B3D9, 0x3F84BC, 0x135C96, 0x08306B};
constexpr std::uint32_t blueOnDark[] = {0x1C3A57, 0x2B6797, 0x5BA4D6, 0xDCEBF7};
constexpr std::uint32_t ochreOnLight[] = {0xF1DFC0, 0xDDB574, 0xB98733, 0x855600, 0x4A2E00};
constexpr std::uint32_t ochreOnDark[] = {0x40300F, 0x7C5A18, 0xD9A441, 0xF8EBD0};

Anchors blues(bool dark) { return dark ? Anchors(blueOnDark) : Anchors(blueOnLight); }
Anchors ochres(bool dark) { return dark ? Anchors(ochreOnDark) : Anchors(ochreOnLight); }

/// A colour from the ground over the anchors, whose places follow from their lightness.
Rgb alongLightness(Anchors anchors, std::uint32_t ground, float t) {
    const Rgb groundColour = fromHex(ground);
    const Oklab first = toOklab(groundColour);
    const float span = toOklab(fromHex(anchors.back())).lightness - first.lightness;
    if (t <= 0 || span == 0) return groundColour;  // exactly, without converting through Oklab

    const float wanted = first.lightness + t * span;
    Oklab before = first;
    for (const std::uint32_t anchor : anchors) {
        const Oklab after = toOklab(fromHex(anchor));
        const bool reached = span > 0 ? after.lightness >= wanted : after.lightness <= wanted;
        if (reached) {
            const float step = after.lightness - before.lightness;
            const float f = step == 0 ? 1 : (wanted - before.lightness) / step;
            return fromOklab({wanted, mix(before.a, after.a, f), mix(before.b, after.b, f)});
        }
        before = after;
    }
    return fromHex(anchors.back());
}

struct Stop {
    float at;  ///< index in the published table of 256
    std::uint32_t colour;
};

// Stops chosen so that straight lines between them stay within 1/255 of the published 256 colours.
constexpr Stop viridisStops[] = {{0, 0x440154},   {20, 0x481D6F},  {35, 0x46307E},  {58, 0x3E4C8A},
                                 {94, 0x2D718E},  {132, 0x1F948C}, {147, 0x1FA287}, {162, 0x2AB07F},
                                 {179, 0x44BF70}, {198, 0x6CCD5A}, {223, 0xAADC32}, {237, 0xD0E11C},
                                 {244, 0xE2E418}, {253, 0xF8E621}, {255, 0xFDE725}};
constexpr Stop cividisStops[] = {{0, 0x00224E},   {20, 0x003070},  {23, 0x013271},  {28, 0x123570},
                                 {39, 0x263D6E},  {60, 0x3F4C6C},  {97, 0x62656F},  {134, 0x828079},
                                 {171, 0xA69C74}, {204, 0xC8B866}, {229, 0xE4CE53}, {246, 0xF7DE3E},
                                 {251, 0xFDE334}, {255, 0xFEE838}};

Rgb alongStops(std::span<const Stop> stops, float t) {
    const float at = 255 * t;
    std::size_t next = 1;
    while (next + 1 < stops.size() && stops[next].at < at) ++next;
    const Stop& before = stops[next - 1];
    const Stop& after = stops[next];
    return mix(fromHex(before.colour), fromHex(after.colour),
               (at - before.at) / (after.at - before.at));
}

Rgb diverging(float t, bool dark, std::uint32_t ground) {
    const float side = 2 * t - 1;
    if (side < 0) return alongLightness(ochres(dark), ground, -side);
    return alongLightness(blues(dark), ground, side);
}

}  // namespace

std::uint32_t rampColour(Ramp ramp, float t, bool dark, std::uint32_t ground) {
    if (std::isnan(t)) t = isDiverging(ramp) ? 0.5F : 0.0F;
    t = std::clamp(t, 0.0F, 1.0F);
    switch (ramp) {
        case Ramp::viridis: return pack(alongStops(viridisStops, t));
        case Ramp::cividis: return pack(alongStops(cividisStops, t));
        case Ramp::diverging:
        case Ramp::ratio: return pack(diverging(t, dark, ground));
        case Ramp::blues: break;
    }
    return pack(alongLightness(blues(dark), ground, t));
}

float logarithm(float ratio) { return ratio == 0 ? -127.0F : std::log2(ratio); }

float rampPosition(Ramp ramp, float value, float scale, float gamma) {
    if (ramp == Ramp::ratio)
        return rampPosition(Ramp::diverging, logarithm(value),
                            std::max(logarithm(scale), smallestLogarithm), gamma);
    const float share = std::clamp(value / scale, ramp == Ramp::diverging ? -1.0F : 0.0F, 1.0F);
    const float lifted = std::pow(std::abs(share), gamma);
    return ramp == Ramp::diverging ? 0.5F + 0.5F * std::copysign(lifted, share) : lifted;
}

std::array<std::uint32_t, rampEntries> rampTable(Ramp ramp, float gamma, bool dark,
                                                 std::uint32_t ground) {
    std::array<std::uint32_t, rampEntries> table{};
    for (int i = 0; i < rampEntries; ++i) {
        const float share = static_cast<float>(i) / static_cast<float>(rampEntries - 1);
        const float value = ramp == Ramp::diverging ? 2 * share - 1 : share;
        table[i] = rampColour(ramp, rampPosition(ramp, value, 1, gamma), dark, ground);
    }
    return table;
}

}  // namespace hw
