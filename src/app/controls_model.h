// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "app/view_models.h"

namespace hw {

/// What the controls show, with the formula in its present values. O(tokens).
ControlsModel controlsModel(const AppState& state);

/// Why a method that isAvailable() denies cannot be chosen here, as a sentence.
std::string whyUnavailable(const ExampleSummary& example, Side side, Method method);

/// A list of chosen numbers (empty: all of `count`) with one put in or taken out; the last stays.
std::vector<int> toggled(std::vector<int> list, int number, int count);

/// Key tokens that carry no words of the input ([CLS], </s>, padding), ascending: those the file
/// names, else those written like special tokens.
std::vector<int> specialTokens(const AppState& state);

}  // namespace hw
