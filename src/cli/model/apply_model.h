// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// A number, or the place of a choice, that the service's table has for an option.
Result<int> taken(const service::Field& field, std::string_view option, std::string_view value);

/// The value of a recipe that has an option of this name ("--beams"); null: none.
const service::RecipeField* recipeOption(std::string_view name);

/// Options by their names: of questions and cuts, of how a model writes, of a recipe's values and --max-tokens.
Result<bool> applyAsk(Options& options, std::string_view name, std::string_view value);
Result<bool> applyAmong(Options& options, std::string_view name, std::string_view value);
Result<bool> applyWrite(Options& options, std::string_view name, std::string_view value);
Result<bool> applyRecipe(Options& options, std::string_view name, std::string_view value);
Result<bool> applyPosition(Options& options, std::string_view name, std::string_view value);
/// What belongs together.
Result<void> checkModel(const Options& options);

}  // namespace hw::cli
