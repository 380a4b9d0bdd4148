// SPDX-License-Identifier: MIT
// Attention over long prompts, for the tests and the benchmark of flow through deep causal networks.
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "core/flow/flow_graphs.h"

namespace flow_graphs {

/// One causal head per layer, or the mean of several. It has a sink on the first token that takes 35 to 80 % from the
/// third layer on, and log-normal scores of spread `sharpness` to `sharpness` + 1 that depend on the kind of a token
/// and, less, on its distance. Weights are float32, as a model's. Rows sum to 1 before the residual.
struct Prompt {
    int layers = 24;
    int tokens = 128;
    int heads = 1;
    double sharpness = 1.5;
    int padding = 0;  ///< the first tokens attend to themselves, and no other token to them
    double residual = 0.5;
};

class LongPrompt {
public:
    LongPrompt(const Prompt& prompt, std::uint64_t seed)
        : prompt_(prompt),
          random_(seed),
          likes_(prompt.tokens),
          is_(prompt.tokens),
          also_(prompt.tokens) {
        for (auto* values : {&likes_, &is_, &also_})
            for (double& value : *values) value = random_.normal();
    }

    /// The next layer's weights, n * n, without the residual.
    std::vector<double> next() {
        const int n = prompt_.tokens, first = prompt_.padding;
        std::vector<double> mean(std::size_t{1} * n * n, 0.0), own(n), row(n);
        for (int head = 0; head < prompt_.heads; ++head) {
            const double sharpness = prompt_.sharpness + random_.uniform();
            const double share =
                layer_ < 2 ? 0.1 + 0.1 * random_.uniform() : 0.35 + 0.45 * random_.uniform();
            for (int k = 0; k < n; ++k) own[k] = 0.6 * likes_[k] + 0.8 * random_.normal();
            for (int q = first; q < n; ++q) {
                for (int k = first; k <= q; ++k) {
                    row[k] =
                        std::exp(sharpness * random_.normal() + 0.8 * own[k] +
                                 0.7 * (is_[q] * is_[k] + also_[q] * also_[k]) - 0.004 * (q - k));
                }
                const double sink = std::fmin(share * (0.7 + 0.6 * random_.uniform()), 0.93);
                const double sum = std::accumulate(row.begin() + first, row.begin() + q + 1, 0.0);
                double* to = mean.data() + std::ptrdiff_t{1} * q * n;
                for (int k = first; k <= q; ++k)
                    to[k] += row[k] * (1.0 - sink) / sum / prompt_.heads;
                to[first] += sink / prompt_.heads;
            }
        }
        for (int q = 0; q < first; ++q) mean[std::size_t{1} * q * n + q] = 1.0;
        for (double& value : mean) value = static_cast<double>(static_cast<float>(value));
        ++layer_;
        return mean;
    }

private:
    const Prompt prompt_;
    Random random_;
    std::vector<double> likes_, is_, also_;
    int layer_ = 0;
};

inline Layers longPrompt(const Prompt& prompt, std::uint64_t seed) {
    LongPrompt made(prompt, seed);
    Layers layers;
    for (int layer = 0; layer < prompt.layers; ++layer) layers.push_back(made.next());
    return addResidual(std::move(layers), prompt.tokens, prompt.residual);
}

}  // namespace flow_graphs
