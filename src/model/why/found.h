// SPDX-License-Identifier: MIT
// All that is found of a run's words: one look, what their tests take, how much of it is read up to each layer, and the verdict.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/settings.h"
#include "core/problem.h"
#include "model/service/asks.h"
#include "model/why/look.h"
#include "model/why/verdict.h"

namespace hw::why {

struct Wish {
    std::string by;  ///< a test of words, by model::blankNamed
    Groups groups;
    bool measures = true;              ///< else a look alone
    SinkUse sinks = SinkUse::exclude;  ///< in the column of attention
    int layers = 0;                    ///< of how many layers readUpTo is, the last one among them
};

struct Found {
    Wish wish;
    Look look;
    std::vector<service::TestedGroup> tested = {};  ///< of each group
    std::vector<int> layers = {};                   ///< ends of layers, from 1
    /// [layers][groups]: what a group takes less what is still lost if it is hidden from the next layer on. Of hiding, and not of a model
    /// that translates; where the answer is a mean of tokens one row more, for the mean.
    std::vector<std::vector<double>> readUpTo = {};
    Verdict verdict = {};
};

/// What the arguments of the question "why" ask; nullopt: groups that are none.
std::optional<Wish> wishIn(const service::AskedRun& asked);
/// The same with its plainTarget().
service::AskedRun plainly(const service::AskedRun& asked);

/// Errors: those of lookAt and of the tests. Cost: a pass of each group, and one of each group and layer.
Result<Found> findWhy(const service::AskedRun& asked, Wish wish);

}  // namespace hw::why
