// SPDX-License-Identifier: MIT
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>

#include "model/kernel/elementary.h"

using namespace hw::model;

namespace {

/// The largest relative difference over [from, to], four values at a time.
double worst(Four (*f)(Four), double (*exact)(double), double from, double to) {
    double most = 0.0;
    constexpr int steps = 100'000;
    for (int i = 0; i < steps; i += 4) {
        Four x = {};
        for (int lane = 0; lane < 4; ++lane) {
            x[lane] = static_cast<float>(from + (to - from) * (i + lane) / steps);
        }
        const Four y = f(x);
        for (int lane = 0; lane < 4; ++lane) {
            const double expected = exact(x[lane]);
            if (expected == 0.0) {
                if (y[lane] != 0.0F) return 1.0;
                continue;
            }
            most = std::max(most, std::abs(y[lane] / expected - 1.0));
        }
    }
    return most;
}

}  // namespace

TEST_CASE("exp, tanh, erf and sigmoid are those of double precision") {
    const auto exact = [](auto f) { return f; };
    CHECK(worst(expOf, exact([](double x) { return std::exp(x); }), -87.3, 88.0) <= 1e-6);
    CHECK(worst(expOf, exact([](double x) { return std::exp(x); }), -1.0, 1.0) <= 3e-7);
    CHECK(worst(tanhOf, exact([](double x) { return std::tanh(x); }), -12.0, 12.0) <= 1e-6);
    CHECK(worst(tanhOf, exact([](double x) { return std::tanh(x); }), -1e-3, 1e-3) <= 1e-6);
    CHECK(worst(erfOf, exact([](double x) { return std::erf(x); }), -6.0, 6.0) <= 1e-6);
    CHECK(worst(erfOf, exact([](double x) { return std::erf(x); }), -1e-3, 1e-3) <= 1e-6);
    CHECK(worst(sigmoidOf, exact([](double x) { return 1 / (1 + std::exp(-x)); }), -80, 80) <=
          1e-6);
}

TEST_CASE("exp, tanh and erf far out") {
    const float infinity = std::numeric_limits<float>::infinity();
    const Four far = {-infinity, -1e30F, 1e30F, infinity};
    const Four e = expOf(far);
    CHECK(e[0] == 0.0F);
    CHECK(e[1] == 0.0F);
    CHECK(std::isfinite(e[2]));
    CHECK(std::isfinite(e[3]));
    for (const auto f : {tanhOf, erfOf}) {
        const Four y = f(far);
        CHECK(y[0] == -1.0F);
        CHECK(y[1] == -1.0F);
        CHECK(y[2] == 1.0F);
        CHECK(y[3] == 1.0F);
    }
}
