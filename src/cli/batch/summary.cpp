// SPDX-License-Identifier: MIT
#include "cli/batch/summary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "cli/batch/input/json_line.h"
#include "core/matrix/matrix.h"
#include "core/methods/missing.h"
#include "core/report/mass_table.h"
#include "core/tokens/token_text.h"
#include "core/tokens/visible_text.h"
#include "io/write/json_writer.h"

namespace hw::cli {
namespace {

/// The classes in one classification, and the number of each token's class.
struct NumberedClasses {
    std::vector<std::string> classes;
    std::vector<int> ofToken;
};

NumberedClasses numbered(const std::vector<std::string>& classOfToken) {
    NumberedClasses all;
    for (const std::string& name : classOfToken) {
        const auto found = std::ranges::find(all.classes, name);
        all.ofToken.push_back(static_cast<int>(found - all.classes.begin()));
        if (found == all.classes.end()) all.classes.push_back(name);
    }
    return all;
}

std::vector<double> sharesOf(const std::vector<int>& numbers, std::size_t classes) {
    std::vector<double> shares(classes, 0.0);
    for (const int number : numbers) shares[number] += 1.0;
    for (double& share : shares) share /= static_cast<double>(numbers.size());
    return shares;
}

/// shares(layer, queries) for each layer.
template <class Shares>
RolloutShares rolloutShares(std::span<const Matrix> layers, int first,
                            const std::vector<int>& output, Shares shares) {
    RolloutShares result;
    result.output.resize(first);
    result.all.resize(first);
    for (const Matrix& layer : layers) {
        result.output.push_back(shares(layer, output));
        result.all.push_back(shares(layer, std::vector<int>{}));
    }
    return result;
}

/// A mean over the heads that have a value.
double meanOf(const std::vector<HeadStatistics>& heads, double HeadStatistics::* member) {
    MeanSpread mean;
    for (const HeadStatistics& head : heads) {
        if (!std::isnan(head.*member)) mean.add(head.*member);
    }
    return mean.count() > 0 ? mean.mean() : std::nan("");
}

}  // namespace

Result<Summary> summarise(const Example& example, const BatchOptions& options) {
    const auto output = outputFor(example, options);
    if (!output) return std::unexpected(output.error());
    const Part part = rankedPart(example, options);
    auto stack = MethodStack::begin(example, part, Method::rollout, options.settings);
    if (!stack) return std::unexpected(stack.error());
    while (stack->advance()) {}
    const int first = stack->firstLayer();
    const Gaps gaps(example, part, Method::rollout, options.settings);
    std::vector<Matrix> layers = std::move(*stack).take();
    for (int i = 0; i < static_cast<int>(layers.size()); ++i)
        gaps.markMatrix(valuesOf(layers[i]), first + i);

    Summary summary{.cluster = example.cluster};
    // If the example has both, rollout uses the contributions, and heads use the attention.
    const AttentionTensor& heads =
        example.attentions.empty() ? *tensorOf(example, part) : example.attentions;
    summary.heads = heads.heads;
    summary.statistics =
        headStatistics(heads, specialTokens(example.tokens, example.specialTokens));
    summary.distances = rolloutShares(
        layers, first, output->tokens,
        [](MatrixView layer, const std::vector<int>& of) { return massByDistance(layer, of); });
    for (const TokenClasses& each : example.tokenClasses) {
        NumberedClasses tokens = numbered(each.classes);
        const int count = static_cast<int>(tokens.classes.size());
        ClassShares shares{each.name, {}, sharesOf(tokens.ofToken, tokens.classes.size()), {}};
        shares.rollout = rolloutShares(layers, first, output->tokens,
                                       [&](MatrixView layer, const std::vector<int>& of) {
                                           return massByClass(layer, of, tokens.ofToken, count);
                                       });
        shares.classes = std::move(tokens.classes);
        summary.classes.push_back(std::move(shares));
    }
    if (!hasScores(example)) return summary;
    auto scores = exampleScores(example, options, options.ranks);
    if (!scores) return std::unexpected(scores.error());
    summary.scores = std::move(*scores);
    return summary;
}

std::string listLine(const Example& example, const Summary& summary, const Place& place, int number,
                     const std::string& out) {
    JsonWriter json;
    json.beginObject().field("file", pathFrom(out, place.file));
    if (place.line > 0) json.field("line", static_cast<unsigned long long>(place.line));
    if (place.size > 0) {
        json.key("bytes").beginArray().value(static_cast<unsigned long long>(place.at));
        json.value(static_cast<unsigned long long>(place.size)).endArray();
    }
    json.field("example", number);
    if (!example.title.empty()) json.field("title", example.title);
    constexpr std::size_t longestText = 120;
    json.field("text", runningText(example.tokens, longestText));
    json.field("tokens", static_cast<int>(example.tokens.size()));
    for (const auto& [name, member] : headStatisticNames)
        json.field(name, static_cast<float>(meanOf(summary.statistics, member)));
    if (!summary.scores.empty()) {
        json.key("importance").beginObject();
        for (const std::string_view name : importanceNames(summary.scores)) {
            json.key(name).beginArray();
            // One list of all layers for each of rankedRows, in their order. A row without values is null, and so are
            // layers below a row's first layer.
            for (int row = 0; row < rankedRowCount; ++row) {
                const auto found =
                    std::ranges::find_if(summary.scores, [&](const LayerScores& one) {
                        return one.importance == name && one.row == row && !one.layers.empty();
                    });
                if (found == summary.scores.end()) {
                    json.value(std::nanf(""));
                    continue;
                }
                json.beginArray();
                for (int layer = 0; layer < found->firstLayer; ++layer) json.value(std::nanf(""));
                for (const double value : found->layers) json.value(static_cast<float>(value));
                json.endArray();
            }
            json.endArray();
        }
        json.endObject();
    }
    json.endObject();
    return json.take() + '\n';
}

namespace {

constexpr double nothing = std::numeric_limits<double>::quiet_NaN();

void writeRows(JsonWriter& json, const char* key, const std::vector<std::vector<double>>& rows) {
    json.key(key).beginArray();
    for (const std::vector<double>& row : rows) {
        json.beginArray();
        for (const double value : row) json.value(value);
        json.endArray();
    }
    json.endArray();
}

void writeShares(JsonWriter& json, const RolloutShares& shares) {
    writeRows(json, "output", shares.output);
    writeRows(json, "all", shares.all);
}

/// Rows of at most `widest` numbers. A missing key has no rows.
std::optional<std::vector<std::vector<double>>> rowsAt(const io::Tree& tree, io::NodeId object,
                                                       std::string_view key, std::size_t widest) {
    const io::NodeId node = tree.find(object, key);
    if (node == io::none) return std::vector<std::vector<double>>{};
    auto rows = rowsOf(tree, node);
    if (!rows) return std::nullopt;
    for (const std::vector<double>& row : *rows) {
        if (row.size() > widest) return std::nullopt;
    }
    return rows;
}

std::optional<RolloutShares> sharesAt(const io::Tree& tree, io::NodeId node, std::size_t widest) {
    auto output = rowsAt(tree, node, "output", widest);
    auto all = rowsAt(tree, node, "all", widest);
    if (!output || !all) return std::nullopt;
    return RolloutShares{std::move(*output), std::move(*all)};
}

std::optional<ClassShares> classesAt(const io::Tree& tree, io::NodeId node) {
    ObjectReader written(tree, node);
    ClassShares shares{written.text("name"), written.texts("classes"), {}, {}};
    if (written.has("tokens")) shares.tokens = written.numbers("tokens", 1.0 + 1e-9);
    auto rollout = sharesAt(tree, node, shares.classes.size());
    if (!rollout || !written.isGood() || shares.tokens.size() > shares.classes.size())
        return std::nullopt;
    shares.rollout = std::move(*rollout);
    return shares;
}

std::optional<LayerScores> scoresAt(const io::Tree& tree, std::string_view importance,
                                    io::NodeId row) {
    const auto ranked = rankedRowOf(tree.key(row));
    if (!ranked || !tree.is(row, io::Kind::array)) return std::nullopt;
    LayerScores read{std::string(importance), *ranked, 0, {}};
    for (const io::NodeId cell : tree.children(row)) {
        ObjectReader written(tree, cell);
        const auto layer = written.whole("layer", 1, mostLayers);
        const io::NodeId value = tree.find(cell, "correlation");
        const double correlation = tree.is(value, io::Kind::number) ? tree.number(value) : nothing;
        if (!written.isGood() || std::abs(correlation) > 1.0 + 1e-9) return std::nullopt;
        if (read.layers.empty()) read.firstLayer = static_cast<int>(layer) - 1;
        read.layers.push_back(correlation);
    }
    return read;
}

bool readScores(std::vector<LayerScores>& scores, const io::Tree& tree, io::NodeId tables) {
    if (tables == io::none) return true;
    if (!tree.is(tables, io::Kind::object)) return false;
    for (const io::NodeId table : tree.children(tables)) {
        for (const io::NodeId row : tree.children(table)) {
            auto read = scoresAt(tree, tree.key(table), row);
            if (!read) return false;
            scores.push_back(std::move(*read));
        }
    }
    return true;
}

/// Layers by heads, with the same number of heads in each layer.
bool readStatistics(Summary& summary, const io::Tree& tree, io::NodeId statistics) {
    for (const auto& [name, member] : headStatisticNames) {
        const auto rows = rowsAt(tree, statistics, name, mostLayers);
        if (!rows) return false;
        std::size_t at = 0;
        for (const std::vector<double>& row : *rows) {
            if (summary.heads == 0) summary.heads = static_cast<int>(row.size());
            if (row.empty() || std::cmp_not_equal(row.size(), summary.heads)) return false;
            if (summary.statistics.size() < at + row.size())
                summary.statistics.resize(at + row.size());
            for (const double value : row) summary.statistics[at++].*member = value;
        }
    }
    return true;
}

}  // namespace

std::string summaryJson(const Summary& summary) {
    JsonWriter json;
    json.beginObject();
    if (!summary.cluster.empty()) json.field("cluster", summary.cluster);
    json.key("statistics").beginObject();
    for (const auto& [name, member] : headStatisticNames) {
        std::vector<std::vector<double>> rows;
        for (std::size_t i = 0; i < summary.statistics.size(); ++i) {
            if (i % summary.heads == 0) rows.emplace_back();
            rows.back().push_back(summary.statistics[i].*member);
        }
        writeRows(json, name, rows);
    }
    json.endObject().key("rolloutByDistance").beginObject();
    writeShares(json, summary.distances);
    json.endObject().key("tokenClasses").beginArray();
    for (const ClassShares& each : summary.classes) {
        json.beginObject().field("name", each.name).array("classes", each.classes);
        json.array("tokens", each.tokens);
        writeShares(json, each.rollout);
        json.endObject();
    }
    json.endArray();
    if (!summary.scores.empty()) writeScores(json, summary.scores);
    return json.endObject().take();
}

std::optional<Summary> readSummary(const io::Tree& tree) {
    constexpr io::NodeId root = io::Tree::root;
    Summary summary;
    if (!readStatistics(summary, tree, tree.find(root, "statistics"))) return std::nullopt;
    // No text is longer than an int can count.
    const std::size_t slots = distanceSlot(std::numeric_limits<int>::max()) + 1;
    auto distances = sharesAt(tree, tree.find(root, "rolloutByDistance"), slots);
    if (!distances) return std::nullopt;
    summary.distances = std::move(*distances);
    ObjectReader written(tree, root);
    if (written.has("cluster")) summary.cluster = written.text("cluster");
    for (const io::NodeId each : written.list("tokenClasses")) {
        auto shares = classesAt(tree, each);
        if (!shares) return std::nullopt;
        summary.classes.push_back(std::move(*shares));
    }
    if (!written.isGood() || !readScores(summary.scores, tree, tree.find(root, "importance")))
        return std::nullopt;
    return summary;
}

}  // namespace hw::cli
