// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// A number, or the place of a choice, that the service's table has for an option.
Result<int> taken(const service::Field& field, std::string_view option, std::string_view value);

/// The value of a recipe that has an option of this name ("--beams"); null: none.
const service::RecipeField* recipeOption(std::string_view name);

/// Options by their names: what is asked about an answer, a recipe's values and --max-tokens.
Result<void> applyAsked(InputOptions& options, std::string_view name, std::string_view value);
Result<void> applyAmong(InputOptions& options, std::string_view name, std::string_view value);
Result<void> applyRecipe(InputOptions& options, std::string_view name, std::string_view value);
Result<void> applyBy(GroupOptions& options, std::string_view name, std::string_view value);

}  // namespace hw::cli
