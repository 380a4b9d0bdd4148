// SPDX-License-Identifier: MIT
#include "model/kernel/softmax.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "model/kernel/elementary.h"

namespace hw::model {

namespace {

constexpr float least = -std::numeric_limits<float>::infinity();

/// Writes 1 - tanh^2 to `slopes` unless it is null.
void capScores(float* scores, int keys, float cap, float* slopes) {
    inFours(keys, [=](std::size_t j, std::size_t some) {
        const Four t = tanhOf(take(scores + j, some) / spread(cap));
        give(scores + j, some, spread(cap) * t);
        if (slopes != nullptr) give(slopes + j, some, spread(1.0F) - t * t);
    });
}

float largest(const float* row, int count) {
    Four most = spread(least);
    inFours(count, [&](std::size_t j, std::size_t some) {
        most = larger(most, take(row + j, some, least));
    });
    return std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
}

/// exp(row - most) in place. Returns the sum.
float exponentials(float* row, int count, float most) {
    Four sums = {};
    inFours(count, [&](std::size_t j, std::size_t some) {
        const Four value = expOf(take(row + j, some, least) - spread(most));
        give(row + j, some, value);
        sums += value;
    });
    return sumOf(sums);
}

void softmaxRow(float* row, int keys, KeyRange seen) {
    float* const from = row + seen.begin;
    const int count = seen.end - seen.begin;
    const float most = largest(from, count);
    if (!(most > least)) return void(std::fill_n(row, keys, 0.0F));  // the row sees nothing
    const float factor = 1.0F / exponentials(from, count, most);
    inFours(count, [=](std::size_t j, std::size_t some) {
        give(from + j, some, take(from + j, some) * spread(factor));
    });
    std::fill(row, from, 0.0F);
    std::fill(from + count, row + keys, 0.0F);
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
        const float* a = weights + std::size_t{1} * i * keys;
        const float* g = weightGradient + std::size_t{1} * i * keys;
        float* to = scoreGradient + std::size_t{1} * i * keys;
        Four sums = {};
        inFours(keys, [&](std::size_t j, std::size_t some) {
            sums += take(a + j, some) * take(g + j, some);
        });
        const Four mean = spread(sumOf(sums));
        inFours(keys, [=](std::size_t j, std::size_t some) {
            give(to + j, some, take(a + j, some) * (take(g + j, some) - mean));
        });
    }
}

}  // namespace hw::model
