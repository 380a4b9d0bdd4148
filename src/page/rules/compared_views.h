// SPDX-License-Identifier: MIT
// The rules on the columns of the compare view: which are shown, what they mean, and their form in addresses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

inline constexpr int fewestCompared = 2;
inline constexpr int mostCompared = 6;
/// Four discard ratios side by side, as an address.
inline constexpr std::string_view discardColumns =
    "panel=compare&compare=rollout,discard:0/rollout,discard:0.1/rollout,discard:0.3/"
    "rollout,discard:0.5";

/// The columns shown: the chosen ones, or raw attention, rollout and flow, if the example has them.
std::vector<ComparedView> shownColumns(const AppState& state);

/// Columns that one click chooses together.
struct Comparison {
    LocalizedText name;
    std::vector<ComparedView> columns;  ///< the usual ones if empty
    /// The address fields that show them.
    std::string fields() const;
};
/// The available comparisons: the usual columns, discard ratios, methods next to the file's scores, both files.
std::vector<Comparison> comparisons(const AppState& state);

/// The importance scores of that name, one per key token of the shown side. Null if the example has none.
const Importance* scoresOf(const AppState& state, std::string_view name);
/// The first scores of the file if they belong to the shown output, else null.
const Importance* scoresShown(const AppState& state);

/// True if the views also show the previously open file.
bool usesEarlier(const AppState& state);

/// Another example that a column shows, not the one in view.
struct ComparedExample {
    std::uint32_t document = 0;
    ExampleName example;
    bool operator==(const ComparedExample&) const = default;
};
/// All columns, and the graph of the previous file if it is shown.
std::vector<ComparedView> askedColumns(const AppState& state);
/// Nothing if the column shows the present example, with any weights, or a file that is not open.
std::optional<ComparedExample> exampleOf(const AppState& state, const ComparedView& column);
/// The graph of the previous file, as a column. It shows the same example of that file, if there is one.
ComparedView earlierColumn(const AppState& state);
/// Examples of the columns, and of that graph, whose summaries are not known yet and must be requested.
std::vector<ComparedExample> unknownExamples(const AppState& state);

/// True if a column, or that graph, shows this example.
bool asksFor(const AppState& state, const DocumentSummary& document);

/// The reason why a column's example cannot be opened. Null if it can, or if that is not known yet.
const std::string* whyRefused(const AppState& state, const ComparedView& column);

/// The state as if the column's example and weights were shown. nullopt for the present ones and for an unknown
/// example. Outputs stay if the tokens are the same, else they become the example's own.
std::optional<AppState> stateElsewhere(const AppState& state, const ComparedView& column);
/// True if the column shows another example, known or not, or other weights of this one.
bool isElsewhere(const AppState& state, const ComparedView& column);

/// A column's settings: the view's, or a preset's with the view's heads and layers, plus the column's
/// changes.
Settings settingsOf(const AppState& state, const ComparedView& column);
/// A column's layer, zero-based: its own or the view's.
int layerOf(const AppState& state, const ComparedView& column);

/// The columns whose difference is shown: those that are chosen, or the only two.
ComparedPair shownDifference(const AppState& state);

/// True if every part of the column is within the range of its document, as far as that is known.
bool fits(const AppState& state, const ComparedView& column);
/// Drops columns that the document does not have and brings the others into range.
void fitCompared(AppState& state);

/// "raw/rollout,discard:0.1,fusion:max/flow,layer:3,heads:1/score:blank-out". Layers count from 1, heads from 0. In
/// names of scores % , / and : are percent-encoded.
std::string comparedText(const std::vector<ComparedView>& columns);
/// Nullopt if a part is invalid or does not fit the state's document.
std::optional<std::vector<ComparedView>> readCompared(const AppState& state, std::string_view text);

}  // namespace hw
