// SPDX-License-Identifier: MIT
#include "render/colormap.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <span>

#include "eyes.h"
#include "published_maps.h"

using namespace hw;
using test::difference, test::Eye, test::eyes, test::lightness, test::linear, test::Rgb,
    test::seenBy, test::unpacked;

namespace {

constexpr std::uint32_t lightGround = 0xFFFAFAF7;
constexpr std::uint32_t darkGround = 0xFF15181B;

std::uint32_t asHex(std::uint32_t abgr) {
    return ((abgr & 0xFFU) << 16U) | (abgr & 0xFF00U) | ((abgr >> 16U) & 0xFFU);
}

double largestDifference(std::uint32_t abgr, std::uint32_t hex) {
    const Rgb a = unpacked(abgr);
    const Rgb b = {static_cast<double>((hex >> 16U) & 0xFFU),
                   static_cast<double>((hex >> 8U) & 0xFFU), static_cast<double>(hex & 0xFFU)};
    return std::max({std::abs(a[0] - b[0]), std::abs(a[1] - b[1]), std::abs(a[2] - b[2])});
}

double lightnessAt(Ramp ramp, int i, bool dark) {
    return lightness(linear(
        rampColour(ramp, static_cast<float>(i) / 255.0F, dark, dark ? darkGround : lightGround)));
}

void requirePublished(Ramp ramp, std::span<const std::uint32_t> published) {
    REQUIRE(published.size() == 52);
    for (std::size_t i = 0; i < published.size(); ++i) {
        const float t = static_cast<float>(i * test::publishedStep) / 255.0F;
        CAPTURE(i);
        CHECK(largestDifference(rampColour(ramp, t, false, lightGround), published[i]) <= 1);
        CHECK(rampColour(ramp, t, true, darkGround) == rampColour(ramp, t, false, lightGround));
    }
}

}  // namespace

TEST_CASE("Viridis and cividis are the published colours to 1/255") {
    requirePublished(Ramp::viridis, test::publishedViridis);
    requirePublished(Ramp::cividis, test::publishedCividis);
}

TEST_CASE("Blues begin at the ground colour exactly and end at the ramp's last colour") {
    CHECK(asHex(rampColour(Ramp::blues, 0, false, lightGround)) == 0xFAFAF7);
    CHECK(asHex(rampColour(Ramp::blues, 1, false, lightGround)) == 0x08306B);
    CHECK(asHex(rampColour(Ramp::blues, 0, true, darkGround)) == 0x15181B);
    CHECK(asHex(rampColour(Ramp::blues, 1, true, darkGround)) == 0xDCEBF7);
    CHECK(asHex(rampColour(Ramp::blues, 0, false, 0xFFFFFFFF)) == 0xFFFFFF);
}

TEST_CASE("Blues pass through the colour of quantities") {
    const auto nearest = [](bool dark, std::uint32_t ground, std::uint32_t wanted) {
        double best = 255;
        for (int i = 0; i <= 1000; ++i) {
            const auto t = static_cast<float>(i) / 1000.0F;
            best =
                std::min(best, largestDifference(rampColour(Ramp::blues, t, dark, ground), wanted));
        }
        return best;
    };
    CHECK(nearest(false, lightGround, 0x135C96) <= 1);
    CHECK(nearest(true, darkGround, 0x5BA4D6) <= 1);
}

TEST_CASE("Lightness never turns along a ramp, so that more is always darker (or always lighter)") {
    const Ramp ramp = GENERATE(Ramp::blues, Ramp::viridis, Ramp::cividis);
    const bool dark = GENERATE(false, true);
    const double direction = ramp == Ramp::blues && !dark ? -1 : 1;
    double before = lightnessAt(ramp, 0, dark);
    const double first = before;
    for (int i = 1; i < 256; ++i) {
        const double now = lightnessAt(ramp, i, dark);
        CAPTURE(static_cast<int>(ramp), dark, i, before, now);
        // Rounding to bytes may stop or reverse it by a fraction of a byte, no more.
        CHECK((now - before) * direction > -0.25);
        before = now;
    }
    CHECK((before - first) * direction > 60);
}

TEST_CASE("Equal steps on the blues are about equally visible") {
    const bool dark = GENERATE(false, true);
    const double whole =
        std::abs(lightnessAt(Ramp::blues, 255, dark) - lightnessAt(Ramp::blues, 0, dark));
    for (int i = 0; i + 15 < 256; i += 15) {
        const double step =
            std::abs(lightnessAt(Ramp::blues, i + 15, dark) - lightnessAt(Ramp::blues, i, dark)) /
            whole * 17;
        CAPTURE(dark, i, step);
        CHECK(step > 0.5);
        CHECK(step < 1.6);
    }
}

TEST_CASE("The diverging ramp is the ground in the middle and equally strong on both sides") {
    const bool dark = GENERATE(false, true);
    const std::uint32_t ground = dark ? darkGround : lightGround;
    CHECK(asHex(rampColour(Ramp::diverging, 0.5F, dark, ground)) == (ground & 0xFFFFFFU));
    for (int i = 1; i <= 8; ++i) {
        const float s = static_cast<float>(i) / 16.0F;
        const Rgb less = linear(rampColour(Ramp::diverging, 0.5F - s, dark, ground));
        const Rgb more = linear(rampColour(Ramp::diverging, 0.5F + s, dark, ground));
        CAPTURE(dark, i);
        CHECK(std::abs(lightness(less) - lightness(more)) < 6);
    }
}

TEST_CASE("The two sides of the diverging ramp stay apart for every eye") {
    const bool dark = GENERATE(false, true);
    const std::uint32_t ground = dark ? darkGround : lightGround;
    for (const Eye& eye : eyes) {
        for (int i = 2; i <= 7; ++i) {
            const float s = static_cast<float>(i) / 16.0F;
            const Rgb less = linear(rampColour(Ramp::diverging, 0.5F - s, dark, ground));
            const Rgb more = linear(rampColour(Ramp::diverging, 0.5F + s, dark, ground));
            CAPTURE(eye.name, dark, i);
            CHECK(difference(seenBy(eye, less), seenBy(eye, more)) > 20);
        }
    }
}

TEST_CASE("More is lighter, or darker, for every eye, and ten steps of a ramp stay apart") {
    const Ramp ramp = GENERATE(Ramp::blues, Ramp::viridis, Ramp::cividis);
    const bool dark = GENERATE(false, true);
    const double direction = ramp == Ramp::blues && !dark ? -1 : 1;
    const auto at = [&](const Eye& eye, int tenth) {
        return seenBy(eye, linear(rampColour(ramp, static_cast<float>(tenth) / 10.0F, dark,
                                             dark ? darkGround : lightGround)));
    };
    for (const Eye& eye : eyes) {
        for (int i = 1; i <= 10; ++i) {
            const Rgb before = at(eye, i - 1);
            const Rgb now = at(eye, i);
            CAPTURE(eye.name, static_cast<int>(ramp), dark, i);
            CHECK((lightness(now) - lightness(before)) * direction > 2);
            CHECK(difference(now, before) > 4);
        }
    }
}

TEST_CASE("Values outside the ramp take its ends, and NaN the colour of nothing") {
    const Ramp ramp = GENERATE(Ramp::blues, Ramp::viridis, Ramp::cividis, Ramp::diverging);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const float nothing = ramp == Ramp::diverging ? 0.5F : 0.0F;
    CHECK(rampColour(ramp, -3, false, lightGround) == rampColour(ramp, 0, false, lightGround));
    CHECK(rampColour(ramp, 7, false, lightGround) == rampColour(ramp, 1, false, lightGround));
    CHECK(rampColour(ramp, nan, false, lightGround) ==
          rampColour(ramp, nothing, false, lightGround));
}

TEST_CASE("A ramp's table holds its colours at equal steps, the middle among them") {
    const auto table = rampTable(Ramp::diverging, 1, false, lightGround);
    CHECK(asHex(table[rampEntries / 2]) == 0xFAFAF7);
    CHECK(table.front() == rampColour(Ramp::diverging, 0, false, lightGround));
    CHECK(table.back() == rampColour(Ramp::diverging, 1, false, lightGround));
    CHECK(table[rampEntries / 4] == rampColour(Ramp::diverging, 0.25F, false, lightGround));
    for (const std::uint32_t colour : table) CHECK((colour >> 24U) == 0xFFU);
}

TEST_CASE("A ramp's table with a gamma lifts small values") {
    const auto table = rampTable(Ramp::blues, 0.5F, true, darkGround);
    CHECK(table.front() == rampColour(Ramp::blues, 0, true, darkGround));
    CHECK(table[rampEntries / 4] == rampColour(Ramp::blues, 0.5F, true, darkGround));
    CHECK(table.back() == rampColour(Ramp::blues, 1, true, darkGround));
}

TEST_CASE("A value's place on a ramp is its share of the scale, lifted by gamma") {
    CHECK(rampPosition(Ramp::blues, 0.25F, 0.5F, 1) == 0.5F);
    CHECK(rampPosition(Ramp::blues, 0.125F, 0.5F, 0.5F) == 0.5F);
    CHECK(rampPosition(Ramp::blues, -0.1F, 0.5F, 1) == 0);
    CHECK(rampPosition(Ramp::blues, 0.7F, 0.5F, 1) == 1);
    CHECK(rampPosition(Ramp::diverging, 0, 0.5F, 1) == 0.5F);
    CHECK(rampPosition(Ramp::diverging, -0.5F, 0.5F, 0.5F) == 0);
    CHECK(rampPosition(Ramp::diverging, -0.125F, 0.5F, 0.5F) == 0.25F);
}
