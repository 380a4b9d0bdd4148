// SPDX-License-Identifier: MIT
// The rules on a view as a whole: the one that data begin with, what changes along with a choice, and how a view is brought
// back into range. Which sides and methods there are to choose from: page/rules/available.h.
#pragma once

#include <tuple>
#include <vector>

#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// Makes an available side the view's. Tokens that are named stay where they are the same ones: of contributions and the
/// attention beside them.
void chooseSide(ViewState& view, Side side, const ExampleSummary& example);

/// Switches the view to an available method. The flow view shows attention flow only: another
/// method replaces it by the overview or, with panes, by another view.
void chooseMethod(ViewState& view, Method method, const ExampleSummary& example);

/// First layer that a method has values for: the start layer, or 0 where there is none (raw
/// attention; rollout across both sides, where the start layer counts within either).
int firstLayer(const ViewState& view);

/// The default output: the file's suggestion, else the last token where each token sees
/// only those before it (causal models, decoders), else token 0 ([CLS]).
std::vector<int> defaultOutputs(const ExampleSummary& example, Side side);

/// Resets the tokens that the view refers to: default outputs on the view's side, nothing
/// hidden or joined, the largest input. For a view that switches to other tokens.
void forgetTokens(ViewState& view, const ExampleSummary& example);

/// The order that the view has: as chosen, or as fits the input's length.
SortBy shownSort(const AppState& state);
/// Whether bars stop after the largest values, with the sum of the rest: nobody has chosen an order, and the input is
/// long.
bool foldsBars(const AppState& state);

/// The initial view of a newly opened example: rollout on its main side, at the last layer.
ViewState defaultView(const DocumentSummary& document);

/// All of the view that stays when another file is opened: how the page looks. (Theme and language are the browser's.) What
/// is computed and of which tokens is the new file's own affair: a method, a fusion or a filter that stayed would be
/// believed to be its default.
inline constexpr auto stayingMembers = std::tuple{
    &ViewState::colormap, &ViewState::panes, &ViewState::present,
    // What it is shown beside: the list of a data set, which whoever opens something else leaves, and a lesson.
    &ViewState::dataSet, &ViewState::dataSetRow, &ViewState::lesson, &ViewState::lessonStep};

/// The view of a newly opened file: the initial one, with what stays of the one before.
ViewState nextView(const ViewState& before, const DocumentSummary& document);

/// Brings every part of state.view into the range of the open document; the flow view selects flow as the
/// method, so that there is only one selection. O(tokens).
void fitView(AppState& state);

}  // namespace hw
