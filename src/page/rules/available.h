// SPDX-License-Identifier: MIT
// The rules on what an example has: its sides, methods and gradients, why one is missing, and what the numbers of a method
// are. Pure functions of summaries.
#pragma once

#include <string>
#include <vector>

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

/// True where the outputs are tokens that a model wrote one after the other: of a causal model, or of a decoder, by
/// itself or from its encoder. One can go through them.
inline bool hasTokenSteps(const AppState& state) {
    return state.document && (!hasEncoderQueries(state.view.side) || isCausal(state)) &&
           state.queryCount() > 1;
}

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

}  // namespace hw
