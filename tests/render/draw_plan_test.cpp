// SPDX-License-Identifier: MIT
#include "render/draw_plan.h"

#include <catch2/catch_test_macros.hpp>

#include <set>

using namespace hw;

namespace {

constexpr Picture large{1, 1000, 1000, 0, 6, false};
constexpr Picture largeToo{2, 1000, 1000, 0, 6, false};
constexpr Picture small{3, 11, 11, 0, 4, false};

MatrixDraw whole(const Picture& picture, float width, float height) {
    MatrixDraw draw;
    draw.width = width;
    draw.height = height;
    draw.cols = static_cast<float>(picture.cols);
    draw.rows = static_cast<float>(picture.rows);
    return draw;
}

}  // namespace

TEST_CASE("At either end of a blend one matrix is read, in between two") {
    MatrixDraw draw = whole(large, 600, 600);
    CHECK_FALSE(drawPlan(draw, large, largeToo).variant.blend);
    CHECK(drawPlan(draw, large, largeToo).from == &large);
    draw.t = 1;
    CHECK_FALSE(drawPlan(draw, large, largeToo).variant.blend);
    CHECK(drawPlan(draw, large, largeToo).from == &largeToo);
    draw.t = 0.25F;
    const DrawPlan between = drawPlan(draw, large, largeToo);
    CHECK(between.variant.blend);
    CHECK(between.blend == 0.25F);
    CHECK(between.from == &large);
    CHECK(between.to == &largeToo);
}

TEST_CASE("Two matrices of different shapes are not mixed") {
    MatrixDraw draw = whole(large, 600, 600);
    draw.t = 0.4F;
    CHECK(drawPlan(draw, large, small).from == &large);
    CHECK_FALSE(drawPlan(draw, large, small).variant.blend);
    draw.t = 0.6F;
    CHECK(drawPlan(draw, large, small).from == &small);
}

TEST_CASE("The rectangle is painted in whole pixels") {
    MatrixDraw draw = whole(small, 220.4F, 110);
    draw.x = 10.3F;
    draw.y = 20.6F;
    const DrawPlan plan = drawPlan(draw, small, small);
    CHECK(plan.left == 10);
    CHECK(plan.top == 21);
    CHECK(plan.cols.pixels == 221);
    CHECK(plan.rows.pixels == 110);
}

TEST_CASE("Seen from outside, only the matrix is painted") {
    MatrixDraw draw = whole(small, 260, 260);
    draw.firstCol = -1;
    draw.firstRow = -2;
    draw.cols = draw.rows = 13;
    const DrawPlan plan = drawPlan(draw, small, small);
    CHECK(plan.left == 20);
    CHECK(plan.top == 40);
    CHECK(plan.cols.pixels == 220);
    CHECK(plan.rows.pixels == 220);
}

TEST_CASE("Small cells read coarser levels; cells larger than a pixel read one value") {
    CHECK(drawPlan(whole(large, 600, 600), large, large).level == 0);
    CHECK(drawPlan(whole(large, 600, 600), large, large).variant.reads == 2);
    CHECK(drawPlan(whole(large, 203, 203), large, large).level == 2);
    CHECK(drawPlan(whole(large, 203, 203), large, large).variant.reads == 2);
    CHECK(drawPlan(whole(large, 1000, 1000), large, large).variant.reads == 1);
    CHECK(drawPlan(whole(large, 100, 2000), large, large).variant.reads == 3);
}

TEST_CASE("A texture that starts at a coarser level is never read below it") {
    const Picture reduced{4, 9000, 9000, 2, 6, false};
    MatrixDraw draw = whole(reduced, 600, 600);
    draw.cols = draw.rows = 50;
    CHECK(drawPlan(draw, reduced, reduced).level == 2);
    CHECK(drawPlan(draw, reduced, reduced).cols.count == 2250);
}

TEST_CASE("Gaps between cells grow in from six CSS pixels on") {
    MatrixDraw draw = whole(small, 11 * 6, 11 * 6);
    draw.grid = true;
    CHECK(drawPlan(draw, small, small).gapOpacity == 0);
    CHECK_FALSE(drawPlan(draw, small, small).variant.grid);
    draw.width = draw.height = 11 * 9;
    CHECK(drawPlan(draw, small, small).gapOpacity == 0.5F);
    CHECK(drawPlan(draw, small, small).variant.grid);
    draw.pixelRatio = 2;  // the same pixels at half the size
    CHECK(drawPlan(draw, small, small).gapOpacity == 0);
    draw.pixelRatio = 1;
    draw.width = 11 * 40;  // the narrow side counts
    CHECK(drawPlan(draw, small, small).gapOpacity == 0.5F);
    draw.grid = false;
    CHECK(drawPlan(draw, small, small).gapOpacity == 0);
}

TEST_CASE("Every variant of the shader has a place of its own") {
    std::set<std::size_t> places;
    for (int reads = 1; reads <= 3; ++reads) {
        for (int bits = 0; bits < 8; ++bits) {
            const Variant variant{reads, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
            CHECK(variant.index() < Variant::count);
            places.insert(variant.index());
        }
    }
    CHECK(places.size() == Variant::count);
    CHECK(Variant{2, true, false, true}.defines() ==
          "#define READS 2\n#define BLEND 1\n#define DIVERGING 0\n#define GRID 1\n");
}
