// SPDX-License-Identifier: MIT
#include "panels/compare/pair_rankings.h"

#include <algorithm>
#include <cmath>

namespace hw {
namespace {

/// More lines cannot be distinguished.
constexpr int mostDrawn = 24;

RankOptions ranksFor(const CompareColumn& column) {
    RankOptions options;
    if (column.view.score.empty()) options.epsilon = specOf(column.view.method).sameWithin;
    return options;
}

/// Hidden tokens have no rank.
std::vector<bool> ranked(const CompareColumn& column, const Units& units) {
    std::vector<bool> keep(column.values.size(), true);
    for (std::size_t key = 0; key < std::min(keep.size(), units.list.size()); ++key)
        keep[key] = units.list[key].isShown();
    return keep;
}

}  // namespace

double correlationOf(const CompareColumn& a, const CompareColumn& b, const Units& units,
                     bool hasFewer) {
    std::vector<double> first;
    std::vector<double> second;
    if (!a.ready || !b.ready || a.values.size() != b.values.size()) return std::nan("");
    const std::vector<bool> keep = ranked(a, units);
    for (std::size_t key = 0; key < a.values.size(); ++key) {
        // Skips the decoder's own tokens, which only a flow across both sides has.
        const bool isPadded = std::isnan(a.values[key]) || std::isnan(b.values[key]);
        if (!keep[key] || (isPadded && hasFewer)) continue;
        first.push_back(a.values[key]);
        second.push_back(b.values[key]);
    }
    return spearman(first, second, ranksFor(a), ranksFor(b));
}

Rankings pairRankings(const CompareModel& model, const CompareColumn& a, const CompareColumn& b,
                      const Units& units) {
    const auto isWhole = [&](const CompareColumn& column) {
        return column.ready && column.labels.empty() && column.values.size() == model.labels.size();
    };
    if (!isWhole(a) || !isWhole(b)) return {};
    const std::vector<double> first(a.values.begin(), a.values.end());
    const std::vector<double> second(b.values.begin(), b.values.end());
    std::vector<bool> keep = ranked(a, units);
    for (std::size_t i = 0; i < keep.size(); ++i) {
        if (model.hasFewer && std::isnan(first[i] + second[i])) keep[i] = false;
        if (keep[i] && (std::isnan(first[i]) || std::isnan(second[i]))) return {};
    }
    Rankings rankings =
        rankingsOf(model.labels, first, second, keep, ranksFor(a), ranksFor(b), mostDrawn);
    rankings.left = a.name;
    rankings.right = b.name;
    rankings.title =
        formatText("Tokens ranked by {} ({}) and {} ({})"_tr, {a.name, a.detail, b.name, b.detail});
    return rankings;
}

}  // namespace hw
