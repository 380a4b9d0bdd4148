// SPDX-License-Identifier: MIT
// All figures, and those that a document has, read from the panels' rows (panels/registry.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/state/app_state.h"

namespace hw::figure {

/// Whether there is a figure of that name, and the open document has its content, such as a picture, scores, or rows
/// with flow.
bool hasFigure(const AppState& state, std::string_view name);

/// The names of all figures that the open document has, in the order of the panels. Empty without a document.
std::vector<std::string> figureNames(const AppState& state);

/// [{"name", "label", "hasNumbers"}] for the dialog that saves figures as files.
std::string figuresJson(const AppState& state);

}  // namespace hw::figure
