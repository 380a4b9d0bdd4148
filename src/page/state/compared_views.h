// SPDX-License-Identifier: MIT
// The columns of the compare view: what they mean, and their form in addresses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

inline constexpr int fewestCompared = 2;
inline constexpr int mostCompared = 4;
/// Four discard ratios side by side, as text of an address.
inline constexpr std::string_view discardColumns =
    "panel=compare&compare=rollout,discard:0/rollout,discard:0.1/rollout,discard:0.3/"
    "rollout,discard:0.5";

/// The columns shown: the chosen ones, or raw attention, rollout and flow, as far as the
/// example has them.
std::vector<ComparedView> shownColumns(const AppState& state);

/// An example that a column shows, other than the present one.
struct ComparedExample {
    std::uint32_t document = 0;
    int example = 0;
    bool operator==(const ComparedExample&) const = default;
};
/// Nullopt if the column is about the present example, with any weights, or about a file that is not open.
std::optional<ComparedExample> exampleOf(const AppState& state, const ComparedView& column);
/// Examples of the columns whose summaries are not known yet and have to be asked for.
std::vector<ComparedExample> unknownExamples(const AppState& state);

/// Why a column's example cannot be opened; null if it can, or if that is not known yet.
const std::string* whyRefused(const AppState& state, const ComparedView& column);

/// The state as if the column's example and weights were shown; nullopt for the present ones and an unknown
/// example. Outputs stay where the tokens are the same, else they become the example's own.
std::optional<AppState> stateElsewhere(const AppState& state, const ComparedView& column);
/// True if the column shows another example, known or not, or other weights of this one.
bool isElsewhere(const AppState& state, const ComparedView& column);

/// A column's settings: the view's, or a preset's with the view's heads and layers, plus the column's
/// changes.
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

/// Removes columns that the document does not have and clamps the others.
void fitCompared(AppState& state);

/// "raw/rollout,discard:0.1,fusion:max/flow,layer:3,head:2": layers and heads counted from 1.
std::string comparedText(const std::vector<ComparedView>& columns);
/// Nullopt if a part is not understood or does not fit the state's document.
std::optional<std::vector<ComparedView>> readCompared(const AppState& state, std::string_view text);

}  // namespace hw
