// SPDX-License-Identifier: MIT
// The values of every ranked row of one example, as the page's engine computes them (engine/tasks/example_rankings.h).
#include <algorithm>
#include <cmath>
#include <limits>
#include <span>
#include <utility>

#include "cli/commands.h"
#include "cli/correlate/scores.h"
#include "core/flow/flow_capacities.h"
#include "core/flow/joint_attribution.h"
#include "core/flow/max_flow.h"
#include "core/matrix/matrix.h"
#include "core/methods/missing.h"
#include "core/report/ranked_source.h"
#include "core/report/ranked_tokens.h"
#include "protocol/canonical_query.h"

namespace hw::cli {
namespace {

/// The inputs of a row's computation.
struct Ranked {
    const Example& example;
    RankedSource source;
    Settings settings;
    const OutputChoice& output;
};

Result<RankedValues> layersOf(const Ranked& of) {
    auto stack = MethodStack::begin(of.example, of.source.part, of.source.method, of.settings);
    if (!stack) return std::unexpected(stack.error());
    while (stack->advance()) {}
    const Matrix rows = profile(stack->matrices(), of.output);
    return RankedValues{stack->firstLayer(), {rows.data(), rows.data() + rows.size()}};
}

Result<RankedValues> flowsOf(const Ranked& of) {
    auto graph = flowGraph(of.example, of.source.part, of.settings);
    if (!graph) return std::unexpected(graph.error());
    FlowRequest request;
    request.lastLayer = graph->layers() - 1;
    request.sources = of.output.tokens;
    const auto table = maxFlows(*graph, request);
    if (!table) return std::unexpected(table.error());
    RankedValues ranking{of.settings.startLayer, {}};
    const std::size_t size = table->sources.size() * table->sinks.size();
    for (int layer = 0; layer < table->layers; ++layer) {
        const auto values = std::span(table->values).subspan(table->index(layer, 0, 0), size);
        const auto row =
            outputRow(values, static_cast<int>(table->sinks.size()), {of.output.join, {}});
        ranking.values.insert(ranking.values.end(), row.begin(), row.end());
    }
    return ranking;
}

/// One problem per layer.
Result<RankedValues> jointOf(const Ranked& of) {
    static const AttentionTensor none;
    const AttentionTensor* gradients = gradientsOf(of.example, of.source.part);
    const AttentionTensor& tensor = *of.source.tensor;
    RankedValues ranking{of.settings.startLayer, {}};
    std::vector<std::vector<double>> capacities;
    for (int layer = 0; layer < tensor.layers; ++layer) {
        capacities.push_back(
            jointCapacities(tensor, gradients == nullptr ? none : *gradients, of.settings, layer));
        if (layer < ranking.firstLayer) continue;
        auto joint =
            JointAttribution::begin(capacities, tensor.keys, of.settings, of.output.tokens);
        if (!joint) return std::unexpected(joint.error());
        while (!joint->step()) {}
        const std::vector<double> values = joint->values();
        ranking.values.insert(ranking.values.end(), values.begin(), values.end());
    }
    return ranking;
}

/// Marks values as NaN whose weights the file lacks.
void markGaps(RankedValues& ranking, const Ranked& of) {
    if (!of.source.tensor->hasMissing) return;
    const Gaps gaps(of.example, of.source.part, of.source.method, of.settings);
    const std::size_t keys = of.source.tensor->keys;
    for (std::size_t at = 0; at + keys <= ranking.values.size(); at += keys)
        gaps.markRow(std::span(ranking.values).subspan(at, keys),
                     ranking.firstLayer + static_cast<int>(at / keys), of.output);
}

}  // namespace

Result<std::vector<std::optional<RankedValues>>> exampleRankings(const Example& example,
                                                                 const WeightOptions& options) {
    const auto output = outputFor(example, options);
    if (!output) return std::unexpected(output.error());
    const Part temporary = rankedPart(example, options);
    std::vector<std::optional<RankedValues>> rankings(rankedRowCount);
    for (int row = 0; row < rankedRowCount; ++row) {
        const RankedSource source = rankedSource(example, temporary, row);
        if (source.tensor == nullptr) {
            if (temporary == source.part && row == 0)  // checkMethod reports the missing part
                return std::unexpected(
                    checkMethod(example, temporary, Method::raw, options.settings).error());
            continue;
        }
        const Ranked of{example, source,
                        canonicalSettings(options.settings, source.method, source.tensor->heads,
                                          source.tensor->kind),
                        *output};
        if (!hasRanking(example, temporary, row, of.settings, output->join)) continue;
        auto ranking = source.method == Method::flow    ? flowsOf(of)
                       : source.method == Method::joint ? jointOf(of)
                                                        : layersOf(of);
        if (!ranking) return std::unexpected(ranking.error());
        markGaps(*ranking, of);
        rankings[row] = std::move(*ranking);
    }
    return rankings;
}

std::vector<bool> takingPart(const Example& example, const WeightOptions& options) {
    const auto output = outputFor(example, options);
    std::vector<bool> takesPart = rankedTokens(example, options.model.among,
                                               output ? *output : OutputChoice{}, options.exclude);
    for (const Importance& scores : example.importance)
        for (std::size_t token = 0; token < std::min(takesPart.size(), scores.values.size());
             ++token)
            if (std::isnan(scores.values[token])) takesPart[token] = false;
    return takesPart;
}

std::vector<LayerScores> scoresOf(const std::vector<std::optional<RankedValues>>& rankings,
                                  const Example& example, const WeightOptions& options,
                                  TieRanks ties) {
    const std::vector<bool> keep = takingPart(example, options);
    std::vector<LayerScores> all;
    for (int row = 0; row < rankedRowCount; ++row) {
        if (!rankings[row]) continue;
        const RankOptions ranks{ties, specOf(rankedRows[row].method).sameWithin};
        for (const Importance& scores : example.importance) {
            if (scores.values.size() != example.tokens.size()) continue;
            all.push_back({scores.name, row, rankings[row]->firstLayer,
                           correlateLayers(rankings[row]->values, scores.values, keep, ranks)});
        }
    }
    return all;
}

Result<std::vector<LayerScores>> exampleScores(const Example& example, const WeightOptions& options,
                                               TieRanks ties) {
    const auto rankings = exampleRankings(example, options);
    if (!rankings) return std::unexpected(rankings.error());
    return scoresOf(*rankings, example, options, ties);
}

}  // namespace hw::cli
