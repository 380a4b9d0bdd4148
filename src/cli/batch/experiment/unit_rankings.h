// SPDX-License-Identifier: MIT
// In which order a method cuts.
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"
#include "core/problem.h"
#include "model/ask/units.h"
#include "model/service/effects.h"

namespace hw::cli {

/// Of edges: --rule, which is no mean here.
model::CutRule ruleOf(const Options& options);

/// All units of the kind that the options name, in an order by chance, which ties keep: no layer comes first for its number.
std::vector<model::Unit> unitsOf(const service::Asked& asked, const Options& options,
                                 std::uint32_t seed);

/// The same units, the one that the method holds most important first: by service::rankedBy, or of tokens and patches by a score of ask (of a
/// model that translates tests of words alone). Errors: badArgument for another name.
Result<std::vector<model::Unit>> rankedBy(const std::string& method,
                                          const std::vector<model::Unit>& units,
                                          const service::Asked& asked, const Options& options);

}  // namespace hw::cli
