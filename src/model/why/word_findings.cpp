// SPDX-License-Identifier: MIT
#include "model/why/word_findings.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/session/token_scores.h"
#include "model/why/word_runs.h"

namespace hw::why {
namespace {

void addReadUpTo(const service::RunQuestion& asked, WordFindings& found) {
    const bool isMean = found.overview.place < 0;
    const std::vector<double>& whole = found.overview.evidence.leftOut;
    found.layers = readLayers(asked, found.request, isMean);
    for (const int end : found.layers) {
        std::vector<double>& row = found.readUpTo.emplace_back(whole);
        for (std::size_t group = 0; group < whole.size() && !isLastOf(asked, end, isMean); ++group)
            if (!std::isnan(whole[group]))
                row[group] -= found.overview.value -
                              asked.tested->hidden.at({end, found.request.groups[group]});
    }
}

}  // namespace

service::RunQuestion withPlainTarget(const service::RunQuestion& asked) {
    service::RunQuestion plain = asked;
    plain.target = plainTarget(std::move(plain.target));
    return plain;
}

Result<WordFindings> findWhy(const service::RunQuestion& given, WhyRequest request) {
    service::GroupTests own;
    service::RunQuestion asked = given;
    if (asked.tested == nullptr) asked.tested = &own;
    auto overview =
        overviewOf(asked, request.groups, request.by == model::usualBlank, request.sinks);
    if (!overview) return std::unexpected(std::move(overview.error()));
    WordFindings found{.request = std::move(request), .overview = std::move(*overview)};
    if (!found.request.measures) return found;
    if (auto good = Runs(asked, found.request).toTheEnd(asked.progress); !good)
        return std::unexpected(std::move(good.error()));
    for (const std::vector<int>& group : found.request.groups)
        found.tested.push_back(asked.tested->tests.at({found.request.by, group}));
    for (const service::GroupTest& one : found.tested)
        found.overview.evidence.leftOut.push_back(found.overview.value - one.value);
    addReadUpTo(asked, found);
    found.verdict = verdictOf(asked, found.overview, found.request.groups, found.tested,
                              found.request.by == model::usualBlank);
    return found;
}

}  // namespace hw::why
