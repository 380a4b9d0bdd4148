// SPDX-License-Identifier: MIT
#include "core/flow/max_flow.h"

#include <algorithm>
#include <numeric>
#include <span>
#include <string>
#include <utility>

#include "core/flow/flow_pairs.h"
#include "core/localized_text.h"

namespace hw {
namespace {

Problem outOfRange(const char* what, int value, int count) {
    return {Code::badArgument,
            what,
            formatText("{} is outside 0..{}."_tr, {value, count - 1}),
            "Give a number in that range."_tr,
            {}};
}

Result<void> checkTokens(const char* what, const std::vector<int>& tokens, int count) {
    for (const int token : tokens) {
        if (token < 0 || token >= count) return std::unexpected(outOfRange(what, token, count));
    }
    return {};
}

void fillEmpty(std::vector<int>& tokens, int count) {
    if (!tokens.empty()) return;
    tokens.resize(count);
    std::iota(tokens.begin(), tokens.end(), 0);
}

}  // namespace

Result<FlowTable> layOut(const AttentionGraph& graph, FlowRequest request) {
    const int n = graph.tokens();
    for (const int layer : {request.firstLayer, request.lastLayer}) {
        if (layer < 0 || layer >= graph.layers()) {
            return std::unexpected(outOfRange("layer", layer, graph.layers()));
        }
    }
    if (auto checked = checkTokens("source", request.sources, n); !checked) {
        return std::unexpected(std::move(checked.error()));
    }
    if (auto checked = checkTokens("sink", request.sinks, n); !checked) {
        return std::unexpected(std::move(checked.error()));
    }
    fillEmpty(request.sources, n);
    fillEmpty(request.sinks, n);
    FlowTable table;
    table.firstLayer = request.firstLayer;
    table.layerStep = std::max(1, request.layerStep);
    const int further = request.lastLayer - request.firstLayer;
    table.layers = further < 0 ? 0 : further / table.layerStep + 1;
    table.sources = std::move(request.sources);
    table.sinks = std::move(request.sinks);
    const std::size_t size = table.layers * table.sources.size() * table.sinks.size();
    table.values.assign(size, 0.0);
    table.certificates.assign(size, {});
    return table;
}

class FlowSolver::State {
public:
    State(const AttentionGraph& graph, DeepFlowLimits deepLimits)
        : graph_(graph), pairs_(graph, deepLimits) {}

    Result<void> begin(FlowRequest request) {
        verifyCuts_ = request.verifyCuts;
        auto made = layOut(graph_, std::move(request));
        if (!made) return std::unexpected(std::move(made.error()));
        table = std::move(*made);
        pairs_.begin(table.sources);
        sink_ = pair_ = low_ = 0;
        while (low_ < table.layers && table.layer(low_) < pairs_.layersBySource()) ++low_;
        if (table.layers == 0) sink_ = static_cast<int>(table.sinks.size());
        return {};
    }

    bool step(std::int64_t budget) {
        const std::int64_t until = pairs_.work() + budget;
        const int sinks = static_cast<int>(table.sinks.size());
        for (; sink_ < sinks; ++sink_, pair_ = 0) {
            pairs_.prepare(table.sinks[sink_]);
            for (; pair_ < pairs(); ++pair_) {
                if (pairs_.work() >= until) return false;
                solveOne();
            }
        }
        return true;
    }

    double progress() const {
        const int sinks = static_cast<int>(table.sinks.size());
        const double inSink = pairs() > 0 ? pair_ / static_cast<double>(pairs()) : 0.0;
        return sink_ >= sinks ? 1.0 : (sink_ + inSink) / sinks;
    }

    int finished() const { return sink_; }

    FlowTable table;
    FlowCounts counts;

private:
    int pairs() const { return table.layers * static_cast<int>(table.sources.size()); }

    // The lowest layers source by source, the others layer by layer (FlowPairs::layersBySource).
    void solveOne() {
        const int sources = static_cast<int>(table.sources.size());
        const bool bySource = pair_ < low_ * sources;
        const int layerIndex = bySource ? pair_ % low_ : pair_ / sources;
        const int sourceIndex = bySource ? pair_ / low_ : pair_ % sources;
        const int layer = table.layer(layerIndex);
        const int source = table.sources[sourceIndex];
        const FlowPairs::Answer answer = pairs_.solve(layer, source);
        const std::size_t at = table.index(layerIndex, sourceIndex, sink_);
        table.values[at] = answer.steps * graph_.unit();
        table.certificates[at] = answer.certificate;
        ++counts.proofs[static_cast<int>(answer.certificate.proof)];
        ++counts.shapes[static_cast<int>(answer.certificate.shape)];
        if (verifyCuts_) {
            const int sink = table.sinks[sink_];
            const MinimumCut cut = answer.certificate.shape == CutShape::searched
                                       ? pairs_.searchedCut()
                                       : expandCut(graph_, layer, source, sink, answer.certificate);
            if (!verifyCut(graph_, cut, table.values[at])) ++counts.failedCuts;
        }
    }

    const AttentionGraph& graph_;
    FlowPairs pairs_;
    bool verifyCuts_ = false;
    int sink_ = 0;  // index into the request, for the next step
    int low_ = 0;   // how many of the table's layers are solved source by source
    int pair_ = 0;  // index among the sink's pairs, in the order of solveOne()
};

FlowSolver::FlowSolver(const AttentionGraph& graph, DeepFlowLimits deepLimits)
    : state_(std::make_unique<State>(graph, deepLimits)) {}
FlowSolver::~FlowSolver() = default;
FlowSolver::FlowSolver(FlowSolver&&) noexcept = default;
Result<void> FlowSolver::begin(FlowRequest request) { return state_->begin(std::move(request)); }
bool FlowSolver::step(std::int64_t budget) { return state_->step(budget); }
double FlowSolver::progress() const { return state_->progress(); }
int FlowSolver::finishedSinks() const { return state_->finished(); }
const FlowTable& FlowSolver::table() const { return state_->table; }
FlowTable FlowSolver::takeTable() { return std::exchange(state_->table, {}); }
FlowCounts FlowSolver::counts() const { return state_->counts; }

Result<FlowTable> maxFlows(const AttentionGraph& graph, FlowRequest request) {
    FlowSolver solver(graph);
    if (auto begun = solver.begin(std::move(request)); !begun)
        return std::unexpected(begun.error());
    while (!solver.step(std::int64_t{1} << 40)) {}
    return solver.takeTable();
}

Saturation saturation(const AttentionGraph& graph, const FlowTable& table, int layerIndex,
                      int sourceIndex) {
    Saturation result;
    const int source = table.sources[sourceIndex];
    const double rowSum = graph.rowSums(table.layer(layerIndex))[source];
    for (std::size_t sink = 0; sink < table.sinks.size(); ++sink) {
        const int token = table.sinks[sink];
        if (graph.causal() && token > source) continue;
        ++result.sinks;
        const double ceiling = std::min(rowSum, graph.columnSums(0)[token]) * graph.unit();
        const double value =
            table.values[table.index(layerIndex, sourceIndex, static_cast<int>(sink))];
        if (value == ceiling) ++result.atCeiling;
    }
    return result;
}

int tiedSinks(const AttentionGraph& graph, const FlowTable& table, int layerIndex, int sourceIndex,
              bool onlyReached) {
    const int source = table.sources[sourceIndex];
    std::vector<double> values;
    for (std::size_t sink = 0; sink < table.sinks.size(); ++sink) {
        if (graph.causal() && table.sinks[sink] > source) continue;
        const double value =
            table.values[table.index(layerIndex, sourceIndex, static_cast<int>(sink))];
        if (!onlyReached || value > 0.0) values.push_back(value);
    }
    std::stable_sort(values.begin(), values.end());
    int tied = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const bool before = i > 0 && values[i - 1] == values[i];
        const bool after = i + 1 < values.size() && values[i + 1] == values[i];
        if (before || after) ++tied;
    }
    return tied;
}

Result<PairFlow> maxFlow(const AttentionGraph& graph, int layer, int source, int sink) {
    if (layer < 0 || layer >= graph.layers())
        return std::unexpected(outOfRange("layer", layer, graph.layers()));
    if (source < 0 || source >= graph.tokens())
        return std::unexpected(outOfRange("source", source, graph.tokens()));
    if (sink < 0 || sink >= graph.tokens())
        return std::unexpected(outOfRange("sink", sink, graph.tokens()));
    return tracePair(graph, layer, source, sink);
}

}  // namespace hw
