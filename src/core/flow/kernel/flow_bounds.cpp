// SPDX-License-Identifier: MIT
#include "core/flow/kernel/flow_bounds.h"

#include <algorithm>

#include "core/flow/kernel/flow_loops.h"

namespace hw {

FlowBounds::FlowBounds(const AttentionGraph& graph, const FlowColumns& columns)
    : graph_(graph), columns_(columns) {
    const std::size_t nodes = at(graph.layers(), 0);
    bounds_.resize(nodes);
    cuts_.resize(nodes);
    sideways_.resize(nodes);
    inflow_.resize(nodes);
    inner_.resize(graph.tokens());
    if (!graph.causal()) return;
    tails_.assign(graph.rowSums(0), graph.rowSums(0) + nodes);
    entering_.resize(graph.tokens());
}

// Row sums over the keys that can still reach the sink. Exact, so they may be updated in both directions, by columns as
// far as they are available.
void FlowBounds::moveTails(int sink, std::span<const int> sources) {
    const int n = graph_.tokens();
    // Few sources take their own rows, from any previous sink, so sinks need not come in order.
    constexpr int few = 16;
    if (std::ssize(sources) * few < n) {
        for (int layer = 0; layer < graph_.layers(); ++layer) {
            for (const int source : sources) {
                const double* row = graph_.row(layer, source);
                double sum = 0.0;
                for (int key = sink; key <= source; ++key) sum += row[key];
                tails_[at(layer, source)] = sum;
            }
        }
        tailsOf_ = -1;
        return;
    }
    if (tailsOf_ < 0) {
        std::copy_n(graph_.rowSums(0), tails_.size(), tails_.begin());
        tailsOf_ = 0;
    }
    const int first = std::min(sink, tailsOf_), end = std::max(sink, tailsOf_);
    const double sign = sink > tailsOf_ ? -1.0 : 1.0;
    const bool byColumns = end > first && columns_.has(first) && columns_.has(end - 1);
    for (int layer = 0; layer < graph_.layers(); ++layer) {
        double* tails = tails_.data() + at(layer, 0);
        if (byColumns) {
            for (int key = first; key < end; ++key) {
                const double* column = columns_.of(layer, key);
                for (int query = key; query < n; ++query) tails[query] += sign * column[query];
            }
            continue;
        }
        for (int query = first; query < n; ++query) {
            const double* row = graph_.row(layer, query);
            double sum = 0.0;
            for (int key = first; key < std::min(end, query + 1); ++key) sum += row[key];
            tails[query] += sign * sum;
        }
    }
    tailsOf_ = sink;
}

// The sum of the narrower of every two edges source -> token -> sink of the layers `layer` and `layer` - 1.
double FlowBounds::narrower(int layer, int source) const {
    const double* out = graph_.row(layer, source);
    const double* in = columns_.of(layer - 1, sink_);
    const int first = graph_.causal() ? sink_ : 0;
    const int end = graph_.causal() ? source + 1 : graph_.tokens();
    double sum = 0.0;
    HW_APART
    for (int token = first; token < end; ++token) sum += minOf(out[token], in[token]);
    return sum;
}

double FlowBounds::twoLayer(int source) {
    double& inner = inner_[source];
    if (inner < 0.0) inner = narrower(1, source);
    return inner;
}

double FlowBounds::mixedNeck(int layer, int source, int level) {
    // No part of a capped sum is known. A cut that proves nothing is then the right one.
    const double sideways = sideways_[at(layer, source)];
    if (level != layer && sideways >= AttentionGraph::saturated) return AttentionGraph::saturated;
    const double above = sideways - sideways_[at(level, source)];
    const double middle = level == 1 ? twoLayer(source) : narrower(level, source);
    return above + middle + inflow_[at(level - 1, source)];
}

void FlowBounds::sumColumn(const double* into) {
    double sum = 0.0;
    for (int query = sink_; query < graph_.tokens(); ++query) {
        sum = std::min(sum + into[query], AttentionGraph::saturated);
        entering_[query] = sum;
    }
}

void FlowBounds::prepare(int sink, std::span<const int> sources) {
    sink_ = sink;
    std::fill(inner_.begin(), inner_.end(), -1.0);
    const int n = graph_.tokens();
    const bool causal = graph_.causal();
    if (causal) moveTails(sink, sources);
    const int first = causal ? sink : 0;
    constexpr double none = AttentionGraph::saturated;
    struct Column {
        double source = none;  // best source column so far
        double sink = none;    // best sink column among the layers below
        double neck = none;    // best neck so far
        double inflow = 0.0;   // into the sink's column from others in the layers below
        std::uint16_t sourceLevel = 1, sinkLevel = 0, neckLevel = 0;
    };
    std::vector<Column> columns(n);
    const auto capped = [none](double value) { return std::min(value, none); };
    for (int layer = 0; layer < graph_.layers(); ++layer) {
        const double* sums = causal ? tails_.data() + at(layer, 0) : graph_.rowSums(layer);
        const double* diagonal = graph_.diagonal(layer);
        const double* into = columns_.of(layer, sink);
        if (causal) sumColumn(into);
        for (const int source : sources) {
            if (source < first) {
                bounds_[at(layer, source)] = 0.0;
                cuts_[at(layer, source)] = {CutShape::zero, FlowProof::formula, 0};
                continue;
            }
            Column& c = columns[source];
            const double columnSum = causal ? entering_[source] : graph_.columnSums(layer)[sink];
            const double sideways = sums[source] - diagonal[source];
            c.source = layer == 0 ? into[source] : sideways + c.source;
            if (sums[source] <= c.source) {
                c.source = sums[source];
                c.sourceLevel = static_cast<std::uint16_t>(layer + 1);
            }
            const std::size_t node = at(layer, source);
            sideways_[node] = capped(layer == 0 ? sideways : sideways_[node - n] + sideways);
            inflow_[node] = c.inflow;
            c.neck = capped(c.neck + sideways);
            if (const double here = capped(c.inflow + into[source]); here <= c.neck) {
                c.neck = here;
                c.neckLevel = static_cast<std::uint16_t>(layer);
            }
            FlowCertificate best{CutShape::sourceColumn, FlowProof::formula, c.sourceLevel};
            double bound = c.source;
            if (c.sink < bound) {
                bound = c.sink;
                best = {CutShape::sinkColumn, FlowProof::formula, c.sinkLevel};
            }
            if (c.neck < bound) {
                bound = c.neck;
                best = {CutShape::neck, FlowProof::formula, c.neckLevel};
            }
            bounds_[at(layer, source)] = bound;
            cuts_[at(layer, source)] = best;
            if (const double here = capped(c.inflow + columnSum); here < c.sink) {
                c.sink = here;
                c.sinkLevel = static_cast<std::uint16_t>(layer);
            }
            c.inflow = capped(c.inflow + columnSum - diagonal[sink]);
        }
    }
}

}  // namespace hw
