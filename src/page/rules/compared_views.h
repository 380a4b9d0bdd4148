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
/// Four discard ratios side by side, as the address has them.
inline constexpr std::string_view discardColumns =
    "panel=compare&compare=rollout,discard:0/rollout,discard:0.1/rollout,discard:0.3/"
    "rollout,discard:0.5";

/// The columns shown: the chosen ones, or raw attention, rollout and flow, as far as the
/// example has them.
std::vector<ComparedView> shownColumns(const AppState& state);

/// Columns that are chosen together by one click.
struct Comparison {
    Words name;
    std::vector<ComparedView> columns;  ///< empty: the usual ones
    /// What an address says of them.
    std::string fields() const;
};
/// Those that there are: the usual columns, discard ratios, methods beside the file's scores, both files.
std::vector<Comparison> comparisons(const AppState& state);

/// The importance scores of that name, one a key token of the shown side; null where the example has none.
const Importance* scoresOf(const AppState& state, std::string_view name);
/// The first scores of the file, if what is shown is the output that they are of; else null.
const Importance* scoresShown(const AppState& state);

/// True if what is shown is of the file that was open before, too.
bool usesEarlier(const AppState& state);

/// An example that a column is about, beside the one that is looked at.
struct ComparedExample {
    std::uint32_t document = 0;
    ExampleName example;
    bool operator==(const ComparedExample&) const = default;
};
/// All columns, and the graph of the file before where that is shown.
std::vector<ComparedView> askedColumns(const AppState& state);
/// Nothing if the column is about the present example, with whichever weights, or about a file that is not open.
std::optional<ComparedExample> exampleOf(const AppState& state, const ComparedView& column);
/// The graph of the file before, as a column: the same example of it, if it has as many.
ComparedView earlierColumn(const AppState& state);
/// Examples of the columns, and of that graph, whose summaries are not known yet and have to be asked for.
std::vector<ComparedExample> unknownExamples(const AppState& state);

/// True if a column, or that graph, is of this example.
bool asksFor(const AppState& state, const DocumentSummary& document);

/// Why a column's example cannot be had; null if it can, or if that is not known yet.
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

/// The columns whose difference is shown: those that are chosen, or the only two.
ComparedPair shownDifference(const AppState& state);

/// True if every part of the column is in the range of its document, as far as that is known.
bool fits(const AppState& state, const ComparedView& column);
/// Drops columns that the document does not have and brings the others into range.
void fitCompared(AppState& state);

/// "raw/rollout,discard:0.1,fusion:max/flow,layer:3,heads:1/score:blank-out": layers from 1, heads from 0; in
/// names of scores % , / and : are percent-encoded.
std::string comparedText(const std::vector<ComparedView>& columns);
/// Nullopt if a part is not understood or does not fit the state's document.
std::optional<std::vector<ComparedView>> readCompared(const AppState& state, std::string_view text);

}  // namespace hw
