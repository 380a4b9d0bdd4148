// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// A number, or the index of a choice, that the service's table defines for an option.
Result<int> taken(const service::Field& field, std::string_view option, std::string_view value);

/// The recipe's value with an option of this name ("--beams"), null without one.
const service::RecipeField* recipeOption(std::string_view name);

/// Options by their names: questions about an answer, a recipe's values, --max-tokens and --output-ids.
Result<void> applyQuestion(InputOptions& options, std::string_view name, std::string_view value);
Result<void> applyAmong(InputOptions& options, std::string_view name, std::string_view value);
Result<void> applyRecipe(InputOptions& options, std::string_view name, std::string_view value);
Result<void> applyOutputIds(InputOptions& options, std::string_view name, std::string_view value);
Result<void> applyBy(GroupOptions& options, std::string_view name, std::string_view value);

}  // namespace hw::cli
