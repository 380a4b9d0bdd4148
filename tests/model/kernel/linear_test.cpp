// SPDX-License-Identifier: MIT
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>

#include "model/kernel/linear.h"
#include "model/random_weight.h"
#include "model/support.h"
#include "model/weights/dot.h"

using namespace hw;
using namespace hw::model;

namespace {

struct Case {
    int tokens;
    int rows;
    int columns;
};

/// |a - b| <= 2e-6 of the sum of the products' magnitudes, which is the possible error of float32 sums in random order.
void checkClose(float got, double expected, double size) {
    CAPTURE(got, expected);
    CHECK(std::abs(got - expected) <= 2e-6 * size + 1e-30);
}

/// W as a plain matrix of float32.
std::vector<float> plainOf(const Weight& w) {
    std::vector<float> values;
    std::vector<float> row(static_cast<std::size_t>(w.columns()));
    for (int r = 0; r < w.rows(); ++r) {
        w.unpackRow(r, row.data());
        values.insert(values.end(), row.begin(), row.end());
    }
    return values;
}

void checkForward(const Weight& w, int tokens, const std::vector<float>& bias) {
    const int columns = w.columns();
    const int rows = w.rows();
    const std::vector<float> plain = plainOf(w);
    const auto x = test::randomFloats(std::size_t{1} * tokens * columns, 3);
    std::vector<float> y(std::size_t{1} * tokens * rows, -7.0F);
    Workspace workspace;
    linear(x.data(), tokens, w, bias.empty() ? nullptr : bias.data(), y.data(), workspace);
    for (int t = 0; t < tokens; ++t) {
        for (int r = 0; r < rows; ++r) {
            double sum = bias.empty() ? 0.0 : bias[r];
            double size = std::abs(sum);
            for (int k = 0; k < columns; ++k) {
                const double term =
                    static_cast<double>(x[t * columns + k]) * plain[r * columns + k];
                sum += term;
                size += std::abs(term);
            }
            checkClose(y[t * rows + r], sum, size);
        }
    }
}

void checkBackward(const Weight& w, int tokens) {
    const int columns = w.columns();
    const int rows = w.rows();
    const std::vector<float> plain = plainOf(w);
    const auto dy = test::randomFloats(std::size_t{1} * tokens * rows, 5);
    std::vector<float> dx(std::size_t{1} * tokens * columns, -7.0F);
    Workspace workspace;
    linearBackward(dy.data(), tokens, w, dx.data(), workspace);
    for (int t = 0; t < tokens; ++t) {
        for (int k = 0; k < columns; ++k) {
            double sum = 0.0;
            double size = 0.0;
            for (int r = 0; r < rows; ++r) {
                const double term = static_cast<double>(dy[t * rows + r]) * plain[r * columns + k];
                sum += term;
                size += std::abs(term);
            }
            checkClose(dx[t * columns + k], sum, size);
        }
    }
}

}  // namespace

TEST_CASE("products with weights are right at every size, stored either way") {
    const Case cases[] = {{1, 1, 1},
                          {1, 7, 5},
                          {2, 8, 8},
                          {3, 9, 17},
                          {4, 16, 32},
                          {5, 33, 31},
                          {8, 24, 64},
                          {9, 12, 100},
                          {13, 50, 48},
                          {33, 40, 72},
                          {70, 19, 9},
                          {1, 64, 300},
                          {6, 130, 520},
                          {3, 261, 8},
                          {2, 9, 1030},
                          {131, 6, 1028},
                          {130, 133, 264},
                          // enough tokens that the backward pass transposes the weights
                          {64, 260, 8},
                          {70, 24, 36},
                          {131, 1040, 36}};
    for (const auto& [tokens, rows, columns] : cases) {
        CAPTURE(tokens, rows, columns);
        const auto values = test::randomFloats(std::size_t{1} * rows * columns, 11, 0.3F);
        const auto bias = test::randomFloats(rows, 12);
        for (const bool inOut : {false, true}) {
            const Weight w = *Weight::ofFloats(rows, columns, values, inOut);
            checkForward(w, tokens, bias);
            checkForward(w, tokens, {});
            checkBackward(w, tokens);
        }
    }
}

TEST_CASE("a product with a range of a fused matrix") {
    const auto values = test::randomFloats(96 * 40, 13);
    for (const bool inOut : {false, true}) {
        const Weight w = Weight::ofFloats(96, 40, values, inOut)->rowsFrom(31, 37);
        checkForward(w, 6, {});
        checkBackward(w, 6);
    }
}

TEST_CASE("products with weights of every stored type, stored either way") {
    for (const TensorType type :
         {TensorType::f16, TensorType::bf16, TensorType::i8, TensorType::q8_0, TensorType::q4_0,
          TensorType::q4_1, TensorType::q5_0, TensorType::q5_1, TensorType::q2_k, TensorType::q3_k,
          TensorType::q4_k, TensorType::q5_k, TensorType::q6_k}) {
        CAPTURE(nameOf(type));
        for (const auto& [rows, columns] : {std::pair{7, 256}, {21, 768}}) {
            const Weight w = test::randomWeight(type, rows, columns, false);
            const Weight turned = test::randomWeight(type, rows, columns, true);
            for (const int tokens : {1, 2, 6}) {
                checkForward(w, tokens, {});
                checkBackward(w, tokens);
                checkForward(turned, tokens, {});
                checkBackward(turned, tokens);
                checkForward(w.rowsFrom(3, 4), tokens, {});
                checkForward(turned.rowsFrom(37, 100), tokens, {});
            }
            checkBackward(test::randomWeight(type, 12, columns, false), 65);
        }
    }
}

TEST_CASE("one token by rows whose blocks do not come in fours") {
    for (const TensorType type : {TensorType::q8_0, TensorType::q4_0, TensorType::q4_1})
        for (const int columns : {32, 96, 160, 576}) {
            CAPTURE(nameOf(type), columns);
            checkForward(test::randomWeight(type, 9, columns, false), 1, {});
        }
}

TEST_CASE("a vector in whole numbers is the vector, to the last bits of float32") {
    auto x = test::randomFloats(64, 21, 3.0F);
    x[40] = 0;
    x[41] = 1e-6F;
    std::vector<std::int16_t> high(64);
    std::vector<std::int16_t> low(64);
    for (const int block : {0, 32}) {
        const float scale =
            quantiseBlock(x.data() + block, high.data() + block, low.data() + block);
        double largest = 0;
        for (int i = block; i < block + 32; ++i)
            largest = std::max(largest, std::abs(double{x[i]}));
        for (int i = block; i < block + 32; ++i) {
            const double again = scale * (high[i] + low[i] / 32768.0);
            CHECK(std::abs(again - x[i]) <= 1.2e-7 * largest);
        }
    }
    for (const float bad : {std::nanf(""), HUGE_VALF}) {
        std::vector<float> some(32, 1.0F);
        some[7] = bad;
        CHECK(std::isnan(quantiseBlock(some.data(), high.data(), low.data())));
    }
    // Nothing, and next to nothing.
    for (const float small : {0.0F, 1e-44F}) {
        const std::vector<float> same(32, small);
        CHECK(quantiseBlock(same.data(), high.data(), low.data()) == 0);
        CHECK(std::all_of(high.begin(), high.begin() + 32, [](int one) { return one == 0; }));
        CHECK(std::all_of(low.begin(), low.begin() + 32, [](int one) { return one == 0; }));
    }
}
