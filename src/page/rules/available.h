// SPDX-License-Identifier: MIT
// The rules on an example's sides, methods and gradients, with reasons for missing ones, and on the numbers of a
// method. Pure functions of summaries.
#pragma once

#include <string>
#include <vector>

#include "page/state/app_state.h"
#include "protocol/query.h"

namespace hw {

/// The kind of a side's matrices.
MatrixKind kindOf(const ExampleSummary& example, Side side);

/// Sides that the example has, in the order contributions, encoder, decoder, cross.
std::vector<Side> availableSides(const ExampleSummary& example);

/// The side that an example is mainly about: cross-attention if there is some, else the first side, which is its
/// contributions if it has any.
Side mainSide(const ExampleSummary& example);

/// True if the example has gradients of all attention on this side (for cross, of both sides too).
bool hasGradients(const ExampleSummary& example, Side side);

/// The reason why it has none, as a sentence. Empty if it has them.
std::string whyNoGradients(const ExampleSummary& example, Side side);

/// The reason why a choice is not available for the example. Empty if it is.
std::string whyNotThere(const ExampleSummary& example, Side side, Needs needs);

/// True if the method can be computed on this side of the example.
bool isAvailable(const ExampleSummary& example, Side side, Method method);

/// The reason why a method is unavailable, as a sentence. Call it only if isAvailable() is false.
std::string whyUnavailable(const ExampleSummary& example, Side side, Method method);

/// True if some values of the side are negative.
bool hasNegative(const ExampleSummary& example, Side side);

/// True if no token of the shown side attends to a later one, as in a causal model, or in a decoder on its own.
bool isCausal(const AppState& state);

/// True if the outputs are tokens that a model wrote one after the other, as in a causal model, or in a decoder, on its
/// own or from its encoder. The user can step through them.
inline bool hasTokenSteps(const AppState& state) {
    return state.document && (!hasEncoderQueries(state.view.side) || isCausal(state)) &&
           state.queryCount() > 1;
}

/// The reason why a method's values on a side have no ratio to the uniform causal model's. Empty if they have one.
std::string whyNoDivisor(const ExampleSummary& example, Side side, Method method);

/// True if the view shows a method's values as a ratio to the uniform causal model.
bool isOver(const AppState& state, Side side, Method method);

/// The form of a method's numbers, which defines how they are drawn.
enum class ValueForm {
    amounts,  ///< from 0 up
    signs,    ///< with negative ones: both ways from 0
    ratios,   ///< both ways from 1, as their logarithms
};
ValueForm formOf(const AppState& state, Method method);

}  // namespace hw
