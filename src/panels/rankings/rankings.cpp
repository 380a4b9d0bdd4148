// SPDX-License-Identifier: MIT
#include "panels/rankings/rankings.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

#include "page/mirror/tables.h"
#include "page/models/number_phrases.h"

namespace hw {
namespace {

/// 1 for the largest.
std::vector<double> fromTheTop(const std::vector<double>& values, const RankOptions& options) {
    std::vector<double> ranks = ranksOf(values, options);
    const double last = static_cast<double>(values.size()) + 1;
    for (double& rank : ranks) rank = last - rank;
    return ranks;
}

std::string rankText(double rank) {
    const double whole = std::floor(rank);
    return std::to_string(static_cast<int>(whole)) + (rank > whole ? "½" : "");
}

/// The correlation of `count` tokens, in words.
std::string describeCorrelation(const Rankings& rankings, double count) {
    if (std::isnan(rankings.correlation))
        return "One ranking is constant, so there is no correlation."_tr;
    const std::string correlation = correlationNumber(rankings.correlation);
    if (!(count > 1)) {
        return formatText("Spearman’s correlation is {}. Squared rank differences sum to {}."_tr,
                          {correlation, rankText(rankings.squares)});
    }
    return formatText(
        "Spearman’s correlation is {}. Squared rank differences sum to {}, against {} on average for unrelated rankings."_tr,
        {correlation, rankText(rankings.squares),
         rankText(std::floor(count * (count * count - 1) / 6))});
}

/// Tokens in the order of a rank. Equal ones keep the order of the text.
template <class Rank>
std::vector<std::size_t> orderOf(const std::vector<RankedToken>& tokens, Rank rank) {
    std::vector<std::size_t> order(tokens.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {},
                             [&](std::size_t i) { return std::invoke(rank, tokens[i]); });
    return order;
}

}  // namespace

Rankings rankingsOf(std::span<const std::string> labels, std::span<const double> left,
                    std::span<const double> right, const std::vector<bool>& keep,
                    const RankOptions& forLeft, const RankOptions& forRight, int most) {
    Rankings rankings;
    std::vector<double> a;
    std::vector<double> b;
    for (std::size_t i = 0; i < labels.size(); ++i) {
        if (!keep[i]) continue;
        a.push_back(left[i]);
        b.push_back(right[i]);
        rankings.tokens.push_back(
            {.label = labels[i], .leftValue = left[i], .rightValue = right[i]});
    }
    rankings.correlation = spearman(a, b, forLeft, forRight);
    const std::vector<double> leftRanks = fromTheTop(a, forLeft);
    const std::vector<double> rightRanks = fromTheTop(b, forRight);
    for (std::size_t i = 0; i < a.size(); ++i) {
        rankings.tokens[i].left = leftRanks[i];
        rankings.tokens[i].right = rightRanks[i];
        const double apart = leftRanks[i] - rightRanks[i];
        rankings.squares += apart * apart;
    }
    const auto best = [](const RankedToken& token) { return std::min(token.left, token.right); };
    const std::size_t count = std::max(most, 0);
    if (rankings.tokens.size() > count) {
        std::vector<std::size_t> order = orderOf(rankings.tokens, best);
        rankings.hidden = static_cast<int>(order.size() - count);
        order.resize(count);
        std::ranges::stable_sort(order);
        std::vector<RankedToken> kept;
        kept.reserve(count);
        for (const std::size_t i : order) kept.push_back(std::move(rankings.tokens[i]));
        rankings.tokens = std::move(kept);
    }
    int place = 0;
    for (const std::size_t i : orderOf(rankings.tokens, &RankedToken::right))
        rankings.tokens[i].rightPlace = place++;
    std::ranges::stable_sort(rankings.tokens, {}, &RankedToken::left);
    place = 0;
    for (RankedToken& token : rankings.tokens) token.leftPlace = place++;
    rankings.caption = describeCorrelation(rankings, static_cast<double>(a.size()));
    if (rankings.hidden > 0) {
        rankings.caption +=
            " " +
            pluralText(
                rankings.hidden,
                "{} token low in both rankings is not drawn.|{} tokens low in both rankings are not drawn."_tr);
    }
    return rankings;
}

void writeTable(JsonWriter& json, const Rankings& rankings) {
    if (rankings.tokens.empty()) return;
    mirror::beginTable(
        json, rankings.title, rankings.caption,
        {formatText("rank by {}"_tr, {rankings.left}),
         formatText("rank by {}"_tr, {rankings.right}), rankings.left, rankings.right});
    for (const RankedToken& token : rankings.tokens) {
        mirror::tableRow(json, token.label,
                         {rankText(token.left), rankText(token.right),
                          signedNumber(token.leftValue, decimalsFor(token.leftValue)),
                          signedNumber(token.rightValue, decimalsFor(token.rightValue))});
    }
    mirror::endTable(json);
}

}  // namespace hw
