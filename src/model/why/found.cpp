// SPDX-License-Identifier: MIT
#include "model/why/found.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/session/token_scores.h"
#include "model/why/word_runs.h"

namespace hw::why {
namespace {

void addReadUpTo(const service::AskedRun& asked, Found& found) {
    const bool isMean = found.look.place < 0;
    const std::vector<double>& whole = found.look.evidence.leftOut;
    found.layers = readLayers(asked, found.wish, isMean);
    for (const int end : found.layers) {
        std::vector<double>& row = found.readUpTo.emplace_back(whole);
        for (std::size_t group = 0; group < whole.size() && !isLastOf(asked, end, isMean); ++group)
            if (!std::isnan(whole[group]))
                row[group] -=
                    found.look.value - asked.tested->hidden.at({end, found.wish.groups[group]});
    }
}

}  // namespace

service::AskedRun plainly(const service::AskedRun& asked) {
    service::AskedRun plain = asked;
    plain.target = plainTarget(std::move(plain.target));
    return plain;
}

Result<Found> findWhy(const service::AskedRun& given, Wish wish) {
    service::TestedGroups own;
    service::AskedRun asked = given;
    if (asked.tested == nullptr) asked.tested = &own;
    auto look = lookAt(asked, wish.groups, wish.by == model::usualBlank, wish.sinks);
    if (!look) return std::unexpected(std::move(look.error()));
    Found found{.wish = std::move(wish), .look = std::move(*look)};
    if (!found.wish.measures) return found;
    if (auto good = Runs(asked, found.wish).toTheEnd(asked.progress); !good)
        return std::unexpected(std::move(good.error()));
    for (const std::vector<int>& group : found.wish.groups)
        found.tested.push_back(asked.tested->tests.at({found.wish.by, group}));
    for (const service::TestedGroup& one : found.tested)
        found.look.evidence.leftOut.push_back(found.look.value - one.value);
    addReadUpTo(asked, found);
    found.verdict = verdictOf(asked, found.look, found.wish.groups, found.tested,
                              found.wish.by == model::usualBlank);
    return found;
}

}  // namespace hw::why
