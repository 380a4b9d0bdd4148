// SPDX-License-Identifier: MIT
#include "model/why/found.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/service/ask_parts.h"
#include "model/session/token_scores.h"

namespace hw::why {
namespace {

Result<void> addReadUpTo(const service::AskedRun& asked, Found& found) {
    const int layers = asked.session.network().spec.layerCount();
    const bool isMean = found.look.place < 0;
    const int count = found.wish.by == model::usualBlank && !asked.base.output
                          ? std::min(found.wish.layers, layers)
                          : 0;
    for (int i = 1; i <= count; ++i) found.layers.push_back(i * layers / count);
    if (count > 0 && isMean) found.layers.push_back(layers + 1);
    const std::vector<double>& whole = found.look.evidence.leftOut;
    // Nothing reads anything behind the last one.
    const auto isLast = [&](int end) { return end == layers + (isMean ? 1 : 0); };
    std::vector<model::Edits> edits;
    for (const int end : found.layers)
        for (std::size_t group = 0; group < whole.size() && !isLast(end); ++group) {
            if (std::isnan(whole[group])) continue;
            model::Edits& one = edits.emplace_back();
            for (const int token : found.wish.groups[group]) one.hidden.push_back({end, token});
        }
    const auto values = model::editedValues(asked.session.network(), asked.base.trace, edits,
                                            asked.target, asked.progress);
    if (!values) return std::unexpected(values.error());
    auto next = values->begin();
    for (const int end : found.layers) {
        std::vector<double>& row = found.readUpTo.emplace_back();
        for (const double one : whole)
            row.push_back(std::isnan(one) || isLast(end) ? one
                                                         : one - (found.look.value - *next++));
    }
    return {};
}

}  // namespace

Result<Found> findWhy(const service::AskedRun& asked, Wish wish) {
    auto look = lookAt(asked, wish.groups, wish.by == model::usualBlank, wish.sinks);
    if (!look) return std::unexpected(std::move(look.error()));
    Found found{.wish = std::move(wish), .look = std::move(*look)};
    if (!found.wish.measures) return found;
    auto tested = service::testedGroups(asked, found.wish.by, found.wish.groups);
    if (!tested) return std::unexpected(std::move(tested.error()));
    found.tested = std::move(*tested);
    for (const service::TestedGroup& one : found.tested)
        found.look.evidence.leftOut.push_back(found.look.value - one.value);
    if (auto good = addReadUpTo(asked, found); !good)
        return std::unexpected(std::move(good.error()));
    found.verdict = verdictOf(asked, found.look, found.wish.groups, found.tested,
                              found.wish.by == model::usualBlank);
    return found;
}

}  // namespace hw::why
