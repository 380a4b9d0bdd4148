// SPDX-License-Identifier: MIT
// Figures to take away, written from the view models: as on the page but on white paper, each with its
// caption of method, settings and source. Every view has one but the overview, which is made of others.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "figure/svg.h"
#include "page/answers/result_store.h"
#include "panels/caption.h"
#include "panels/figure_names.h"

namespace hw::figure {

/// What its caption is about.
FigureSubject subjectOf(Kind kind);

/// What a figure shows. Ask for it before figureSvg, and again when the answers are there: the pair of a flow
/// is known when its profile is.
std::vector<Query> figureQueries(const AppState& state, ResultStore& results, Kind kind);

/// The page as it stands still at its layer.
AppState settled(const AppState& state);

/// The figure as an SVG file; needs an open document that has it. What has no answer yet is drawn as missing.
/// O(values). Beyond mostVectorCells (figure/cells.h) matrices are embedded pictures.
std::string figureSvg(const AppState& state, ResultStore& results, Kind kind,
                      const TextWidth& width);

/// The numbers of a figure that holds more than a method's rows or matrices: what the text version of the view says,
/// unrounded. Layers count from 1, heads and tokens from 0, as in all results (io/write/export.h).
/// Of compare, heads, faithfulness and flow as JSON (docs/api.md); nothing for other figures. web/api/numbers.js makes
/// CSV of it. Ask for figureQueries before it; what has no answer is null. O(values).
std::optional<std::string> figureNumbers(const AppState& state, ResultStore& results, Kind kind);

}  // namespace hw::figure
