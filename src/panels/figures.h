// SPDX-License-Identifier: MIT
// Figures to take away, written from the view models: as on the page but on white paper, each with its
// caption of method, settings and source. A panel has a row for each of its figures, in its own folder
// (panels/NAME/figure.cpp); every view has one but the overview, which is made of others.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "figure/ramp_of.h"
#include "figure/svg.h"
#include "io/write/json_writer.h"
#include "page/answers/result_store.h"
#include "panels/caption.h"
#include "panels/figure_names.h"
#include "panels/page_model.h"

namespace hw::figure {

/// What a figure is drawn from, and the paper that it is drawn on from the top down.
struct Sheet {
    const AppState& state;
    ResultStore& results;
    const PageModel& page;
    Svg svg;
    Ramp ramp;
    std::string title;
    float y = 0;
    bool plain = false;  ///< without heading and caption

    void heading(std::string_view text);
};

struct FigureSpec {
    std::string_view name;  ///< as in its panel's row (panels/registry.h)
    FigureSubject subject;
    /// Asked before it is drawn, and again when the answers are there.
    std::vector<Query> (*queries)(const AppState& state, ResultStore& results);
    void (*draw)(Sheet& on);
    /// Null where a method's rows or matrices say all.
    void (*numbers)(JsonWriter& json, const AppState& state, ResultStore& results) = nullptr;
    bool namesTitle = false;  ///< the caption begins with it: which pair, which tokens
};

using FigureList = std::span<const FigureSpec>;
#define HW_PANEL_ROW(name, label) extern const FigureList name##Figures;
HW_PANELS(HW_PANEL_ROW)
#undef HW_PANEL_ROW

/// The row of a figure, or null where there is none of that name.
const FigureSpec* findFigure(std::string_view name);

/// The chosen outputs' row of the present method.
std::vector<Query> profileAlone(const AppState& state, ResultStore& results);

/// What a figure shows; `name`: one that the document has. Ask for it before figureSvg, and again when the answers
/// are there: the pair of a flow is known when its profile is.
std::vector<Query> figureQueries(const AppState& state, ResultStore& results,
                                 std::string_view name);

/// The page as it stands still at its layer.
AppState settled(const AppState& state);

/// How a figure is given, beside the way in which the page gives it.
struct FigureForm {
    bool plain = false;  ///< without heading and caption, for a document that has its own
    Paper paper = Paper::white;
    ShownSize size = {};
};

/// The figure as an SVG file; needs an open document that has it. What has no answer yet is drawn as missing.
/// O(values). Beyond mostVectorCells (figure/cells.h) matrices are embedded pictures.
std::string figureSvg(const AppState& state, ResultStore& results, std::string_view name,
                      const TextWidth& width, const FigureForm& form = {});

/// The numbers of a figure that holds more than a method's rows or matrices: what the text version of the view says,
/// unrounded. Layers count from 1, heads and tokens from 0, as in all results (io/write/export.h).
/// As JSON (docs/api.md); nothing for other figures. web/api/numbers.js makes CSV of it. Ask for figureQueries before
/// it; what has no answer is null. O(values).
std::optional<std::string> figureNumbers(const AppState& state, ResultStore& results,
                                         std::string_view name);

}  // namespace hw::figure
