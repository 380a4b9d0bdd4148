// SPDX-License-Identifier: MIT
// Rank correlations of columns, and the rankings of a pair. Internal to panels/compare.
#pragma once

#include "page/rules/units.h"
#include "panels/compare/model.h"

namespace hw {

/// Spearman's correlation of two columns over the shown tokens. NaN if undefined.
double correlationOf(const CompareColumn& a, const CompareColumn& b, const Units& units,
                     bool hasFewer);

/// The rankings of that correlation. Without tokens if the columns have different ones.
Rankings pairRankings(const CompareModel& model, const CompareColumn& a, const CompareColumn& b,
                      const Units& units);

}  // namespace hw
