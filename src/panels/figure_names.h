// SPDX-License-Identifier: MIT
// Which figures there are, and which of them a document has.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "page/state/app_state.h"

namespace hw::figure {

enum class Kind { bars, matrix, evolution, multiples, flow, compare, heads, image, faithfulness };

/// "bars", "matrix", ...: the kinds as the views and their addresses are named.
std::optional<Kind> kindOf(std::string_view name);

/// Its name, that of its panel but for small multiples, which share one.
std::string_view nameOf(Kind kind);

/// Whether the open document has what the figure shows: a picture, scores, rows that flow passes.
bool hasFigure(const AppState& state, Kind kind);

/// The names of all figures that the open document has; none without one.
std::vector<std::string> figureNames(const AppState& state);

}  // namespace hw::figure
