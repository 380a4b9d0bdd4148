// SPDX-License-Identifier: MIT
// Products of heads, softmax and norms, compared with sums in double and with central differences.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <functional>
#include <limits>

#include "model/kernel/norms.h"
#include "model/kernel/products.h"
#include "model/kernel/softmax.h"
#include "model/support.h"

using namespace hw;
using namespace hw::model;

namespace {

using Values = std::vector<float>;

double at(const Rows& m, int row, int column, bool turned) {
    return turned ? m.data[column * m.stride + row] : m.data[row * m.stride + column];
}

/// d/dx of <g, f(x)> by central differences, compared with `gradient`.
void checkGradient(const Values& x, const Values& g, const Values& gradient,
                   const std::function<Values(const Values&)>& f, double tolerance) {
    for (std::size_t i = 0; i < x.size(); ++i) {
        const float step = 4e-3F;
        Values up = x;
        Values down = x;
        up[i] += step;
        down[i] -= step;
        const Values high = f(up);
        const Values low = f(down);
        double difference = 0.0;
        for (std::size_t j = 0; j < g.size(); ++j) {
            difference += static_cast<double>(g[j]) * (static_cast<double>(high[j]) - low[j]);
        }
        CAPTURE(i);
        CHECK(std::abs(difference / (static_cast<double>(up[i]) - down[i]) - gradient[i]) <=
              tolerance);
    }
}

}  // namespace

TEST_CASE("the three products of heads") {
    for (const int m : {1, 3, 4, 9, 17}) {
        for (const int n : {1, 5, 8, 33}) {
            for (const int k : {1, 6, 8, 12, 64}) {
                CAPTURE(m, n, k);
                const Values a = test::randomFloats(4000, 1);
                const Values b = test::randomFloats(4000, 2);
                const Values start = test::randomFloats(4000, 3);
                const auto check = [&](const Rows& left, bool leftTurned, const Rows& right,
                                       bool rightTurned, const Values& c, bool add) {
                    for (int i = 0; i < m; ++i) {
                        for (int j = 0; j < n; ++j) {
                            double sum = 0.0;
                            for (int l = 0; l < k; ++l) {
                                sum += at(left, i, l, leftTurned) * at(right, l, j, rightTurned);
                            }
                            const double base = add ? start[i * 40 + j] : 0.0F;
                            CHECK(std::abs(c[i * 40 + j] - (base + 0.5 * sum)) <= 2e-5);
                        }
                    }
                    CHECK(c[n] == start[n]);  // the gap between rows
                };
                for (const bool add : {false, true}) {
                    Values c = start;
                    const OutputMatrix into{c.data(), 40, add};
                    Rows left{a.data(), 70, m, k};
                    Rows right{b.data(), 66, n, k};
                    productTransposed(left, right, 0.5F, into);
                    check(left, false, right, true, c, add);
                    c = start;
                    right = {b.data(), 60, k, n};
                    product(left, right, 0.5F, into);
                    check(left, false, right, false, c, add);
                    c = start;
                    left = {a.data(), 50, k, m};
                    transposedProduct(left, right, 0.5F, into);
                    check(left, true, right, false, c, add);
                }
            }
        }
    }
}

TEST_CASE("scores of heads that are wider than a panel of keys is deep") {
    constexpr int m = 5, n = 9, k = 261;
    const Values a = test::randomFloats(m * k, 1);
    const Values b = test::randomFloats(n * k, 2);
    Values c(m * n);
    productTransposed({a.data(), k, m, k}, {b.data(), k, n, k}, 0.5F, {c.data(), n, false});
    for (int i = 0; i < m; ++i)
        for (int j = 0; j < n; ++j) {
            double sum = 0;
            for (int l = 0; l < k; ++l) sum += static_cast<double>(a[i * k + l]) * b[j * k + l];
            CHECK(std::abs(c[i * n + j] - 0.5 * sum) <= 4e-5);
        }
}

TEST_CASE("softmax with a cap, a bias and keys that are not seen") {
    const int n = 11;
    const Values raw = test::randomFloats(n * n, 4, 3.0F);
    Values bias = test::randomFloats(n * n, 5);
    bias[3] = -std::numeric_limits<float>::infinity();
    std::vector<KeyRange> seen;
    for (int i = 0; i < n; ++i) seen.push_back({std::max(0, i - 5), i + 1});
    seen[2] = {2, 2};  // nothing
    for (const float cap : {0.0F, 2.5F}) {
        for (const bool biased : {false, true}) {
            for (const bool ranged : {false, true}) {
                Values weights = raw;
                Values slopes(raw.size());
                SoftmaxOptions options;
                options.cap = cap;
                options.slopes = slopes.data();
                if (biased) options.bias = bias.data();
                if (ranged) options.visible = seen;
                softmaxRows(weights.data(), n, n, options);
                for (int i = 0; i < n; ++i) {
                    double sum = 0.0;
                    std::vector<double> expected(n, 0.0);
                    for (int j = 0; j < n; ++j) {
                        if (ranged && (j < seen[i].begin || j >= seen[i].end)) continue;
                        double s = raw[i * n + j];
                        if (cap > 0) {
                            const double t = std::tanh(s / cap);
                            s = cap * t;
                            CHECK(std::abs(slopes[i * n + j] - (1 - t * t)) <= 1e-6);
                        }
                        if (biased) s += bias[i * n + j];
                        sum += expected[j] = std::exp(s);
                    }
                    for (int j = 0; j < n; ++j) {
                        const double share = sum > 0 ? expected[j] / sum : 0.0;
                        CAPTURE(i, j, cap, biased, ranged);
                        CHECK(std::abs(weights[i * n + j] - share) <= 2e-6 * share);
                    }
                }
            }
        }
    }
}

TEST_CASE("softmax of large scores does not overflow") {
    Values scores{1e30F, 3e38F, -3e38F, 3e38F};
    softmaxRows(scores.data(), 1, 4);
    CHECK(scores == Values{0.0F, 0.5F, 0.0F, 0.5F});
    const float no = -std::numeric_limits<float>::infinity();
    Values nothing{no, no, no};
    softmaxRows(nothing.data(), 1, 3);
    CHECK(nothing == Values{0.0F, 0.0F, 0.0F});
}

TEST_CASE("the gradient of softmax") {
    const int n = 7;
    const Values raw = test::randomFloats(2 * n, 6);
    const Values g = test::randomFloats(2 * n, 7);
    const auto f = [&](const Values& s) {
        Values weights = s;
        softmaxRows(weights.data(), 2, n);
        return weights;
    };
    Values gradient(raw.size());
    softmaxBackward(f(raw).data(), g.data(), 2, n, gradient.data());
    checkGradient(raw, g, gradient, f, 1e-4);
}

TEST_CASE("norms and their gradients") {
    const float eps = 1e-3F;
    for (const int width : {1, 5, 8, 48, 53}) {
        CAPTURE(width);
        const int tokens = 2;
        const Values x = test::randomFloats(tokens * width, 8, 2.0F);
        const Values g = test::randomFloats(tokens * width, 9);
        const Values gamma = test::randomFloats(width, 10);
        const Values beta = test::randomFloats(width, 11);
        Values mean(tokens);
        Values inverse(tokens);
        for (const bool plain : {false, true}) {
            const float* factors = plain ? nullptr : gamma.data();
            const auto layer = [&](const Values& from) {
                Values y(from.size());
                layerNorm(from.data(), tokens, width, factors, plain ? nullptr : beta.data(), eps,
                          y.data(), mean.data(), inverse.data());
                return y;
            };
            const auto rms = [&](const Values& from) {
                Values y(from.size());
                rmsNorm(from.data(), tokens, width, factors, eps, y.data(), inverse.data());
                return y;
            };
            const Values layered = layer(x);
            Values gradient(x.size());
            layerNormBackward(g.data(), x.data(), mean.data(), inverse.data(), factors, tokens,
                              width, gradient.data());
            if (width > 1) checkGradient(x, g, gradient, layer, 2e-3);
            const Values scaled = rms(x);
            rmsNormBackward(g.data(), x.data(), inverse.data(), factors, tokens, width,
                            gradient.data());
            if (width > 1) checkGradient(x, g, gradient, rms, 2e-3);
            for (int t = 0; t < tokens; ++t) {
                double sum = 0.0;
                double squares = 0.0;
                for (int i = 0; i < width; ++i) sum += x[t * width + i];
                for (int i = 0; i < width; ++i) {
                    squares += static_cast<double>(x[t * width + i]) * x[t * width + i];
                }
                const double middle = sum / width;
                const double variance = std::max(0.0, squares / width - middle * middle);
                for (int i = 0; i < width; ++i) {
                    const double factor = plain ? 1.0 : gamma[i];
                    const double shift = plain ? 0.0 : beta[i];
                    const double value = x[t * width + i];
                    const double centred = (value - middle) / std::sqrt(variance + eps);
                    CHECK(std::abs(layered[t * width + i] - (factor * centred + shift)) <= 1e-5);
                    const double divided = value / std::sqrt(squares / width + eps);
                    CHECK(std::abs(scaled[t * width + i] - factor * divided) <= 1e-5);
                }
            }
        }
    }
}
