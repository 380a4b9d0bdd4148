// SPDX-License-Identifier: MIT
// In which order a method cuts.
#pragma once

#include <string>
#include <vector>

#include "cli/model/ask_scores.h"
#include "cli/options.h"
#include "core/problem.h"
#include "model/ask/units.h"

namespace hw::cli {

/// What is asked, with the run and its gradients: of a model that translates those of both stacks.
struct Experimented {
    const Asked& asked;
    model::Subject subject;
    model::Slopes slopes;
};

/// All units of the kind that the options name, in an order by chance, which ties keep: no layer comes first for its number.
std::vector<model::Unit> unitsOf(const Experimented& given, const Options& options,
                                 std::uint32_t seed);

/// The same units, the one that the method holds most important first. Beside the methods of model/experiment/rankings.h: flow,
/// the maximum flows from where the answer is read to each token, of edges what they carry of all of them together
/// (one of many maximum flows), a head's part by its weight; and of tokens and patches every score of ask, by importance (of a model that translates blank-outs alone). Errors:
/// badArgument for another name.
Result<std::vector<model::Unit>> rankedBy(const std::string& method, std::vector<model::Unit> units,
                                          const Experimented& given, const Options& options);

}  // namespace hw::cli
