// SPDX-License-Identifier: MIT
// Rank correlations of columns, and the rankings behind one of them. Internal to panels/compare.
#pragma once

#include "page/rules/units.h"
#include "panels/compare/model.h"

namespace hw {

/// Spearman's correlation of two columns over the tokens that are shown; NaN where there is none.
double correlationOf(const CompareColumn& a, const CompareColumn& b, const Units& units,
                     bool hasFewer);

/// The rankings behind that correlation; no tokens if the columns have different ones.
Rankings pairRankings(const CompareModel& model, const CompareColumn& a, const CompareColumn& b,
                      const Units& units);

}  // namespace hw
