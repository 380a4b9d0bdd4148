// SPDX-License-Identifier: MIT
#include "render/sampling.h"

#include <catch2/catch_test_macros.hpp>
#include <catch2/generators/catch_generators.hpp>

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

using namespace hw;

namespace {

/// How many pixels show each value.
std::vector<int> timesShown(const AxisSampling& axis) {
    std::vector<int> times(axis.count);
    for (int pixel = 0; pixel < axis.pixels; ++pixel) {
        const ValueRange range = valuesInPixel(axis, pixel);
        for (int i = range.first; i <= range.last; ++i) ++times[i];
    }
    return times;
}

}  // namespace

TEST_CASE("Zoomed out, every value of the level is shown by one pixel or two adjoining ones") {
    const auto [cells, pixels] =
        GENERATE(std::tuple{1000, 600}, std::tuple{1000, 999}, std::tuple{1000, 480},
                 std::tuple{1000, 203}, std::tuple{513, 300}, std::tuple{4096, 37},
                 std::tuple{13, 2}, std::tuple{65, 3}, std::tuple{1023, 100}, std::tuple{2000, 1});
    const float cellsPerPixel = static_cast<float>(cells) / static_cast<float>(pixels);
    const int level = levelFor(cellsPerPixel, cellsPerPixel, 6);
    const AxisSampling axis = axisSampling(0, static_cast<float>(cells), pixels, cells, level);
    CAPTURE(cells, pixels, level, axis.count);
    CHECK(axis.offset == 0);
    CHECK(axis.pixels == pixels);
    const std::vector<int> times = timesShown(axis);
    CHECK(std::ranges::count(times, 1) + std::ranges::count(times, 2) == axis.count);
}

TEST_CASE("Every size from ten to three hundred cells loses no value at any width") {
    int lost = 0;
    int often = 0;
    for (int cells = 10; cells <= 300; ++cells) {
        for (int pixels = 3; pixels < cells; ++pixels) {
            const float perPixel = static_cast<float>(cells) / static_cast<float>(pixels);
            for (int level = levelFor(perPixel, perPixel, 6); level >= 0; --level) {
                const AxisSampling axis =
                    axisSampling(0, static_cast<float>(cells), pixels, cells, level);
                for (const int times : timesShown(axis)) {
                    lost += times == 0 ? 1 : 0;
                    often += times > 2 ? 1 : 0;
                }
            }
        }
    }
    CHECK(lost == 0);
    CHECK(often == 0);
}

TEST_CASE("Every pixel inside shows the same number of values, so that no pattern comes of it") {
    const AxisSampling axis = axisSampling(0, 1000, 580, 1000, 0);
    CHECK(axis.shown == 2);
    for (int pixel = 1; pixel + 1 < axis.pixels; ++pixel) {
        const ValueRange range = valuesInPixel(axis, pixel);
        CHECK(range.last - range.first == 1);
    }
}

TEST_CASE("What a pixel shows lies within a value of it") {
    const AxisSampling axis = axisSampling(0, 1000, 580, 1000, 0);
    for (int pixel = 0; pixel < axis.pixels; ++pixel) {
        const ValueRange range = valuesInPixel(axis, pixel);
        CAPTURE(pixel);
        CHECK(static_cast<double>(range.first) > pixel * 1000.0 / 580 - 1);
        CHECK(static_cast<double>(range.last) < (pixel + 1) * 1000.0 / 580);
    }
}

TEST_CASE("A pixel shows as many values as its variant of the shader reads") {
    for (int cells = 1; cells <= 700; cells += 3) {
        for (const int pixels : {1, 2, 5, 64, 203, 600}) {
            const float perPixel = static_cast<float>(cells) / static_cast<float>(pixels);
            const AxisSampling axis = axisSampling(0, static_cast<float>(cells), pixels, cells,
                                                   levelFor(perPixel, perPixel, 6));
            int most = 0;
            for (int pixel = 0; pixel < axis.pixels; ++pixel) {
                const ValueRange range = valuesInPixel(axis, pixel);
                most = std::max(most, range.last - range.first + 1);
            }
            CAPTURE(cells, pixels);
            CHECK(most <= axis.shown);
            CHECK(axis.reads() == std::min(axis.shown, 3));
        }
    }
}

TEST_CASE("Zoomed in, a pixel shows the cell under its middle") {
    const AxisSampling axis = axisSampling(2.47F, 4, 100, 11, 0);
    CHECK(axis.pixels == 100);
    CHECK(axis.reads() == 1);
    for (int pixel = 0; pixel < axis.pixels; ++pixel) {
        const double middle = 2.47 + (pixel + 0.5) * 4 / 100;
        const ValueRange range = valuesInPixel(axis, pixel);
        CAPTURE(pixel);
        CHECK(range.first == static_cast<int>(std::floor(middle)));
        CHECK(range.last == range.first);
    }
}

TEST_CASE("A pixel whose middle falls on an edge between cells shows one of the two") {
    const AxisSampling axis = axisSampling(2.5F, 4, 100, 11, 0);
    const ValueRange range = valuesInPixel(axis, 12);  // its middle is at 3.0
    CHECK((range.first == 2 || range.first == 3));
    CHECK(range.last == range.first);
}

TEST_CASE("As many pixels as cells show each cell once") {
    const AxisSampling axis = axisSampling(0, 640, 640, 640, 0);
    CHECK(std::ranges::count(timesShown(axis), 1) == 640);
}

TEST_CASE("Only the pixels that hold part of the matrix are painted") {
    // Four cells seen from -2 to 8 on 100 pixels. They fill pixels 20 .. 59.
    const AxisSampling inside = axisSampling(-2, 10, 100, 4, 0);
    CHECK(inside.offset == 20);
    CHECK(inside.pixels == 40);
    CHECK(valuesInPixel(inside, 0).first == 0);
    CHECK(valuesInPixel(inside, 39).last == 3);

    CHECK(axisSampling(5, 10, 100, 4, 0).pixels <= 0);
    CHECK(axisSampling(-20, 10, 100, 4, 0).pixels <= 0);

    // Zoomed out, a pixel that contains a part belongs to it. 1,000 cells are on 240 of 300 pixels and a bit.
    const AxisSampling far = axisSampling(-126, 1250, 300, 1000, 1);
    CHECK(far.offset == 30);
    CHECK(far.pixels == 241);
    CHECK(std::ranges::count(timesShown(far), 0) == 0);
}

TEST_CASE("A matrix of one cell fills its rectangle") {
    const AxisSampling axis = axisSampling(0, 1, 50, 1, 0);
    CHECK(axis.pixels == 50);
    for (int pixel = 0; pixel < 50; ++pixel) CHECK(valuesInPixel(axis, pixel).last == 0);
}

TEST_CASE("The level read keeps reads few, and is exact up to two cells a pixel") {
    CHECK(levelFor(0.02F, 0.02F, 6) == 0);
    CHECK(levelFor(1.9F, 1.9F, 6) == 0);
    CHECK(levelFor(2, 2, 6) == 1);
    CHECK(levelFor(40, 40, 6) == 5);
    CHECK(levelFor(4096, 4096, 6) == 6);
    CHECK(levelFor(40, 40, 2) == 2);
    // A strip whose rows are larger than a pixel, so rows must not be mixed.
    CHECK(levelFor(40, 0.1F, 6) == 0);
}
