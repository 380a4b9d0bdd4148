// SPDX-License-Identifier: MIT
#include "model/kernel/activations.h"

#include <cmath>

namespace hw::model {

namespace {

constexpr float rootHalf = 0.70710678F;
constexpr float densityAtZero = 0.39894228F;  // 1 / sqrt(2 pi)
constexpr float tanhSlope = 0.79788456F;      // sqrt(2 / pi)
constexpr float cubic = 0.044715F;

struct Point {
    float value;
    float slope;
};

float sigmoid(float u) { return 1.0F / (1.0F + std::exp(-u)); }

Point ofSigmoid(float u, float steepness) {
    const float s = sigmoid(steepness * u);
    return {u * s, s * (1.0F + steepness * u * (1.0F - s))};
}

Point point(Activation kind, float u) {
    switch (kind) {
        case Activation::none: return {u, 1.0F};
        case Activation::gelu: {
            const float phi = 0.5F * std::erfc(-u * rootHalf);
            return {u * phi, phi + u * densityAtZero * std::exp(-0.5F * u * u)};
        }
        case Activation::geluTanh: {
            // (1 + tanh z) / 2 = sigmoid(2 z), which loses nothing where tanh z is near -1.
            const float s = sigmoid(2.0F * tanhSlope * (u + cubic * u * u * u));
            const float inner = 2.0F * tanhSlope * (1.0F + 3.0F * cubic * u * u);
            return {u * s, s + u * s * (1.0F - s) * inner};
        }
        case Activation::quickGelu: return ofSigmoid(u, 1.702F);
        case Activation::silu: return ofSigmoid(u, 1.0F);
        case Activation::relu: return {u > 0.0F ? u : 0.0F, u > 0.0F ? 1.0F : 0.0F};
        case Activation::tanh: {
            const float t = std::tanh(u);
            return {t, 1.0F - t * t};
        }
    }
    return {};
}

}  // namespace

void activate(Activation kind, const float* u, std::size_t count, float* y) {
    for (std::size_t i = 0; i < count; ++i) y[i] = point(kind, u[i]).value;
}

void activateBackward(Activation kind, const float* u, const float* dy, std::size_t count,
                      float* du) {
    for (std::size_t i = 0; i < count; ++i) du[i] = dy[i] * point(kind, u[i]).slope;
}

void activateGated(Activation kind, const float* gate, const float* up, std::size_t count,
                   float* y) {
    for (std::size_t i = 0; i < count; ++i) y[i] = point(kind, gate[i]).value * up[i];
}

void activateGatedBackward(Activation kind, const float* gate, const float* up, const float* dy,
                           std::size_t count, float* dGate, float* dUp) {
    for (std::size_t i = 0; i < count; ++i) {
        const Point at = point(kind, gate[i]);
        const float gradient = dy[i];
        const float other = up[i];
        dGate[i] = gradient * other * at.slope;
        dUp[i] = gradient * at.value;
    }
}

}  // namespace hw::model
