// SPDX-License-Identifier: MIT
#include "model/protein/contacts.h"

#include <cmath>
#include <cstddef>

namespace hw::model {
namespace {

constexpr int endToken = 2;  // the library's constant, whose rows and columns count as 0

/// One head's symmetric attention between residues, and its sums.
struct Feature {
    std::vector<double> values;  ///< [n][n]
    std::vector<double> rows;    ///< sums, which are also those of the columns
    double total = 0;
    /// Without the average product of its row and column.
    double corrected(int i, int j) const {
        const std::size_t at = rows.size() * static_cast<std::size_t>(i) + j;
        return values[at] - (total == 0 ? 0 : rows[i] * rows[j] / total);
    }
};

int residuesOf(const Trace& trace) { return trace.batch.length(0) - 2; }

Feature featureOf(const Trace& trace, const Spec& spec, int layer, int head) {
    const int tokens = trace.batch.length(0);
    const int n = residuesOf(trace);
    const std::vector<int>& ids = trace.texts.front().ids;
    const float* weights = trace.weights[layer].data() + trace.batch.matrix(0, head, spec.heads);
    const auto weight = [&](int i, int j) {
        const bool isEnd = ids[i + 1] == endToken || ids[j + 1] == endToken;
        return isEnd ? 0.0
                     : static_cast<double>(weights[std::ptrdiff_t{1} * (i + 1) * tokens + j + 1]);
    };
    Feature feature;
    feature.rows.assign(n, 0.0);
    feature.values.reserve(std::size_t{1} * n * n);
    for (int i = 0; i < n; ++i)
        for (int j = 0; j < n; ++j) {
            const double sum = weight(i, j) + weight(j, i);
            feature.values.push_back(sum);
            feature.rows[i] += sum;
        }
    for (const double row : feature.rows) feature.total += row;
    return feature;
}

/// Calls take(layer and head, factor, feature) for each head.
template <class Take>
void eachHead(const Network& network, const Trace& trace, const Take& take) {
    const Spec& spec = network.spec;
    std::vector<float> factors(std::size_t{1} * spec.layerCount() * spec.heads);
    network.contacts.weight.unpackRow(0, factors.data());
    for (int layer = 0; layer < spec.layerCount(); ++layer)
        for (int head = 0; head < spec.heads; ++head) {
            const std::size_t at = std::size_t{1} * layer * spec.heads + head;
            take(at, factors[at], featureOf(trace, spec, layer, head));
        }
}

}  // namespace

std::vector<float> contactMap(const Network& network, const Trace& trace) {
    const int n = residuesOf(trace);
    if (!hasContacts(network) || n < 1 || trace.weights.empty()) return {};
    std::vector<double> logits(std::size_t{1} * n * n, network.contacts.bias.front());
    eachHead(network, trace, [&](std::size_t, float factor, const Feature& feature) {
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                logits[std::size_t{1} * i * n + j] += factor * feature.corrected(i, j);
    });
    std::vector<float> map;
    map.reserve(logits.size());
    for (const double logit : logits) map.push_back(static_cast<float>(1 / (1 + std::exp(-logit))));
    return map;
}

std::vector<float> contactTerms(const Network& network, const Trace& trace, int i, int j) {
    std::vector<float> terms;
    eachHead(network, trace, [&](std::size_t, float factor, const Feature& feature) {
        terms.push_back(static_cast<float>(factor * feature.corrected(i, j)));
    });
    return terms;
}

}  // namespace hw::model
