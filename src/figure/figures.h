// SPDX-License-Identifier: MIT
// Figures to take away, written from the view models: as on the page but on white paper, each with its
// caption of method, settings and source. Every view has one but the overview (which is made of others)
// and flow, whose ribbons are laid out by the view alone.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/results.h"
#include "figure/svg.h"

namespace hw::figure {

enum class Kind { bars, matrix, evolution, multiples, compare, heads, image, faithfulness };

/// "bars", "matrix", ...: the kinds as the views and their addresses are named.
std::optional<Kind> kindOf(std::string_view name);

/// Whether the open document has what the figure shows: a picture, scores.
bool hasFigure(const AppState& state, Kind kind);

/// The names of all figures that the open document has; none without one.
std::vector<std::string> figureNames(const AppState& state);

/// What a figure shows. Ask for it before figureSvg.
std::vector<Query> figureQueries(const AppState& state, Kind kind);

/// The figure as an SVG file; needs an open document that has it. What has no answer yet is drawn as missing.
/// O(values). Beyond mostVectorCells (figure/cells.h) matrices are embedded pictures.
std::string figureSvg(const AppState& state, ResultStore& results, Kind kind,
                      const TextWidth& width);

}  // namespace hw::figure
