// SPDX-License-Identifier: MIT
#include "core/flow/joint_attribution.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/flow/kernel/attention_graph.h"
#include "core/flow/max_flow.h"
#include "core/flow/printed_attention.h"

namespace hw {
namespace {

double positive(float value) {
    return std::isfinite(value) ? std::max(0.0, printedValue(value)) : 0.0;
}
double signedValue(float value) { return std::isfinite(value) ? printedValue(value) : 0.0; }

/// The maximum flow from all sources to all inputs. A token above them and one below drain through edges of the
/// terminal capacity, where a row or a column can use as much.
Result<double> jointMaximum(std::vector<std::vector<double>> layers,
                            const std::vector<bool>& isSource, double terminal) {
    const std::size_t n = isSource.size();
    std::vector<double> below(n * n, 0.0);
    std::vector<double> above(n * n, 0.0);
    for (std::size_t token = 0; token < n; ++token) {
        double in = 0.0;
        double out = 0.0;
        for (std::size_t other = 0; other < n; ++other) {
            in += layers.front()[other * n + token];
            out += layers.back()[token * n + other];
        }
        below[token * n] = std::min(terminal, in);
        if (isSource[token]) above[token] = std::min(terminal, out);
    }
    layers.insert(layers.begin(), std::move(below));
    layers.push_back(std::move(above));
    const auto graph = AttentionGraph::fromDoubles(layers, static_cast<int>(n));
    if (!graph) return std::unexpected(graph.error());
    const auto flow = maxFlow(*graph, graph->layers() - 1, 0, 0);
    if (!flow) return std::unexpected(flow.error());
    return flow->value;
}

}  // namespace

std::vector<double> jointCapacities(const AttentionTensor& attentions,
                                    const AttentionTensor& gradients, const Settings& settings,
                                    int layer) {
    if (layer < settings.startLayer || !takesPart(settings, layer)) return {};
    std::vector<double> sums(attentions.matrixSize(), 0.0);
    std::vector<int> heads = settings.heads;
    if (heads.empty()) {
        heads.resize(attentions.heads);
        std::iota(heads.begin(), heads.end(), 0);
    }
    std::vector<float> room;
    std::vector<float> slopeRoom;
    for (const int head : heads) {
        const auto weights = attentions.matrix(layer, head, room).values();
        if (settings.jointForm == JointForm::attention) {
            for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += positive(weights[i]);
            continue;
        }
        const auto slopes = gradients.matrix(layer, head, slopeRoom).values();
        const bool isProduct = settings.jointForm == JointForm::product;
        for (std::size_t i = 0; i < sums.size(); ++i) {
            const double weight = isProduct ? signedValue(weights[i]) : 1.0;
            sums[i] += std::max(0.0, weight * signedValue(slopes[i]));
        }
    }
    for (double& sum : sums) sum /= static_cast<double>(heads.size());
    return sums;
}

Result<JointAttribution> JointAttribution::begin(std::span<const std::vector<double>> capacities,
                                                 int tokens, const Settings& settings,
                                                 std::span<const int> sources) {
    const std::size_t n = tokens;
    std::vector<std::vector<double>> layers;
    double largest = 0.0;
    for (const std::vector<double>& layer : capacities) {
        if (layer.empty()) continue;
        layers.push_back(layer);
        largest = std::max(largest, std::ranges::max(layer));
    }
    if (layers.empty()) {  // every token is its own input
        layers.emplace_back(n * n, 0.0);
        for (std::size_t token = 0; token < n; ++token) layers[0][token * n + token] = 1.0;
    }
    if (settings.jointScale == JointScale::largest && largest > 0.0) {
        for (std::vector<double>& layer : layers) {
            for (double& capacity : layer) capacity /= largest;
        }
    }
    std::vector<bool> isSource(n, sources.empty());
    for (const int source : sources) isSource[source] = true;
    const auto terminal = static_cast<double>(n);
    const auto maximum = jointMaximum(layers, isSource, terminal);
    if (!maximum) return std::unexpected(maximum.error());
    return JointAttribution(FlowBarrier(layers, isSource, terminal, settings.barrier), *maximum);
}

double JointAttribution::gap() const {
    const std::vector<double> all = values();
    return maxFlow_ - std::accumulate(all.begin(), all.end(), 0.0);
}

bool JointProblems::readUpTo(int layer) {
    if (std::ssize(capacities_) > layer) return true;
    static const AttentionTensor none;
    capacities_.push_back(jointCapacities(attentions_, gradients_ == nullptr ? none : *gradients_,
                                          settings_, static_cast<int>(capacities_.size())));
    return false;
}

Result<JointAttribution> JointProblems::begin(int layer, std::span<const int> sources) const {
    return JointAttribution::begin(std::span(capacities_).first(layer + 1), attentions_.queries,
                                   settings_, sources);
}

}  // namespace hw
