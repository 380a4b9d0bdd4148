// SPDX-License-Identifier: MIT
// How values of tokens become values of units: what the engine has to merge, and what the page merges.
#pragma once

#include <span>
#include <vector>

#include "page/rules/units.h"
#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// The tokens of the chosen outputs (with words and spans); for the mean and the maximum all tokens shown.
struct OutputTokens {
    std::vector<int> tokens;
    std::vector<int> groups;  ///< as Query::outputGroups
};
OutputTokens outputTokens(const AppState& state);
/// How the engine shall merge the rows and columns of a matrix.
Grouping groupingOf(const AppState& state);
/// The same with all keys kept: for saved profiles.
Grouping wordGrouping(const AppState& state);

/// One value per unit: the sum over its shown tokens; NaN for a unit that is left out.
std::vector<float> groupKeys(const Units& units, std::span<const float> row);

}  // namespace hw
