// SPDX-License-Identifier: MIT
// Every kind of tile that this processor can run. Its numbers equal those of the plain one bit for bit, and are right.
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "model/kernel/linear.h"
#include "model/kernel/tiles.h"
#include "model/random_weight.h"
#include "model/support.h"

using namespace hw;
using namespace hw::model;

namespace {

constexpr float untouched = -7.0F;

/// The tiles in use, until it is destroyed.
class Using {
public:
    explicit Using(const Tiles& tiles) { useTiles(tiles); }
    Using(const Using&) = delete;
    Using& operator=(const Using&) = delete;
    ~Using() { useTiles(tilesHere().back()); }
};

std::vector<float> along(const Tiles& tiles, int tokens, int inner, bool isStarted) {
    const auto x = test::randomFloats(std::size_t{1} * tokens * inner, 3);
    const auto w = test::randomFloats(std::size_t{8} * inner, 4);
    const auto start = test::randomFloats(4, 5);
    const std::ptrdiff_t stride = 7;
    std::vector<float> c(static_cast<std::size_t>(tokens * stride), untouched);
    std::vector<float> packed(x.size());
    packPairs(x.data(), inner, tokens, inner, packed.data());
    tiles.sumAlong(tokens, inner, packed.data(), w.data(), c.data(), stride,
                   isStarted ? start.data() : nullptr, w.data() + 4 * inner);
    for (int t = 0; t < tokens; ++t)
        for (int r = 0; r < 4; ++r) {
            double sum = isStarted ? start[r] : untouched;
            double size = std::abs(sum);
            for (int k = 0; k < inner; ++k) {
                const double term =
                    double{x[t * inner + k]} * double{w[16 * (k / 4) + 4 * r + k % 4]};
                sum += term;
                size += std::abs(term);
            }
            CHECK(std::abs(c[t * stride + r] - sum) <= 2e-6 * size);
        }
    for (int t = 0; t < tokens; ++t)
        for (std::ptrdiff_t beyond = 4; beyond < stride; ++beyond)
            CHECK(c[t * stride + beyond] == untouched);
    return c;
}

std::vector<float> over(const Tiles& tiles, int tokens, int columns, int quads) {
    const int rows = quadRows * quads;
    const std::ptrdiff_t xStride = rows + 1;
    const std::ptrdiff_t stride = columns + 3;
    const std::ptrdiff_t apart = std::ptrdiff_t{quadRows} * columns + 5;
    const auto x = test::randomFloats(static_cast<std::size_t>(tokens * xStride), 6);
    const auto w = test::randomFloats(static_cast<std::size_t>(2 * quads * apart), 7);
    auto c = test::randomFloats(static_cast<std::size_t>(tokens * stride), 8);
    const std::vector<float> before = c;
    tiles.addOver(tokens, columns, x.data(), xStride,
                  {w.data(), quads, apart, w.data() + quads * apart}, c.data(), stride);
    for (int t = 0; t < tokens; ++t)
        for (std::ptrdiff_t k = 0; k < stride; ++k) {
            double sum = before[t * stride + k];
            for (int r = 0; r < rows && k < columns; ++r)
                sum += double{x[t * xStride + r]} *
                       double{w[r / 4 * apart + 16 * (k / 4) + 4 * (r % 4) + k % 4]};
            CHECK(std::abs(c[t * stride + k] - sum) <= 2e-5);
        }
    return c;
}

/// `byColumns` means a^T.
std::vector<float> gathered(const Tiles& tiles, int rows, int inner, int columns, bool byColumns,
                            bool adds) {
    const auto a = test::randomFloats(std::size_t{1} * rows * inner, 9);
    const auto b = test::randomFloats(std::size_t{1} * inner * (columns + 2), 10);
    const std::ptrdiff_t stride = columns + 3;
    auto c = test::randomFloats(static_cast<std::size_t>(rows * stride), 11);
    const std::vector<float> before = c;
    const Factors factors{a.data(), byColumns ? rows : 1, byColumns ? 1 : inner, rows, inner};
    tiles.gather(factors, {b.data(), columns + 2, inner, columns}, 0.7F, {c.data(), stride, adds});
    for (int i = 0; i < rows; ++i)
        for (std::ptrdiff_t j = 0; j < stride; ++j) {
            double sum = j < columns && !adds ? 0 : before[i * stride + j];
            for (int k = 0; k < inner && j < columns; ++k)
                sum += 0.7 * double{a[i * factors.across + k * factors.along]} *
                       double{b[k * (columns + 2) + j]};
            CHECK(std::abs(c[i * stride + j] - sum) <= 2e-5);
        }
    return c;
}

}  // namespace

TEST_CASE("tiles of every kind give the same numbers, bit for bit") {
    REQUIRE_FALSE(tilesHere().empty());
    for (const Tiles& tiles : tilesHere()) {
        INFO(tiles.name);
        for (int tokens = 1; tokens <= 21; ++tokens)
            for (const int size : {4, 8, 12, 20, 64, 100}) {
                CAPTURE(tokens, size);
                for (const bool isStarted : {false, true})
                    CHECK(along(tiles, tokens, size, isStarted) ==
                          along(tilesHere().front(), tokens, size, isStarted));
                for (const int quads : {1, 3, mostQuads})
                    CHECK(over(tiles, tokens, size, quads) ==
                          over(tilesHere().front(), tokens, size, quads));
            }
    }
}

TEST_CASE("what attention gathers does not depend on the tiles") {
    for (const Tiles& tiles : tilesHere()) {
        INFO(tiles.name);
        for (int rows = 1; rows <= 14; ++rows)
            for (const int columns : {1, 4, 8, 11, 16, 32, 43})
                for (const int inner : {1, 33})
                    for (const bool byColumns : {false, true})
                        for (const bool adds : {false, true}) {
                            CAPTURE(rows, columns, inner, byColumns, adds);
                            CHECK(gathered(tiles, rows, inner, columns, byColumns, adds) ==
                                  gathered(tilesHere().front(), rows, inner, columns, byColumns,
                                           adds));
                        }
    }
}

TEST_CASE("products with weights do not depend on the tiles in use") {
    for (const auto& [type, inOut] :
         {std::pair{TensorType::f32, false}, {TensorType::f32, true}, {TensorType::q8_0, false}})
        for (const int tokens : {1, 2, 17, 70}) {
            const Weight w = test::randomWeight(type, 64, 96, inOut);
            const auto x = test::randomFloats(std::size_t{1} * tokens * w.columns(), 3);
            const auto dy = test::randomFloats(std::size_t{1} * tokens * w.rows(), 4);
            std::vector<std::vector<float>> forward;
            std::vector<std::vector<float>> backward;
            for (const Tiles& tiles : tilesHere()) {
                const Using chosen(tiles);
                Workspace workspace;
                auto& y = forward.emplace_back(std::size_t{1} * tokens * w.rows());
                linear(x.data(), tokens, w, nullptr, y.data(), workspace);
                auto& dx = backward.emplace_back(std::size_t{1} * tokens * w.columns());
                linearBackward(dy.data(), tokens, w, dx.data(), workspace);
            }
            CAPTURE(tokens, inOut);
            CHECK(std::ranges::count(forward, forward.front()) == std::ssize(forward));
            if (tokens < tilesHere().front().fewestForTurning) {
                CHECK(std::ranges::count(backward, backward.front()) == std::ssize(backward));
                continue;
            }
            const auto [low, high] = std::ranges::minmax(backward.front());
            for (const auto& dx : backward)  // added in another order
                for (std::size_t i = 0; i < dx.size(); ++i)
                    CHECK(std::abs(dx[i] - backward.front()[i]) <= 1e-6F * (high - low));
        }
}
