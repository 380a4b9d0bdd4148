// SPDX-License-Identifier: MIT
#include "cli/batch/summary.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/matrix/matrix.h"
#include "core/methods/missing.h"
#include "core/report/mass_table.h"
#include "core/tokens/token_text.h"
#include "core/tokens/visible_text.h"

namespace hw::cli {
namespace {

/// The classes of a respect, and the number of each token's.
struct Numbered {
    std::vector<std::string> classes;
    std::vector<int> ofToken;
};

Numbered numbered(const std::vector<std::string>& classOfToken) {
    Numbered all;
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

/// A mean over heads, without those that have nothing to say.
double meanOf(const std::vector<HeadStatistics>& heads, double HeadStatistics::* member) {
    MeanSpread mean;
    for (const HeadStatistics& head : heads) {
        if (!std::isnan(head.*member)) mean.add(head.*member);
    }
    return mean.count() > 0 ? mean.mean() : std::nan("");
}

}  // namespace

Result<Summary> summarise(const Example& example, const Options& options) {
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
    // Where there are both, rollout is that of the contributions, and heads are those of the attention.
    const AttentionTensor& heads =
        example.attentions.empty() ? *tensorOf(example, part) : example.attentions;
    summary.heads = heads.heads;
    summary.statistics =
        headStatistics(heads, specialTokens(example.tokens, example.specialTokens));
    summary.distances = rolloutShares(
        layers, first, output->tokens,
        [](MatrixView layer, const std::vector<int>& of) { return massByDistance(layer, of); });
    for (const TokenClasses& each : example.tokenClasses) {
        Numbered tokens = numbered(each.classes);
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
    auto scores = exampleScores(example, options);
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
            // A list of all layers for each of rankedRows, in their order; null where there is none: of a row that the
            // example has nothing for, and of layers below the one that it starts at.
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

}  // namespace hw::cli
