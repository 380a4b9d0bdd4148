// SPDX-License-Identifier: MIT
// The step of training in the text of a model's recipe, whose form is that of web/model/run/recipe.js.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/state/app_state.h"

namespace hw {

/// The step that the recipe names, else -1. O(length).
int stepIn(std::string_view recipe);
/// The same recipe at another step. Its text is that of recipeText() there. O(length).
std::string withStep(std::string_view recipe, int step);

/// The place in ModelLine::steps of the step in the line, which may be in progress. -1 if it is none of them.
int stepPlace(const ModelLine& line);

/// The shown text at the first step and at the present one, or at the last if the first is present. Empty for a model
/// without steps.
std::vector<Recipe> comparedSteps(const AppState& state);

}  // namespace hw
