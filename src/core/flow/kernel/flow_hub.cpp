// SPDX-License-Identifier: MIT
#include "core/flow/kernel/flow_hub.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace hw {

FlowHub::FlowHub(const AttentionGraph& graph, FlowEngine& engine) : graph_(graph), engine_(engine) {
    if (graph.causal() || graph.layers() <= nearest + 2) return;
    const std::size_t nodes = std::size_t{1} * graph.layers() * graph.tokens();
    // Sums of the layers that can be a source's. Any of them would do; taking all is simpler.
    const auto [low, high] = std::minmax_element(graph.rowSums(0), graph.rowSums(0) + nodes);
    const double n = graph.tokens();
    least_.each = std::floor(*low / n);
    most_.each = std::ceil(*high / n);
    for (EvenFlow* even : {&least_, &most_}) {
        even->total = even->each * n;
        even->fromSource.assign(nodes * tries, -1.0);
        even->toSink.assign(nodes, -1.0);
        for (int layer = 0; layer < graph.layers(); ++layer) {
            const double* straight = graph.diagonal(layer);
            even->passes.push_back(*std::min_element(straight, straight + graph.tokens()) >=
                                   even->each);
        }
    }
    supply_.resize(graph.tokens());
    demand_.resize(graph.tokens());
}

double FlowHub::fromSource(EvenFlow& even, int layer, int source, int level) {
    const int n = graph_.tokens();
    const int back = layer - nearest - level;
    double& value = even.fromSource[(layer * tries + back) * n + source];
    if (value < 0.0) {
        std::copy(graph_.row(layer, source), graph_.row(layer, source) + n, supply_.begin());
        std::fill(demand_.begin(), demand_.end(), even.each);
        value = engine_.run({supply_.data(),
                             layer,
                             demand_.data(),
                             level,
                             {0, n},
                             std::min(even.total, graph_.rowSums(layer)[source])});
    }
    return value;
}

double FlowHub::toSink(EvenFlow& even, int level, int sink) {
    const int n = graph_.tokens();
    double& value = even.toSink[level * n + sink];
    if (value < 0.0) {
        std::fill(supply_.begin(), supply_.end(), even.each);
        std::copy(graph_.column(0, sink), graph_.column(0, sink) + n, demand_.begin());
        value = engine_.run({supply_.data(),
                             level,
                             demand_.data(),
                             1,
                             {0, n},
                             std::min(even.total, graph_.columnSums(0)[sink]),
                             sink});
    }
    return value;
}

// An even vector that every straight edge carries arrives unchanged at the level below, and so on. The lowest level
// from which the sink gets the amount is the cheapest to try, and serves sources of every layer above.
bool FlowHub::reaches(EvenFlow& even, int level, int sink, double amount) {
    int low = level;
    while (low > lowest && even.passes[low - 1]) --low;
    for (; low < level; ++low) {
        if (toSink(even, low, sink) >= amount) return true;
    }
    return toSink(even, level, sink) >= amount;
}

bool FlowHub::settles(int layer, int source, int sink, double bound) {
    if (supply_.empty() || layer < nearest + 2) return false;
    const double sends = graph_.rowSums(layer)[source];
    for (int level = layer - nearest; level >= std::max(2, layer - nearest - tries + 1); --level) {
        if (bound <= least_.total) {
            // The source can produce exactly the even vector, and the sink can take `bound` out of it.
            if (fromSource(least_, layer, source, level) == least_.total &&
                reaches(least_, level, sink, bound))
                return true;
        } else if (bound == sends) {
            // All of the source fits inside an even vector that the sink can take as a whole.
            if (fromSource(most_, layer, source, level) == sends &&
                reaches(most_, level, sink, most_.total))
                return true;
        }
    }
    return false;
}

}  // namespace hw
