// SPDX-License-Identifier: MIT
// What single columns of the compare view hold. Internal to panels/compare.
#pragma once

#include <string>
#include <vector>

#include "panels/compare/model.h"

namespace hw {

/// Each column by itself, as far as the answers are there: values, ranks, a scale of its own, a name that no
/// other has; matrices too in that form. O(columns * tokens log tokens).
std::vector<CompareColumn> comparedColumns(const AppState& state, ResultStore& results);

/// "layers 1–6, discard 0.10": what a column covers and what it changes, and of which example.
std::string columnDetail(const AppState& state, const ComparedView& column);

/// True if a column's rows sum to 1, so that one scale can measure it and others; capacities and relevance
/// do not. Not asked of scores.
bool isShare(const AppState& state, const ComparedView& column);

}  // namespace hw
