// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <utility>

#include "cli/commands.h"
#include "cli/scores.h"
#include "core/flow/max_flow.h"
#include "core/matrix/matrix.h"
#include "core/number_text.h"
#include "core/report/faithfulness.h"
#include "io/write/export.h"

namespace hw::cli {
namespace {

/// A method's [layers][n] for one output token, float64.
struct Ranking {
    Method method = Method::raw;
    int firstLayer = 0;
    std::vector<double> rows;
};

Result<Ranking> layersOf(const Example& example, Part part, Method method, const Settings& settings,
                         const OutputChoice& output) {
    auto stack = MethodStack::begin(example, part, method, settings);
    if (!stack) return std::unexpected(stack.error());
    while (stack->advance()) {}
    const Matrix rows = profile(stack->matrices(), output);
    return Ranking{method, stack->firstLayer(), {rows.data(), rows.data() + rows.size()}};
}

Result<Ranking> flowsOf(const Example& example, Part part, const Settings& settings,
                        const OutputChoice& output) {
    auto graph = flowGraph(example, part, settings);
    if (!graph) return std::unexpected(graph.error());
    FlowRequest request;
    request.lastLayer = graph->layers() - 1;
    request.sources = output.tokens;
    const auto table = maxFlows(*graph, request);
    if (!table) return std::unexpected(table.error());
    Ranking ranking{Method::flow, settings.startLayer, {}};
    const std::size_t size = table->sources.size() * table->sinks.size();
    for (int layer = 0; layer < table->layers; ++layer) {
        const auto values = std::span(table->values).subspan(table->index(layer, 0, 0), size);
        const auto row =
            outputRow(values, static_cast<int>(table->sinks.size()), {output.join, {}});
        ranking.rows.insert(ranking.rows.end(), row.begin(), row.end());
    }
    return ranking;
}

std::string fixed3(double value) {
    const bool negative = value < 0.0;
    std::string digits = numberText(static_cast<int>((negative ? -value : value) * 1000.0 + 0.5));
    if (digits.size() < 4) digits.insert(0, 4 - digits.size(), '0');
    digits.insert(digits.size() - 3, 1, '.');
    return (negative ? "-" : " ") + digits;
}

/// One table a score: methods down, layers across, mean and standard deviation in a cell.
std::string tablesForPeople(int examples, const std::vector<ExportScores>& tables) {
    std::string text;
    for (const ExportScores& table : tables) {
        text += table.importance + ", " + numberText(examples) +
                (examples == 1 ? " example" : " examples");
        text += ": Spearman's rank correlation, mean and standard deviation, by layer\n";
        for (const ExportScores::Row& row : table.methods) {
            std::string name(nameOf(row.method));
            name.resize(9, ' ');
            text += name;
            for (std::size_t layer = 0; layer < row.layers.size(); ++layer) {
                text += " L" + numberText(row.firstLayer + static_cast<int>(layer) + 1);
                text += fixed3(row.layers[layer].mean()) + " \u00B1" +
                        fixed3(row.layers[layer].deviation()).substr(1);
            }
            text += '\n';
        }
        text += '\n';
    }
    return text;
}

}  // namespace

void ScoreTables::add(const LayerScores& scores) {
    ExportScores::Row& row = rowOf(scores.importance, scores.method, scores.firstLayer);
    row.layers.resize(std::max(row.layers.size(), scores.layers.size()));
    for (std::size_t layer = 0; layer < scores.layers.size(); ++layer)
        row.layers[layer].add(scores.layers[layer]);
}

void ScoreTables::add(const ExportScores& other) {
    for (const ExportScores::Row& from : other.methods) {
        ExportScores::Row& row = rowOf(other.importance, from.method, from.firstLayer);
        row.layers.resize(std::max(row.layers.size(), from.layers.size()));
        for (std::size_t layer = 0; layer < from.layers.size(); ++layer)
            row.layers[layer].add(from.layers[layer]);
    }
}

ExportScores::Row& ScoreTables::rowOf(const std::string& importance, Method method,
                                      int firstLayer) {
    auto table = std::ranges::find(tables_, importance, &ExportScores::importance);
    if (table == tables_.end()) table = tables_.insert(tables_.end(), {importance, {}});
    auto row = std::ranges::find(table->methods, method, &ExportScores::Row::method);
    if (row == table->methods.end()) row = table->methods.insert(row, {method, firstLayer, {}});
    return *row;
}

Part rankedPart(const Example& example, const Options& options) {
    const Part part = partFor(example, Method::raw, options);
    return part == Part::contributions ? part : Part::encoder;
}

Result<OutputChoice> outputFor(const Example& example, const Options& options) {
    if (options.token) return chooseTokens(*options.token, example.tokens);
    return OutputChoice{OutputJoin::sum, {outputTokenOf(example)}};
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
            json.key(nameOf(each.method)).beginArray();
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

Result<std::vector<LayerScores>> exampleScores(const Example& example, const Options& options) {
    const auto output = outputFor(example, options);
    if (!output) return std::unexpected(output.error());
    const std::vector<bool> keep = keptTokens(example.tokens, options.leaveOut);
    std::vector<LayerScores> all;
    const Part part = rankedPart(example, options);
    const AttentionTensor* tensor = tensorOf(example, part);
    for (const Method method : rankedMethods) {
        // Of contributions that are global already there is no flow.
        if (tensor != nullptr && !tensor->isAttention() &&
            !isOfContributions(method, tensor->kind, tensor->hasNegative))
            continue;
        const auto ranking = method == Method::flow
                                 ? flowsOf(example, part, options.settings, *output)
                                 : layersOf(example, part, method, options.settings, *output);
        if (!ranking) return std::unexpected(ranking.error());
        // Two flows through one cut may differ in the last digit that float32 weights leave.
        const RankOptions ranks{options.ranks, method == Method::flow ? 1e-9 : 0.0};
        for (const Importance& scores : example.importance) {
            if (scores.values.size() != example.tokens.size()) continue;
            all.push_back({scores.name, method, ranking->firstLayer,
                           correlateLayers(ranking->rows, scores.values, keep, ranks)});
        }
    }
    return all;
}

Problem noScores() {
    return {.code = Code::badArgument,
            .place = "importance",
            .finding = "The file holds no importance scores to compare with.",
            .remedy = R"(Add "importance": {"name": [one number for each token]}.)",
            .byte = {}};
}

std::string scoresText(int examples, const std::vector<ExportScores>& tables, Format format,
                       CsvCells cells) {
    switch (format) {
        case Format::json: return scoresJson(examples, tables) + '\n';
        case Format::csv: return scoresCsv(examples, tables, cells);
        case Format::text: break;
    }
    return tablesForPeople(examples, tables);
}

Result<std::string> correlateText(const Document& document, const Options& options) {
    ScoreTables tables;
    int examples = 0;
    for (const Example& example : document.examples) {
        if (!hasScores(example)) continue;
        const auto scores = exampleScores(example, options);
        if (!scores) return std::unexpected(scores.error());
        for (const LayerScores& each : *scores) tables.add(each);
        ++examples;
    }
    if (tables.all().empty()) return std::unexpected(noScores());
    return scoresText(examples, tables.all(), options.format, options.cells);
}

}  // namespace hw::cli
