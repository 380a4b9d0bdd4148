// SPDX-License-Identifier: MIT
// Figures for export, written from the view models. They look as on the page but on white paper, each with a caption of
// method, settings and source. Each panel lists its figures in its own folder (panels/NAME/figure.cpp). Every view has
// one except the overview, which consists of others.
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

/// The data of a figure, and the paper to draw it on, from the top down.
struct Sheet {
    const AppState& state;
    ResultStore& results;
    const PageModel& page;
    Svg svg;
    Ramp ramp;
    std::string title;
    float y = 0;
    bool hasTitle = true;

    void heading(std::string_view text);
};

struct FigureSpec {
    std::string_view name;  ///< the name in its panel's row (panels/registry.h)
    FigureSubject subject;
    /// Called before drawing, and again when the answers have arrived.
    std::vector<Query> (*queries)(const AppState& state, ResultStore& results);
    void (*draw)(Sheet& on);
    /// Null if a method's rows or matrices have all of its numbers.
    void (*numbers)(JsonWriter& json, const AppState& state, ResultStore& results) = nullptr;
    bool namesTitle =
        false;  ///< the caption begins with the title, which names the pair or the tokens
};

using FigureList = std::span<const FigureSpec>;
#define HW_PANEL_ROW(name, label, words) extern const FigureList name##Figures;
HW_PANELS(HW_PANEL_ROW)
#undef HW_PANEL_ROW

/// The row of a figure, or null if there is none of that name.
const FigureSpec* findFigure(std::string_view name);

/// The profile of the chosen outputs by the present method.
std::vector<Query> profileAlone(const AppState& state, ResultStore& results);

/// The questions for a figure that the document has. Call it before figureSvg, and again when the answers have arrived,
/// since the pair of a flow depends on its profile.
std::vector<Query> figureQueries(const AppState& state, ResultStore& results,
                                 std::string_view name);

/// The state at rest, without animation between layers.
AppState settled(const AppState& state);

/// A figure for paper is laid out at its width, not shrunk to it.
struct PrintForm {
    float millimetres = 0;  ///< the width, 0 for a screen, where it is 720 pixels
    float points = 7.5F;    ///< of its text
};
/// Limits within which a figure fits.
inline constexpr float narrowestPrint = 50;
inline constexpr float widestPrint = 1000;
inline constexpr float smallestPoints = 4;
inline constexpr float largestPoints = 24;

/// Options of a figure other than the page's own.
struct FigureForm {
    bool hasTitle = true;  ///< without it, a document can use its own
    bool hasCaption = true;
    Paper paper = Paper::white;
    ShownSize size = {};
    PrintForm print = {};
    Palette palette = Palette::own;
};

/// A form as text: "print=8300 points=750 title=off caption=off paper=dark palette=grey", the width in hundredths of a
/// millimetre, text in hundredths of a point, in any order. Missing and invalid values are the page's own.
FigureForm readForm(std::string_view text);

/// The figure as an SVG file. Needs an open document that has it. Missing answers are drawn as missing values.
/// O(values). With more than mostVectorCells cells (figure/cells.h) matrices are embedded images.
std::string figureSvg(const AppState& state, ResultStore& results, std::string_view name,
                      const TextWidth& width, const FigureForm& form = {});

/// The numbers of a figure that has more than a method's rows or matrices. They are those of the view's text version,
/// unrounded. Layers count from 1, heads and tokens from 0, as in all results (io/write/export.h). As JSON
/// (docs/api.md), in English, nullopt for other figures. web/paper/numbers.js makes CSV from it. Call figureQueries
/// first, since missing answers are null. O(values).
std::optional<std::string> figureNumbers(const AppState& state, ResultStore& results,
                                         std::string_view name);

}  // namespace hw::figure
