// SPDX-License-Identifier: MIT
// Figures to take away, written from the view models: bars, matrix, evolution, small multiples, as on
// the page but on white paper, each with its caption of method, settings and source.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/results.h"
#include "figure/svg.h"

namespace hw::figure {

enum class Kind { bars, matrix, evolution, multiples };

/// "bars", "matrix", "evolution", "multiples".
std::optional<Kind> kindOf(std::string_view name);

/// What a figure shows. Ask for it before figureSvg.
std::vector<Query> figureQueries(const AppState& state, Kind kind);

/// The figure as an SVG file; needs an open document. What has no answer yet is drawn as missing.
/// O(values). Beyond mostVectorCells (figure/cells.h) matrices are embedded pictures.
std::string figureSvg(const AppState& state, ResultStore& results, Kind kind,
                      const TextWidth& width);

}  // namespace hw::figure
