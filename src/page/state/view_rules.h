// SPDX-License-Identifier: MIT
// What fits what: which sides and methods an example has, where a view begins, and how a view is
// brought back into range. Plain functions of summaries; update() and the view models share them.
#pragma once

#include <string>
#include <vector>

#include "core/model/presets.h"
#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// What the matrices of a side are.
MatrixKind kindOf(const ExampleSummary& example, Side side);

/// Sides that the example has, in the order contributions, encoder, decoder, cross.
std::vector<Side> availableSides(const ExampleSummary& example);

/// The side that an example is about: cross where there is cross-attention, else the first it has: its contributions,
/// if it has some.
Side mainSide(const ExampleSummary& example);

/// True if the example has gradients of all attention on this side (across: of both sides too).
bool hasGradients(const ExampleSummary& example, Side side);

/// Why it has none, as a sentence; empty if it has.
std::string whyNoGradients(const ExampleSummary& example, Side side);

/// Why a choice is not to be had with the example: empty if it is.
std::string whyNotThere(const ExampleSummary& example, Side side, Needs needs);

/// True if the method can be computed on this side of the example.
bool isAvailable(const ExampleSummary& example, Side side, Method method);

/// Why a method that isAvailable() denies cannot be chosen here, as a sentence.
std::string whyUnavailable(const ExampleSummary& example, Side side, Method method);

/// True if some values of the side lie below 0.
bool hasNegative(const ExampleSummary& example, Side side);

/// True where no token of the shown side looks at a later one: of a causal model, or of a decoder by itself.
bool isCausal(const AppState& state);

/// Why a method's values on a side have no ratio to the uniform causal model's; empty where they have one.
std::string whyNoOver(const ExampleSummary& example, Side side, Method method);

/// True where the view shows a method's values over the uniform causal model.
bool isOver(const AppState& state, Side side, Method method);

/// What the numbers of a method are, and so how they are drawn.
enum class ValueForm {
    amounts,  ///< from 0 up
    signs,    ///< some below 0: both ways from 0
    ratios,   ///< both ways from 1, as their logarithms
};
ValueForm formOf(const AppState& state, Method method);

/// Makes an available side the view's. Tokens that are named stay where they are the same ones: of contributions and the
/// attention beside them.
void chooseSide(ViewState& view, Side side, const ExampleSummary& example);

/// Makes an available method the view's. The flow's view is about attention flow alone: where it stands, another
/// method is shown in the overview, or, with panes, by another view in its place.
void chooseMethod(ViewState& view, Method method, const ExampleSummary& example);

/// First layer that a method gives values for: the start layer, or 0 where there is none (raw
/// attention; rollout across both sides, where the start layer counts within either).
int firstLayer(const ViewState& view);

/// Where the answer is usually read: the file's suggestion, else the last token where each token sees
/// only those before it (causal models, decoders), else token 0 ([CLS]).
std::vector<int> defaultOutputs(const ExampleSummary& example, Side side);

/// Tokens that the view names become the example's own: the usual outputs on the view's side, nothing
/// hidden or joined, the largest input. For a view that goes to other tokens.
void forgetTokens(ViewState& view, const ExampleSummary& example);

/// The preset's settings, but which heads and layers take part stays as it is.
void usePreset(Settings& settings, const Preset& preset);

/// The view that a newly opened example begins with: rollout on its main side, at the last layer.
ViewState defaultView(const DocumentSummary& document);

/// Brings every part of state.view into the range of the open document; the flow's view makes flow the method, so
/// that one selection means one thing wherever it is shown. O(tokens).
void fitView(AppState& state);

}  // namespace hw
