// SPDX-License-Identifier: MIT
// Small, random and adversarial tensors for the tests of core.
#pragma once

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/methods/steps/fuse.h"
#include "core/model/attention_model.h"

namespace hw::test {

inline Matrix matrix(std::initializer_list<std::initializer_list<double>> rows) {
    Matrix result(static_cast<int>(rows.size()), static_cast<int>(rows.begin()->size()));
    int row = 0;
    for (const auto& values : rows) {
        int col = 0;
        for (const double value : values) result(row, col++) = static_cast<float>(value);
        ++row;
    }
    return result;
}

/// Layers of one head.
inline AttentionTensor tensor(const std::vector<Matrix>& layers) {
    AttentionTensor result{static_cast<int>(layers.size()),
                           1,
                           static_cast<int>(layers[0].rows()),
                           static_cast<int>(layers[0].cols()),
                           {}};
    for (const Matrix& layer : layers) {
        result.values.insert(result.values.end(), layer.data(), layer.data() + layer.size());
    }
    return result;
}

/// The three layers of algorithms.md, section 3.
inline AttentionTensor threeLayers() {
    return tensor({matrix({{.5, .3, .2}, {.1, .6, .3}, {.2, .2, .6}}),
                   matrix({{.1, .1, .8}, {.7, .2, .1}, {0, .5, .5}}),
                   matrix({{1. / 3, 1. / 3, 1. / 3}, {0, 1, 0}, {.25, .25, .5}})});
}

/// Heads fused without further settings.
inline Matrix fuseHeads(const AttentionTensor& tensor, int layer, HeadFusion fusion,
                        std::span<const int> heads = {}, std::span<const double> weights = {}) {
    Settings settings;
    settings.fusion = fusion;
    settings.heads.assign(heads.begin(), heads.end());
    settings.headWeights.assign(weights.begin(), weights.end());
    return hw::fuseHeads(tensor, layer, settings);
}

/// One head's matrix, copied.
inline Matrix headOf(const AttentionTensor& tensor, int layer, int head) {
    std::vector<float> room;
    return expressionOf(tensor.matrix(layer, head, room));
}

/// The largest difference between two matrices, infinite if the shapes differ or a value is NaN.
inline double distance(MatrixView a, MatrixView b) {
    if (a.rows != b.rows || a.cols != b.cols) return INFINITY;
    double largest = 0.0;
    for (std::size_t i = 0; i < a.values().size(); ++i) {
        const double difference =
            std::abs(static_cast<double>(a.values()[i]) - static_cast<double>(b.values()[i]));
        if (std::isnan(difference)) return INFINITY;
        largest = std::max(largest, difference);
    }
    return largest;
}

/// The same against float64 numbers.
inline double distance(std::span<const float> a, std::span<const double> b) {
    if (a.size() != b.size()) return INFINITY;
    double largest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double difference = std::abs(static_cast<double>(a[i]) - b[i]);
        if (std::isnan(difference)) return INFINITY;
        largest = std::max(largest, difference);
    }
    return largest;
}

/// The largest |row sum - 1|.
inline double rowSumError(MatrixView m) {
    double largest = 0.0;
    for (int row = 0; row < m.rows; ++row) {
        double sum = 0.0;
        for (const float value : m.row(row)) sum += static_cast<double>(value);
        largest = std::isnan(sum) ? INFINITY : std::max(largest, std::abs(sum - 1.0));
    }
    return largest;
}

/// Softmax rows of random scores. `sharpness` 0 is uniform, 30 nearly hard.
inline AttentionTensor randomAttention(int layers, int heads, int n, unsigned seed,
                                       bool causal = false, double sharpness = 3.0) {
    std::mt19937 generator(seed);
    std::normal_distribution<double> score;
    AttentionTensor result{layers, heads, n, n, {}};
    for (int row = 0; row < layers * heads * n; ++row) {
        const int query = row % n;
        std::vector<double> values(n);
        double sum = 0.0;
        for (int key = 0; key < n; ++key) {
            const double e = std::exp(sharpness * score(generator));
            if (causal && key > query) continue;
            values[key] = e;
            sum += e;
        }
        for (const double value : values) result.values.push_back(static_cast<float>(value / sum));
    }
    return result;
}

struct NamedTensor {
    std::string name;
    AttentionTensor attentions;
};

/// Inputs that break careless code, such as uniform, identity, permutations, hard 0/1, tiny numbers, ties, one token,
/// one layer.
inline std::vector<NamedTensor> adversarialTensors() {
    const auto filled = [](int layers, int n, auto&& value) {
        AttentionTensor result{layers, 1, n, n, {}};
        for (int layer = 0; layer < layers; ++layer) {
            for (int q = 0; q < n; ++q) {
                for (int k = 0; k < n; ++k) {
                    result.values.push_back(static_cast<float>(value(layer, q, k)));
                }
            }
        }
        return result;
    };
    return {
        {"uniform", filled(4, 5, [](int, int, int) { return 0.2; })},
        {"identity", filled(4, 5, [](int, int q, int k) { return q == k ? 1.0 : 0.0; })},
        {"permutation",
         filled(4, 5, [](int l, int q, int k) { return (q + l + 1) % 5 == k ? 1. : 0.; })},
        {"hard",
         filled(4, 5, [](int l, int q, int k) { return (q * 3 + l) % 5 == k ? 1.0 : 0.0; })},
        {"all on the first token",
         filled(4, 5, [](int, int, int k) { return k == 0 ? 1.0 : 0.0; })},
        {"1e-30", filled(4, 5, [](int, int q, int k) { return k == 0 ? 1.0 : 1e-30 * (q + k); })},
        {"nothing but 1e-30", filled(4, 5, [](int, int q, int k) { return 1e-30 * (1 + q + k); })},
        {"denormal", filled(4, 5, [](int, int q, int k) { return 1e-41 * (1 + q + k); })},
        {"all zero", filled(4, 5, [](int, int, int) { return 0.0; })},
        {"zero rows", filled(4, 5, [](int l, int q, int) { return q == l ? 0.0 : 0.2; })},
        {"NaN", filled(4, 5, [](int, int q, int k) { return q == k ? NAN : 0.25; })},
        {"ties", filled(4, 4, [](int, int q, int k) { return (q + k) % 2 == 0 ? 0.3 : 0.2; })},
        {"one token", filled(4, 1, [](int, int, int) { return 1.0; })},
        {"one layer", filled(1, 3, [](int, int q, int k) { return q == k ? 0.5 : 0.25; })},
        {"causal", randomAttention(5, 3, 7, 11, true)},
        {"random", randomAttention(5, 3, 7, 12)},
        {"nearly hard", randomAttention(5, 3, 7, 13, false, 30.0)},
    };
}

/// Renames the tokens. Entry (q, k) moves to (order[q], order[k]).
inline AttentionTensor permuted(const AttentionTensor& from, const std::vector<int>& order) {
    AttentionTensor result = from;
    const std::size_t n = from.queries;
    for (std::size_t block = 0; block < from.values.size() / (n * n); ++block) {
        for (std::size_t q = 0; q < n; ++q) {
            for (std::size_t k = 0; k < n; ++k) {
                result.values[(block * n + static_cast<std::size_t>(order[q])) * n +
                              static_cast<std::size_t>(order[k])] =
                    from.values[(block * n + q) * n + k];
            }
        }
    }
    return result;
}

}  // namespace hw::test
