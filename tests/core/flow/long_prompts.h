// SPDX-License-Identifier: MIT
// Attention over long prompts, for the tests and the benchmark of flow through deep causal networks.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "core/flow/flow_graphs.h"

namespace flow_graphs {

/// One causal head a layer, or the mean of several: a sink on the first token that takes 35 to 80 % from the third layer on, and
/// log-normal scores of spread `sharpness` to `sharpness` + 1 that depend on what a token is and, less, on how far it is.
/// Weights are float32, as a model's. Rows sum to 1 before the residual.
struct Prompt {
    int layers = 24;
    int tokens = 128;
    int heads = 1;
    double sharpness = 1.5;
    int padding = 0;  ///< the first tokens attend to themselves, and nobody to them
    double residual = 0.5;
};

inline Layers longPrompt(const Prompt& prompt, std::uint64_t seed) {
    Random random(seed);
    const int n = prompt.tokens, first = prompt.padding;
    std::vector<double> likes(n), is(n), also(n), own(n), row(n);
    for (auto* values : {&likes, &is, &also})
        for (double& value : *values) value = random.normal();
    Layers layers;
    for (int layer = 0; layer < prompt.layers; ++layer) {
        std::vector<double> mean(std::size_t{1} * n * n, 0.0);
        for (int head = 0; head < prompt.heads; ++head) {
            const double sharpness = prompt.sharpness + random.uniform();
            const double share =
                layer < 2 ? 0.1 + 0.1 * random.uniform() : 0.35 + 0.45 * random.uniform();
            for (int k = 0; k < n; ++k) own[k] = 0.6 * likes[k] + 0.8 * random.normal();
            for (int q = first; q < n; ++q) {
                for (int k = first; k <= q; ++k) {
                    row[k] = std::exp(sharpness * random.normal() + 0.8 * own[k] +
                                      0.7 * (is[q] * is[k] + also[q] * also[k]) - 0.004 * (q - k));
                }
                const double sink = std::fmin(share * (0.7 + 0.6 * random.uniform()), 0.93);
                const double sum = std::accumulate(row.begin() + first, row.begin() + q + 1, 0.0);
                double* to = mean.data() + std::ptrdiff_t{1} * q * n;
                for (int k = first; k <= q; ++k)
                    to[k] += row[k] * (1.0 - sink) / sum / prompt.heads;
                to[first] += sink / prompt.heads;
            }
        }
        for (int q = 0; q < first; ++q) mean[std::size_t{1} * q * n + q] = 1.0;
        for (double& value : mean) value = static_cast<double>(static_cast<float>(value));
        layers.push_back(std::move(mean));
    }
    return addResidual(std::move(layers), n, prompt.residual);
}

}  // namespace flow_graphs
