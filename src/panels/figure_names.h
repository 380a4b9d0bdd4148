// SPDX-License-Identifier: MIT
// The figures that exist, and those that a document has: read from the panels' rows (panels/registry.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "page/state/app_state.h"

namespace hw::figure {

/// Whether there is a figure of that name, and the open document has what it shows: a picture, scores, rows
/// with flow.
bool hasFigure(const AppState& state, std::string_view name);

/// The names of all figures that the open document has, in the order of the panels; none without a document.
std::vector<std::string> figureNames(const AppState& state);

/// [{"name", "label", "hasNumbers"}]: the same for the dialog that saves them as files.
std::string figuresJson(const AppState& state);

}  // namespace hw::figure
