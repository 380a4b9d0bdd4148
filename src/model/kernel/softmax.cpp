// SPDX-License-Identifier: MIT
#include "model/kernel/softmax.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace hw::model {

namespace {

/// 1 - tanh^2 goes to `slopes` if it is wanted.
void capScores(float* scores, int keys, float cap, float* slopes) {
    for (int j = 0; j < keys; ++j) {
        const float t = std::tanh(scores[j] / cap);
        scores[j] = cap * t;
        if (slopes != nullptr) slopes[j] = 1.0F - t * t;
    }
}

void softmaxRow(float* row, int keys, KeyRange seen) {
    float most = -std::numeric_limits<float>::infinity();
    for (int j = seen.begin; j < seen.end; ++j) most = std::max(most, row[j]);
    float sum = 0.0F;
    if (most > -std::numeric_limits<float>::infinity()) {
        for (int j = seen.begin; j < seen.end; ++j) sum += row[j] = std::exp(row[j] - most);
    }
    const float factor = sum > 0.0F ? 1.0F / sum : 0.0F;
    for (int j = 0; j < keys; ++j) {
        row[j] = j >= seen.begin && j < seen.end && factor > 0.0F ? row[j] * factor : 0.0F;
    }
}

}  // namespace

void softmaxRows(float* scores, int queries, int keys, const SoftmaxOptions& options) {
    for (int i = 0; i < queries; ++i) {
        const std::size_t start = std::size_t{1} * i * keys;
        float* row = scores + start;
        if (options.cap > 0.0F) {
            capScores(row, keys, options.cap,
                      options.slopes != nullptr ? options.slopes + start : nullptr);
        }
        if (options.bias != nullptr) {
            for (int j = 0; j < keys; ++j) row[j] += options.bias[start + j];
        }
        softmaxRow(row, keys, options.visible.empty() ? KeyRange{0, keys} : options.visible[i]);
    }
}

void softmaxBackward(const float* weights, const float* weightGradient, int queries, int keys,
                     float* scoreGradient) {
    for (int i = 0; i < queries; ++i) {
        const std::size_t start = std::size_t{1} * i * keys;
        float mean = 0.0F;
        for (int j = 0; j < keys; ++j) mean += weights[start + j] * weightGradient[start + j];
        for (int j = 0; j < keys; ++j) {
            scoreGradient[start + j] = weights[start + j] * (weightGradient[start + j] - mean);
        }
    }
}

}  // namespace hw::model
