// SPDX-License-Identifier: MIT
// Figures to take away, written from the view models: as on the page but on white paper, each with its
// caption of method, settings and source. Every view has one but the overview, which is made of others.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/figure_caption.h"
#include "app/results.h"
#include "figure/svg.h"

namespace hw::figure {

enum class Kind { bars, matrix, evolution, multiples, flow, compare, heads, image, faithfulness };

/// "bars", "matrix", ...: the kinds as the views and their addresses are named.
std::optional<Kind> kindOf(std::string_view name);

/// What its caption is about.
FigureSubject subjectOf(Kind kind);

/// Whether the open document has what the figure shows: a picture, scores, rows that flow passes.
bool hasFigure(const AppState& state, Kind kind);

/// The names of all figures that the open document has; none without one.
std::vector<std::string> figureNames(const AppState& state);

/// What a figure shows. Ask for it before figureSvg, and again when the answers are there: the pair of a flow
/// is known when its profile is.
std::vector<Query> figureQueries(const AppState& state, ResultStore& results, Kind kind);

/// The page as it stands still at its layer.
AppState settled(const AppState& state);

/// The figure as an SVG file; needs an open document that has it. What has no answer yet is drawn as missing.
/// O(values). Beyond mostVectorCells (figure/cells.h) matrices are embedded pictures.
std::string figureSvg(const AppState& state, ResultStore& results, Kind kind,
                      const TextWidth& width);

}  // namespace hw::figure
