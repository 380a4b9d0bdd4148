// SPDX-License-Identifier: MIT
// How values of tokens become values of units: what the engine is asked to merge, and what the page merges.
#pragma once

#include <span>
#include <vector>

#include "page/state/app_state.h"
#include "page/state/units.h"
#include "protocol/query.h"

namespace hw {

/// The tokens (with their words and spans) of the chosen outputs; for the mean and the maximum all tokens shown.
struct OutputTokens {
    std::vector<int> tokens;
    std::vector<int> groups;  ///< as Query::outputGroups
};
OutputTokens outputTokens(const AppState& state);
/// How the engine is to merge the rows and columns of a matrix.
Grouping groupingOf(const AppState& state);
/// The same, but all keys are kept: for profiles that are saved.
Grouping wordGrouping(const AppState& state);

/// One value a unit: the sum over its shown tokens; NaN for a unit that is left out.
std::vector<float> groupKeys(const Units& units, std::span<const float> row);

}  // namespace hw
