// SPDX-License-Identifier: MIT
// The rules on a view as a whole: its initial state, changes that follow a choice, and bringing a view back into range.
// The available sides and methods are in page/rules/available.h.
#pragma once

#include <tuple>
#include <vector>

#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// Switches the view to an available side. Tokens in the view stay if both sides have the same ones, as contributions
/// and their attention do.
void chooseSide(ViewState& view, Side side, const ExampleSummary& example);

/// Switches the view to an available method. The flow view shows only attention flow, so another method replaces it by
/// the overview or, with panes, by another view.
void chooseMethod(ViewState& view, Method method, const ExampleSummary& example);

/// First layer that a method has values for. This is the start layer, or 0 if there is none (raw attention, or rollout
/// across both sides, where the start layer counts within either).
int firstLayer(const ViewState& view);

/// The default output: the file's suggestion, else the last token if each token sees only those before it (causal
/// models, decoders), else token 0 ([CLS]).
std::vector<int> defaultOutputs(const ExampleSummary& example, Side side);

/// Resets the tokens of the view to default outputs on its side, no hidden tokens or spans, and the largest input. For
/// a view that switches to other tokens.
void forgetTokens(ViewState& view, const ExampleSummary& example);

/// The order of the view, as chosen or as suits the input's length.
SortBy shownSort(const AppState& state);
/// Whether bars stop after the largest values, with the sum of the rest. They do for long inputs if no order was
/// chosen.
bool foldsBars(const AppState& state);

/// The initial view of a newly opened example, which is rollout on its main side at the last layer.
ViewState defaultView(const DocumentSummary& document);

/// The members of a view that stay when another file is opened: how the page looks. (The browser keeps theme and
/// language.) Methods, fusion and filters do not stay, since users would take them for the new file's defaults.
inline constexpr auto stayingMembers = std::tuple{
    &ViewState::colormap, &ViewState::panes, &ViewState::present,
    // The list of a data set and a lesson are shown with the view. The list is left when something else is opened.
    &ViewState::dataSet, &ViewState::dataSetRow, &ViewState::lesson, &ViewState::lessonStep};

/// The view of a newly opened file: the initial one, with the members that stay.
ViewState nextView(const ViewState& before, const DocumentSummary& document);

/// Brings every part of state.view into the range of the open document. The flow view sets flow as the method, so that
/// there is only one selection. O(tokens).
void fitView(AppState& state);

}  // namespace hw
