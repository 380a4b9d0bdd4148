// SPDX-License-Identifier: MIT
#include "cli/correlate/scores.h"

#include <algorithm>
#include <utility>

#include "cli/commands.h"

namespace hw::cli {

void ScoreTables::add(const LayerScores& scores) {
    ExportScores::Row& row = rowOf(scores.importance, scores.row, scores.firstLayer);
    row.layers.resize(std::max(row.layers.size(), scores.layers.size()));
    for (std::size_t layer = 0; layer < scores.layers.size(); ++layer)
        row.layers[layer].add(scores.layers[layer]);
}

void ScoreTables::add(const ExportScores& other) {
    for (const ExportScores::Row& from : other.methods) {
        ExportScores::Row& row = rowOf(other.importance, from.row, from.firstLayer);
        row.layers.resize(std::max(row.layers.size(), from.layers.size()));
        for (std::size_t layer = 0; layer < from.layers.size(); ++layer)
            row.layers[layer].add(from.layers[layer]);
    }
}

ExportScores::Row& ScoreTables::rowOf(const std::string& importance, int row, int firstLayer) {
    auto table = std::ranges::find(tables_, importance, &ExportScores::importance);
    if (table == tables_.end()) table = tables_.insert(tables_.end(), {importance, {}});
    auto found = std::ranges::find(table->methods, row, &ExportScores::Row::row);
    if (found != table->methods.end()) return *found;
    // Rows keep the order of rankedRows, even if a later example adds one.
    found = std::ranges::find_if(table->methods, [&](const auto& one) { return one.row > row; });
    return *table->methods.insert(found, {row, firstLayer, {}});
}

Part rankedPart(const Example& example, const WeightOptions& options) {
    // A model's run has both attention and contributions.
    if (!options.model.model.empty() && !options.ofContributions) return Part::encoder;
    const Part part = partFor(example, Method::raw, options);
    return part == Part::contributions ? part : Part::encoder;
}

Result<OutputChoice> outputFor(const Example& example, const WeightOptions& options) {
    if (options.token) return chooseTokens(*options.token, example.tokens);
    return usualOutputs(example);
}

std::vector<std::string_view> importanceNames(const std::vector<LayerScores>& scores) {
    std::vector<std::string_view> names;
    for (const LayerScores& each : scores) {
        if (std::ranges::find(names, each.importance) == names.end())
            names.push_back(each.importance);
    }
    return names;
}

void writeScores(JsonWriter& json, const std::vector<LayerScores>& scores) {
    json.key("importance").beginObject();
    for (const std::string_view name : importanceNames(scores)) {
        json.key(name).beginObject();
        for (const LayerScores& each : scores) {
            if (each.importance != name) continue;
            json.key(rankedKey(each.row)).beginArray();
            int layer = each.firstLayer;
            for (const double value : each.layers) {
                json.beginObject().field("layer", ++layer);
                json.field("correlation", value).endObject();
            }
            json.endArray();
        }
        json.endObject();
    }
    json.endObject();
}

bool hasScores(const Example& example) {
    return !example.importance.empty() &&
           (!example.attentions.empty() || !example.contributions.empty());
}

Problem noScores() {
    return {.code = Code::badArgument,
            .place = "importance",
            .finding = "The file has no importance scores to compare with.",
            .remedy = R"(Add "importance": {"name": [one number per token]}.)",
            .byte = {}};
}

}  // namespace hw::cli
