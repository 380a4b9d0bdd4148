// SPDX-License-Identifier: MIT
#include "model/experiment/experiment.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "model/experiment/draw.h"

namespace hw::model {
namespace {

double meanOf(const std::vector<double>& values) {
    return values.empty() ? 0
                          : std::accumulate(values.begin(), values.end(), 0.0) /
                                static_cast<double>(values.size());
}

std::vector<std::vector<int>> tokensOf(const std::vector<std::vector<Unit>>& lists) {
    std::vector<std::vector<int>> groups;
    for (const std::vector<Unit>& list : lists) {
        std::vector<int>& group = groups.emplace_back();
        for (const Unit& unit : list) group.push_back(unit.place.key);
    }
    return groups;
}

}  // namespace

Result<Experiment> experiment(const Runner& runner, const Target& target,
                              const std::vector<Unit>& ranking, const std::vector<Unit>& all,
                              const ExperimentOptions& options) {
    Experiment made;
    made.value = runner.value(target);
    int most = std::min<int>(options.most, static_cast<int>(ranking.size()));
    // A head that pools needs at least one visible token.
    if (most > 0 && ranking.front().kind == UnitKind::token)
        most = std::min(most, runner.stacks().front().keys - 1);
    for (int count = 1; count <= most; count *= 2) made.counts.push_back(count);
    if (made.counts.empty()) return made;
    std::vector<std::vector<Unit>> lists{{ranking.begin(), ranking.begin() + most}};
    Draw draw(all, options.seed);
    for (int i = 0; i < options.draws; ++i) lists.push_back(draw.like(lists.front()));
    std::vector<std::vector<Unit>> cuts;
    for (const std::vector<Unit>& list : lists)
        for (const int count : made.counts)
            cuts.emplace_back(list.begin(),
                              list.begin() + std::min(count, static_cast<int>(list.size())));
    const auto values = options.without && ranking.front().kind == UnitKind::token
                            ? options.without(tokensOf(cuts))
                            : runner.values(cuts, options.rule, target,
                                            {options.progress, options.stop, options.known});
    if (!values) return std::unexpected(values.error());
    const auto width = std::ssize(made.counts);
    const auto row = [&](std::ptrdiff_t index) {
        return std::vector<double>(values->begin() + index * width,
                                   values->begin() + (index + 1) * width);
    };
    made.ranked = row(0);
    int asLow = 1;
    for (int i = 1; i <= options.draws; ++i) {
        made.random.push_back(row(i));
        if (meanOf(made.random.back()) <= meanOf(made.ranked)) ++asLow;
    }
    made.p = static_cast<double>(asLow) / (options.draws + 1);
    for (std::ptrdiff_t count = 0; count < width && !made.random.empty(); ++count) {
        std::vector<double> column;
        for (const std::vector<double>& drawn : made.random) column.push_back(drawn[count]);
        made.randomLeast.push_back(std::ranges::min(column));
        const Spread spread = spreadOf(std::move(column));
        made.randomMean.push_back(spread.mean);
        made.randomLow.push_back(spread.low);
        made.randomHigh.push_back(spread.high);
    }
    made.area = made.random.empty() ? 0 : meanOf(made.randomMean) - meanOf(made.ranked);
    return made;
}

}  // namespace hw::model
