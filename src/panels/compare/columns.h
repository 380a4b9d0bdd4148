// SPDX-License-Identifier: MIT
// The contents of single columns of the compare view. Internal to panels/compare.
#pragma once

#include <string>
#include <vector>

#include "panels/compare/model.h"

namespace hw {

/// Each column on its own, as far as answers have arrived: values, ranks, a scale, a unique
/// name; also its matrix, if shown as matrices. O(columns * tokens log tokens).
std::vector<CompareColumn> comparedColumns(const AppState& state, ResultStore& results);

/// "mean", "raw": short words for lists of choices.
Words shortWord(HeadFusion fusion);
Words shortWord(Method method);

/// "layers 1–6, discard 0.10": what a column covers, what it changes, and its example.
std::string columnDetail(const AppState& state, const ComparedView& column);

/// What a column of a method changes beside it, one phrase each.
std::vector<std::string> changesOf(const AppState& state, const ComparedView& column);

/// What was done to an example, by its title: "cut: 1:0:4>1" of "the keys · cut: 1:0:4>1". Two runs of one text differ in no
/// more than this.
std::vector<std::string> doneTo(const DocumentSummary& document);

/// "layers 1–6".
std::string layersOf(const AppState& state, const ComparedView& column);

/// Columns are of several examples: each then says of which.
bool namesExamples(const AppState& state);

/// All of these, behind the example where that is named; `state` is that of the column's own example.
std::string detailOf(const AppState& state, const ComparedView& column, bool isNamed);

/// True if a column's rows sum to 1, so that one scale can measure it and others; capacities and relevance
/// do not. Not asked of scores.
bool isShare(const AppState& state, const ComparedView& column);

/// The shown key with the smallest sum of ranks in the columns that are there; -1 where none is.
int leadingKey(const CompareModel& model);

}  // namespace hw
