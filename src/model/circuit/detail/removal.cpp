// SPDX-License-Identifier: MIT
#include "model/circuit/detail/removal.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <utility>

#include "core/localized_text.h"
#include "model/train/draws.h"

namespace hw::circuit {
namespace {

constexpr std::array<double, 5> shares{.01, .05, .1, .2, .5};

/// The answer's probability in texts whose tokens are replaced.
Result<std::vector<double>> probabilitiesOf(const model::Network& network, const Removal& removal,
                                            const std::vector<std::vector<int>>& removed,
                                            const model::Stop& stop) {
    if (removal.removable.empty())
        return std::unexpected(Problem{.code = Code::badArgument,
                                       .place = "text",
                                       .finding = "The text has no tokens that can be removed."_tr,
                                       .remedy = {},
                                       .byte = {}});
    std::vector<model::TextInput> texts;
    for (const std::vector<int>& tokens : removed) {
        texts.push_back(removal.text);
        for (const int token : tokens) texts.back().ids[token] = removal.replacement;
    }
    const model::Target target{.kind = model::TargetKind::probability,
                               .index = removal.answer,
                               .position = removal.position};
    return model::textValues(network, texts, {}, {target}, {}, stop);
}

/// The removable tokens that are not in a list.
std::vector<int> without(const std::vector<int>& all, std::span<const int> list) {
    std::vector<int> rest;
    for (const int token : all)
        if (std::ranges::find(list, token) == list.end()) rest.push_back(token);
    return rest;
}

double areaOf(const std::vector<double>& curve) {
    double sum = 0;
    for (std::size_t i = 0; i + 1 < curve.size(); ++i) sum += (curve[i] + curve[i + 1]) / 2;
    return sum / static_cast<double>(curve.size() - 1);
}

double meanOf(const std::vector<double>& values) {
    return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// Ranks from 0, equal values share their mean.
std::vector<double> ranksOf(const std::vector<double>& values) {
    std::vector<double> ranks;
    for (const double value : values) {
        const auto lower =
            std::ranges::count_if(values, [=](double other) { return other < value; });
        const auto same = std::ranges::count(values, value);
        ranks.push_back(static_cast<double>(lower) + static_cast<double>(same - 1) / 2);
    }
    return ranks;
}

double correlationOf(const std::vector<double>& a, const std::vector<double>& b) {
    const double meanA = meanOf(a);
    const double meanB = meanOf(b);
    double both = 0;
    double squareA = 0;
    double squareB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both += (a[i] - meanA) * (b[i] - meanB);
        squareA += (a[i] - meanA) * (a[i] - meanA);
        squareB += (b[i] - meanB) * (b[i] - meanB);
    }
    return both / std::sqrt(squareA * squareB);
}

}  // namespace

Result<RemovalCurves> removalCurves(const model::Network& network, const Removal& removal,
                                    std::span<const double> scores, const model::Stop& stop) {
    RemovalCurves made;
    made.order = removal.removable;
    std::ranges::stable_sort(made.order, [&](int a, int b) { return scores[a] > scores[b]; });
    const int count = static_cast<int>(made.order.size());
    const auto top = [&](int k) { return std::span(made.order).first(k); };
    std::vector<std::vector<int>> removed{{}};
    for (int k = 0; k <= count; ++k) {
        removed.emplace_back(top(k).begin(), top(k).end());
        removed.push_back(without(made.order, top(k)));
    }
    const auto values = probabilitiesOf(network, removal, removed, stop);
    if (!values) return std::unexpected(values.error());
    made.probability = values->front();
    for (int k = 0; k <= count; ++k) {
        made.deletion.push_back((*values)[1 + 2 * k]);
        made.insertion.push_back((*values)[2 + 2 * k]);
    }
    for (const double share : shares) {
        const int k = static_cast<int>(std::ceil(share * count - 1e-9));
        made.counts.push_back(k);
        made.comprehensiveness.push_back(made.probability - made.deletion[k]);
        made.sufficiency.push_back(made.probability - made.insertion[k]);
        made.logOdds.push_back(std::log(made.deletion[k]) - std::log(made.probability));
    }
    made.meanComprehensiveness = meanOf(made.comprehensiveness);
    made.meanSufficiency = meanOf(made.sufficiency);
    made.deletionArea = areaOf(made.deletion);
    made.insertionArea = areaOf(made.insertion);
    return made;
}

Result<RemovalDraws> removalDraws(const model::Network& network, const Removal& removal,
                                  std::span<const double> scores, int count, std::uint64_t seed,
                                  const model::Stop& stop) {
    RemovalDraws made;
    const int tokens = static_cast<int>(removal.removable.size());
    made.keeps = tokens / 2;
    std::vector<std::vector<int>> removed;
    for (int set = 0; set < count; ++set) {
        train::Draws draws(train::draw(seed, set));
        std::vector<int>& kept = made.kept.emplace_back();
        double sum = 0;
        for (const int place : draws.different(tokens, made.keeps))
            kept.push_back(removal.removable[place]);
        std::ranges::sort(kept);
        for (const int token : kept) sum += scores[token];
        made.predicted.push_back(sum);
        removed.push_back(without(removal.removable, kept));
    }
    const auto values = probabilitiesOf(network, removal, removed, stop);
    if (!values) return std::unexpected(values.error());
    for (const double p : *values) made.logOdds.push_back(std::log(p) - std::log1p(-p));
    made.correlation = correlationOf(ranksOf(made.logOdds), ranksOf(made.predicted));
    return made;
}

}  // namespace hw::circuit
