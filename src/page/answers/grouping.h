// SPDX-License-Identifier: MIT
// Converts values of tokens to values of units, partly in the engine and partly in the page.
#pragma once

#include <span>
#include <vector>

#include "page/rules/units.h"
#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// The tokens of the chosen outputs (with words and spans), or all shown tokens for the mean and the maximum.
struct OutputTokens {
    std::vector<int> tokens;
    std::vector<int> groups;  ///< as Query::outputGroups
};
OutputTokens outputTokens(const AppState& state);
/// How the engine must merge the rows and columns of a matrix.
Grouping groupingOf(const AppState& state);
/// The same with all keys kept, for saved profiles.
Grouping wordGrouping(const AppState& state);

/// One value per unit, the sum over its shown tokens. NaN for a hidden unit.
std::vector<float> groupKeys(const Units& units, std::span<const float> row);

}  // namespace hw
