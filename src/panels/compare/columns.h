// SPDX-License-Identifier: MIT
// The contents of single columns of the compare view. Internal to panels/compare.
#pragma once

#include <string>
#include <vector>

#include "panels/compare/model.h"

namespace hw {

/// Each column on its own, as far as answers have arrived. With values, ranks, a scale, a unique name, and its matrix
/// if shown as matrices. O(columns * tokens log tokens).
std::vector<CompareColumn> comparedColumns(const AppState& state, ResultStore& results);

/// "mean", "raw": short words for lists of choices.
LocalizedText shortWord(HeadFusion fusion);
LocalizedText shortWord(Method method);

/// "layers 1–6, discard 0.10", with a column's layers, changes, and example.
std::string columnDetail(const AppState& state, const ComparedView& column);

/// Other changes of a method's column, one phrase each.
std::vector<std::string> changesOf(const AppState& state, const ComparedView& column);

/// The changes of an example, from its title: "cut: 1:0:4>1" of "the keys · cut: 1:0:4>1". Two runs of one text differ
/// only in them.
std::vector<std::string> doneTo(const DocumentSummary& document);

/// "layers 1–6".
std::string layersOf(const AppState& state, const ComparedView& column);

/// True if columns have several examples. Each column then names its own.
bool namesExamples(const AppState& state);

/// All of these, after the example if it is named. `state` is that of the column's own example.
std::string detailOf(const AppState& state, const ComparedView& column, bool isNamed);

/// True if a column's rows sum to 1, so that columns can share a scale. Capacities and relevance do not. Not used for
/// scores.
bool isShare(const AppState& state, const ComparedView& column);

/// The shown key with the smallest sum of ranks in the columns that are ready. -1 without one.
int leadingKey(const CompareModel& model);

}  // namespace hw
