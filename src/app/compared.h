// SPDX-License-Identifier: MIT
// The columns of the compare view: what they mean, and how the address writes them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/app_state.h"
#include "app/query.h"

namespace hw {

inline constexpr int fewestCompared = 2;
inline constexpr int mostCompared = 4;

/// The columns as they are shown: the chosen ones, or raw attention, rollout and flow, as far as the
/// example has them.
std::vector<ComparedView> shownColumns(const AppState& state);

/// A column's settings: the view's, or a preset's with the view's heads, and what the column changes.
Settings settingsOf(const AppState& state, const ComparedView& column);
/// A column's layer, zero-based: its own or the view's.
int layerOf(const AppState& state, const ComparedView& column);

/// The columns whose difference is shown, or -1 and -1.
struct ComparedPair {
    int of = -1;
    int from = -1;
    bool exists() const { return of >= 0; }
    bool operator==(const ComparedPair&) const = default;
};
ComparedPair shownDifference(const AppState& state);

/// The questions behind a column.
Query comparedProfileQuery(const AppState& state, const ComparedView& column);
Query comparedMatrixQuery(const AppState& state, const ComparedView& column, int layer);

/// Drops columns that the document does not have and brings the others into range.
void fitCompared(AppState& state);

/// "raw/rollout,discard:0.1,fusion:max/flow,layer:3,head:2": layers and heads as people count.
std::string comparedText(const std::vector<ComparedView>& columns);
/// Nothing if a part is not understood or does not fit the state's document.
std::optional<std::vector<ComparedView>> readCompared(const AppState& state, std::string_view text);

}  // namespace hw
