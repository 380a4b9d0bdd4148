// SPDX-License-Identifier: MIT
// All results about a run's words: one look, the effects of their tests, how much of them is read up to each layer, and
// the verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/settings.h"
#include "core/problem.h"
#include "model/service/run_questions.h"
#include "model/why/run_overview.h"
#include "model/why/verdict.h"

namespace hw::why {

struct WhyRequest {
    std::string by;  ///< a test of words, by model::blankNamed
    Groups groups;
    bool measures = true;              ///< false for a look only
    SinkUse sinks = SinkUse::exclude;  ///< for `attention`
    int layers = 0;                    ///< the number of layers in readUpTo, including the last one
};

struct WordFindings {
    WhyRequest request;
    RunOverview overview;
    std::vector<service::GroupTest> tested = {};  ///< for each group
    std::vector<int> layers = {};                 ///< ends of layers, from 1
    /// [layers][groups]: a group's effect minus the effect that remains if it is hidden from the next layer on. Only
    /// for hiding, and not for translation models. If the answer is a mean of tokens there is one more row, for the
    /// mean.
    std::vector<std::vector<double>> readUpTo = {};
    Verdict verdict = {};
};

/// The arguments of the question "why"; nullopt for invalid groups.
std::optional<WhyRequest> whyRequestIn(const service::RunQuestion& asked);
/// The same with its plainTarget().
service::RunQuestion withPlainTarget(const service::RunQuestion& asked);

/// Errors: those of overviewOf and of the tests. Cost: a pass for each group, and one for each group and layer.
Result<WordFindings> findWhy(const service::RunQuestion& asked, WhyRequest request);

}  // namespace hw::why
