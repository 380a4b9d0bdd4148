// SPDX-License-Identifier: MIT
// What fits what: the sides and methods that an example has, the default view, and how a view is
// brought back into range. Pure functions of summaries, shared by update() and the view models.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "core/model/presets.h"
#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// What the matrices of a side are.
MatrixKind kindOf(const ExampleSummary& example, Side side);

/// Sides that the example has, in the order contributions, encoder, decoder, cross.
std::vector<Side> availableSides(const ExampleSummary& example);

/// The side that an example is mainly about: cross if it has cross-attention, else the first one: its
/// contributions, if it has some.
Side mainSide(const ExampleSummary& example);

/// True if the example has gradients of all attention on this side (for cross: of both sides too).
bool hasGradients(const ExampleSummary& example, Side side);

/// Why it has none, as a sentence; empty if it has them.
std::string whyNoGradients(const ExampleSummary& example, Side side);

/// Why a choice is not available for the example; empty if it is.
std::string whyNotThere(const ExampleSummary& example, Side side, Needs needs);

/// True if the method can be computed on this side of the example.
bool isAvailable(const ExampleSummary& example, Side side, Method method);

/// Why a method is unavailable, as a sentence. Call it if isAvailable() is false.
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

/// True if one of two examples of the same document is a variation of the other, as far as can be known: both come
/// from one text that is being changed, unlike the examples of a file.
bool isVariation(const DocumentSummary& one, const DocumentSummary& other);

/// The tokens that a view refers to, kept for when the text changes.
struct ViewedText {
    std::vector<std::string> queries;
    std::vector<std::string> keys;
    bool isAtDefault = false;  ///< the output is the one that the example starts with
};
ViewedText textOf(const AppState& state);

/// Takes outputs, hidden tokens, spans and the input along into another text: each stays with its token
/// (core/tokens/align_tokens.h); an output that is gone leaves the one that the example starts with, as does one that was
/// it before. `before`: as it was when the view referred to it.
void followText(AppState& state, const ViewedText& before);

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

/// True where the outputs are tokens that a model wrote one after the other: of a causal model, or of a decoder, by
/// itself or from its encoder. One can go through them.
inline bool hasTokenSteps(const AppState& state) {
    return state.document && (!hasEncoderQueries(state.view.side) || isCausal(state)) &&
           state.queryCount() > 1;
}

}  // namespace hw
