// SPDX-License-Identifier: MIT
// Shares of a vocabulary's words.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "model/run/target.h"

namespace hw::model {

namespace {

/// With as many digits as are known.
double plainTotal(std::span<const float> logits) {
    long double sum = 0;
    for (const float logit : logits) sum += std::exp(static_cast<long double>(logit));
    return static_cast<double>(std::log(sum));
}

}  // namespace

TEST_CASE(
    "the log of a sum of exponentials is that of long doubles, whatever the words' number and "
    "spread") {
    std::mt19937 random(7);
    for (const int count : {1, 2, 3, 255, 257, 30'001})
        for (const float spread : {0.0F, 1.0F, 8.0F, 40.0F}) {
            std::uniform_real_distribution<float> logit(-spread, spread);
            std::vector<float> logits(count);
            for (float& one : logits) one = logit(random);
            CAPTURE(count, spread);
            CHECK(std::abs(logTotal(logits) - plainTotal(logits)) < 1e-9);
            // One word is far above all others, and float32 adds their terms.
            logits[count / 2] = spread + 9;
            CHECK(std::abs(logTotal(logits) - plainTotal(logits)) < 1e-6);
            const std::vector<double> shares = probabilities(logits);
            double sum = 0;
            for (const double share : shares) sum += share;
            CHECK(std::abs(sum - 1) < 1e-6);
        }
}

TEST_CASE("words that a model rules out have no share in the sum") {
    const float never = -std::numeric_limits<float>::infinity();
    const std::vector<float> logits{never, 2, never, 2, never};
    CHECK(std::abs(logTotal(logits) - (2 + std::log(2.0))) < 1e-12);
}

}  // namespace hw::model
