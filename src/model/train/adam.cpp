// SPDX-License-Identifier: MIT
#include "model/train/adam.h"

#include <algorithm>
#include <cmath>

namespace hw::train {
namespace {

/// base^exponent by repeated multiplication.
double powerOf(double base, int exponent) {
    double power = 1;
    for (int i = 0; i < exponent; ++i) power = power * base;
    return power;
}

/// The factors of one step of AdamW, each rounded once.
struct Factors {
    float clip = 1;
    float keepFirst = 0;
    float addFirst = 0;
    float keepSecond = 0;
    float addSecond = 0;
    float secondScale = 0;  ///< 1 / sqrt(1 - beta2^(t+1))
    float rate = 0;         ///< rate / (1 - beta1^(t+1))
    float decay = 1;
};

Factors factorsOf(const Optimiser& optimiser, int step, double norm) {
    const double rate = optimiser.rateAt(step);
    const auto single = [](double value) { return static_cast<float>(value); };
    return {.clip = single(std::min(1.0, optimiser.clip / (norm + 1e-6))),
            .keepFirst = single(optimiser.beta1),
            .addFirst = single(1 - optimiser.beta1),
            .keepSecond = single(optimiser.beta2),
            .addSecond = single(1 - optimiser.beta2),
            .secondScale = single(1 / std::sqrt(1 - powerOf(optimiser.beta2, step + 1))),
            .rate = single(rate / (1 - powerOf(optimiser.beta1, step + 1))),
            .decay = single(1 - rate * optimiser.weightDecay)};
}

}  // namespace

/// The square root of the sum of squares, in four lanes of float64.
double normOf(std::span<const float> values) {
    double lanes[4] = {};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const auto value = static_cast<double>(values[i]);
        lanes[i % 4] = lanes[i % 4] + value * value;
    }
    return std::sqrt((lanes[0] + lanes[2]) + (lanes[1] + lanes[3]));
}

void descend(State& state, std::span<const float> gradient, double norm,
             std::span<const Tensor> tensors, const Optimiser& optimiser) {
    const Factors factors = factorsOf(optimiser, state.step, norm);
    for (const Tensor& tensor : tensors) {
        const bool decays = optimiser.weightDecay != 0 && tensor.isMatrix();
        for (std::size_t i = tensor.offset; i < tensor.offset + tensor.count(); ++i) {
            const float g = gradient[i] * factors.clip;
            const float m = state.first[i] * factors.keepFirst + g * factors.addFirst;
            const float v = state.second[i] * factors.keepSecond + g * g * factors.addSecond;
            state.first[i] = m;
            state.second[i] = v;
            const float weight = decays ? state.weights[i] * factors.decay : state.weights[i];
            state.weights[i] =
                weight - m / (std::sqrt(v) * factors.secondScale + 1e-8F) * factors.rate;
        }
    }
    ++state.step;
}

}  // namespace hw::train
