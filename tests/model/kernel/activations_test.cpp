// SPDX-License-Identifier: MIT
#include <algorithm>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <numbers>

#include "model/kernel/activations.h"
#include "model/support.h"

using namespace hw;
using namespace hw::model;

namespace {

double exact(Activation kind, double u) {
    const double tanhSlope = std::sqrt(2.0 / std::numbers::pi);
    switch (kind) {
        case Activation::none: return u;
        case Activation::gelu: return 0.5 * u * std::erfc(-u / std::numbers::sqrt2);
        case Activation::geluTanh:
            return 0.5 * u * (1 + std::tanh(tanhSlope * (u + 0.044715 * u * u * u)));
        case Activation::quickGelu: return u / (1 + std::exp(-1.702 * u));
        case Activation::silu: return u / (1 + std::exp(-u));
        case Activation::relu: return std::max(u, 0.0);
        case Activation::tanh: return std::tanh(u);
    }
    return 0;
}

/// By central differences of the function in double, which are accurate to about 1e-10.
double exactSlope(Activation kind, double u) {
    const double step = 1e-5;
    return (exact(kind, u + step) - exact(kind, u - step)) / (2 * step);
}

constexpr Activation all[] = {Activation::none,      Activation::gelu, Activation::geluTanh,
                              Activation::quickGelu, Activation::silu, Activation::relu,
                              Activation::tanh};

/// From -30 to 30, dense near 0, an odd number of values.
std::vector<float> points() {
    std::vector<float> values{0.0F, -0.0F, 1e-20F, -1e-20F, 100.0F, -100.0F, 5e4F, -5e4F};
    for (int i = -3000; i <= 3000; ++i) {
        values.push_back(static_cast<float>(i) * 0.01F + 0.003F);
        values.push_back(static_cast<float>(i) * 1e-4F + 3e-6F);
    }
    values.push_back(0.7F);
    return values;
}

}  // namespace

TEST_CASE("activations are those of double precision") {
    const std::vector<float> u = points();
    std::vector<float> y(u.size());
    for (const Activation kind : all) {
        activate(kind, u.data(), u.size(), y.data());
        for (std::size_t i = 0; i < u.size(); ++i) {
            const double expected = exact(kind, u[i]);
            CAPTURE(static_cast<int>(kind), u[i], y[i], expected);
            CHECK(std::abs(y[i] - expected) <=
                  1e-6 * std::max(std::abs(expected), 0.2 * std::abs(u[i])));
        }
        std::vector<float> inPlace = u;
        activate(kind, inPlace.data(), inPlace.size(), inPlace.data());
        CHECK(inPlace == y);
    }
}

TEST_CASE("derivatives of activations are those of double precision") {
    const std::vector<float> u = points();
    const std::vector<float> dy = test::randomFloats(u.size(), 1);
    std::vector<float> du(u.size());
    for (const Activation kind : all) {
        activateBackward(kind, u.data(), dy.data(), u.size(), du.data());
        for (std::size_t i = 0; i < u.size(); ++i) {
            if (kind == Activation::relu && std::abs(u[i]) < 1e-4F) continue;  // the bend
            const double expected = dy[i] * exactSlope(kind, u[i]);
            CAPTURE(static_cast<int>(kind), u[i], dy[i], du[i], expected);
            CHECK(std::abs(du[i] - expected) <= 2e-6 * std::abs(dy[i]));
        }
    }
    const float zero = 0.0F;
    const float one = 1.0F;
    float slope = 7.0F;
    activateBackward(Activation::relu, &zero, &one, 1, &slope);
    CHECK(slope == 0.0F);
}

TEST_CASE("gated activations are the product, and its gradients") {
    const std::vector<float> gate = test::randomFloats(103, 1);
    const std::vector<float> up = test::randomFloats(103, 2);
    const std::vector<float> dy = test::randomFloats(103, 3);
    std::vector<float> y(103);
    std::vector<float> dGate(103);
    std::vector<float> dUp(103);
    for (const Activation kind : all) {
        activateGated(kind, gate.data(), up.data(), 103, y.data());
        activateGatedBackward(kind, gate.data(), up.data(), dy.data(), 103, dGate.data(),
                              dUp.data());
        for (int i = 0; i < 103; ++i) {
            CAPTURE(static_cast<int>(kind), gate[i]);
            CHECK(std::abs(y[i] - exact(kind, gate[i]) * up[i]) <= 3e-6);
            CHECK(std::abs(dUp[i] - exact(kind, gate[i]) * dy[i]) <= 3e-6);
            CHECK(std::abs(dGate[i] - exactSlope(kind, gate[i]) * dy[i] * up[i]) <= 1e-5);
        }
    }
}
