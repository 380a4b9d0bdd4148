// SPDX-License-Identifier: MIT
#include "core/flow/flow_pairs.h"

#include <algorithm>

namespace hw {

FlowPairs::FlowPairs(const AttentionGraph& graph, DeepFlowLimits deepLimits)
    : graph_(graph),
      columns_(graph),
      bounds_(graph, columns_),
      below_(graph),
      engine_(graph),
      spread_(graph, columns_),
      hub_(graph, engine_),
      deepLimits_(deepLimits),
      successes_(2 * graph.layers()),
      deepBackoff_(graph.layers()),
      supply_(graph.tokens()),
      demand_(graph.tokens()) {}

void FlowPairs::begin(std::span<const int> sources) {
    sources_.assign(sources.begin(), sources.end());
    sink_ = -1;
}

void FlowPairs::prepare(int sink) {
    if (sink == sink_) return;
    sink_ = sink;
    columns_.prepare(sink);
    bounds_.prepare(sink, sources_);
    below_.prepare(sink);
    work_ += 4 * graph_.layers() * graph_.tokens();
}

FlowPairs::Answer FlowPairs::solve(int layer, int source) {
    const Answer answer = find(layer, source);
    below_.note(layer, source, answer.steps);
    return answer;
}

FlowPairs::Answer FlowPairs::find(int layer, int source) {
    layer_ = layer;
    source_ = source;
    if (graph_.causal() && source < sink_) return {};
    const double* row = graph_.row(layer, source);
    if (layer == 0) {
        work_ += 4;
        return {row[sink_], {CutShape::neck, FlowProof::formula, 0}};
    }
    if (layer == 1) return {bounds_.twoLayer(source), {CutShape::mixedNeck, FlowProof::formula, 1}};
    const TokenRange range{graph_.causal() ? sink_ : 0,
                           graph_.causal() ? source + 1 : graph_.tokens()};
    Answer answer{bounds_.bound(layer, source), bounds_.certificate(layer, source)};
    const double sends = bounds_.sends(layer, source);
    const auto follows = [&] { return below_.proves(layer, source, sends, answer.steps); };
    work_ += 10;
    // A causal token reaches itself only straight down, up to the narrowest of those edges, which is a column's cut.
    if (graph_.causal() && source == sink_) return answer;
    if (follows()) {
        answer.certificate.proof = FlowProof::below;
        return answer;
    }
    // Where a hub settles the cuts of columns, as in most deep layers, the necks need not be measured.
    const double columns = answer.steps;
    if (hub_.settles(layer, source, sink_, columns)) {
        answer.certificate.proof = FlowProof::hub;
        return answer;
    }
    const auto consider = [&](int level) {
        const double capacity = bounds_.mixedNeck(layer, source, level);
        if (capacity < answer.steps) {
            answer = {capacity,
                      {CutShape::mixedNeck, FlowProof::search, static_cast<std::uint16_t>(level)}};
        }
    };
    consider(1);
    consider(layer);
    work_ += 60 + range.end - range.first;
    if (answer.steps < columns && follows()) {
        answer.certificate.proof = FlowProof::below;
        return answer;
    }
    if (answer.steps < columns && hub_.settles(layer, source, sink_, answer.steps)) {
        answer.certificate.proof = FlowProof::hub;
        return answer;
    }
    if (source != sink_ && spreads(layer, source, range, answer)) {
        answer.certificate.proof = FlowProof::spread;
        return answer;
    }
    if (runDeep(layer, source, answer)) return answer;
    ranDeep_ = false;
    const std::int64_t before = engine_.work();
    double steps = 0.0;
    if (deepLimits_.onward && engine_.canGoOn(layer, source, sink_, range)) {
        steps = engine_.goOn(layer, answer.steps);
    } else {
        const double* column = columns_.of(0, sink_);
        std::copy(row + range.first, row + range.end, supply_.begin() + range.first);
        std::copy(column + range.first, column + range.end, demand_.begin() + range.first);
        steps = engine_.run({supply_.data(), layer, demand_.data(), 1, range, answer.steps, sink_,
                             source, startsWide(layer)});
    }
    if (isDeep(layer, source)) {
        DeepBackoff& luck = deepBackoff_[layer];
        luck.engine += (engine_.work() - before - luck.engine) / DeepBackoff::memory;
    }
    if (steps < answer.steps) answer.certificate.shape = CutShape::searched;
    answer.steps = steps;
    answer.certificate.proof = FlowProof::search;
    return answer;
}

// Tries the pass that writes nothing, as long as it succeeds often enough to pay for itself. How often depends on the
// layer, the kind of cut and the model.
bool FlowPairs::spreads(int layer, int source, TokenRange range, const Answer& best) {
    const bool forced =
        best.certificate.shape == CutShape::mixedNeck && best.certificate.level == 1;
    SuccessCounts& luck = successes_[2 * layer + (forced ? 1 : 0)];
    if (!deepLimits_.always && ++luck.asked % 32 != 0 && luck.tries >= 32 &&
        3 * luck.hits < luck.tries)
        return false;
    ++luck.tries;
    if (spread_.run(layer, source, sink_, range, forced, best.steps) != best.steps) return false;
    ++luck.hits;
    return true;
}

// Measured. Not in causal networks, whose sources have different distances from the sink and so leave little to whole
// rows. Through one or two layers only where rows are wide.
bool FlowPairs::startsWide(int layer) const {
    constexpr int deep = 4;
    return !graph_.causal() && (layer >= deep || hasManyTokens());
}

bool FlowPairs::hasManyTokens() const {
    constexpr int manyTokens = 96;
    return graph_.tokens() >= manyTokens;
}

// Measured in bidirectional networks. With fewer tokens the proofs of the layer below save more. With many tokens so do
// those of source layer 5, which is not searched for long. Above source layer 5 few pairs need a search.
int FlowPairs::layersBySource() const {
    if (graph_.causal()) return graph_.layers();
    constexpr int someTokens = 40;
    if (graph_.tokens() < someTokens) return 0;
    return hasManyTokens() ? 4 : 5;
}

// Tokens that are close together count too, if the other engine's arrays would be made only for them.
bool FlowPairs::isDeep(int layer, int source) const {
    const int width = graph_.keepsColumns() ? deepLimits_.tokens : 1;
    return graph_.causal() && layer >= deepLimits_.layer && source - sink_ >= width;
}

// The other engine takes up to 8 n^2 bytes per layer for the few pairs that are left over.
bool FlowPairs::isTooWide(int layer) const {
    const std::size_t tokens = graph_.tokens();
    return !graph_.keepsColumns() && tokens * tokens * layer * sizeof(double) > deepLimits_.bytes;
}

// Uses the engine of deep networks where the other one would take too much memory. Also uses it as long as its wave
// settles every third pair of this layer or most searches after it are no longer than usual, or the whole takes no
// longer than the other engine. Else it tries a wave now and then, in case that has changed.
bool FlowPairs::runDeep(int layer, int source, Answer& answer) {
    if (!isDeep(layer, source)) return false;
    DeepBackoff& luck = deepBackoff_[layer];
    constexpr int comparison = 16;
    const bool lucky = deepLimits_.always || luck.credit > 0;
    const bool cheaper = luck.deep < luck.engine && ++luck.asked % comparison != 0;
    const bool pays = lucky || cheaper || isTooWide(layer);
    if (!pays && --luck.wait > 0) return false;
    if (!deep_) deep_ = std::make_unique<DeepFlow>(graph_, columns_, deepLimits_.bytes);
    const std::int64_t before = deep_->work();
    const auto settled = [&](double steps, FlowProof proof) {
        if (steps < answer.steps) answer.certificate.shape = CutShape::searched;
        answer.steps = steps;
        answer.certificate.proof = proof;
        luck.deep += (deep_->work() - before - luck.deep) / DeepBackoff::memory;
        return true;
    };
    if (deep_->wave({layer, source, sink_, answer.steps})) {
        luck.credit = std::min(luck.credit + (pays ? 2 : 4), 16);
        luck.pause = 8;
        return settled(answer.steps, FlowProof::spread);
    }
    if (!pays) {
        luck.pause = std::min(2 * luck.pause, 64);
        luck.wait = luck.pause;
        return false;
    }
    const double steps = deep_->search();
    // Measured. About the time of the other engine, with two to three edges per token and layer, out of the cache.
    const std::int64_t usual = std::int64_t{60} * layer * (source - sink_);
    if (deep_->work() - before > usual && luck.credit > 0 && --luck.credit == 0)
        luck.wait = luck.pause;
    if (steps < 0.0) return false;
    ranDeep_ = true;
    return settled(steps, FlowProof::search);
}

MinimumCut FlowPairs::searchedCut() const {
    if (ranDeep_) return cutOfRun(graph_, *deep_, layer_, source_, sink_);
    return cutOfRun(graph_, engine_, layer_, source_, sink_);
}

}  // namespace hw
