// SPDX-License-Identifier: MIT
// The figures, one row each: its name, what it asks of the engine, how it is drawn and what its numbers are.
#include "panels/figures.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "figure/paper.h"
#include "figure/ramp_of.h"
#include "io/write/json_writer.h"
#include "page/answers/questions.h"
#include "page/state/panel_choice.h"
#include "page/state/view_rules.h"
#include "panels/bars/figure.h"
#include "panels/compare/figure.h"
#include "panels/evolution/figure.h"
#include "panels/faithfulness/figure.h"
#include "panels/flow/figure.h"
#include "panels/flow/mirror.h"
#include "panels/heads/figure.h"
#include "panels/heads/mirror.h"
#include "panels/image/figure.h"
#include "panels/matrix/figure.h"
#include "panels/registry.h"

namespace hw::figure {
namespace {

/// What a figure is drawn from, and the paper that it is drawn on from the top down.
struct Sheet {
    const AppState& state;
    ResultStore& results;
    const PageModel& page;
    Svg svg;
    Ramp ramp;
    std::string title;
    float y = edge;

    void heading(std::string_view text) {
        const TextStyle style{.size = 14, .strong = true};
        title = text;
        svg.text(edge, y + 8, svg.cut(text, inner, style), style);
        y += 28;
    }
};

void drawBars(Sheet& on) {
    on.heading(on.page.bars.title);
    on.y += drawBarsFigure(on.svg, on.page.bars, on.ramp, on.y);
}
void drawMatrices(Sheet& on) {
    const bool alone = on.page.controls.method == Method::raw;
    on.title = on.page.result.title;  // each matrix has its own above it
    on.y += drawMatrixFigure(on.svg, on.page.raw, alone ? nullptr : &on.page.result, on.ramp, on.y);
}
void drawEvolution(Sheet& on) {
    on.heading(on.page.evolution.title);
    on.y += drawEvolutionFigure(on.svg, on.page.evolution, on.ramp, on.y);
}
void drawMultiples(Sheet& on) {
    const MultiplesModel model =
        multiplesModel(on.state, on.results, Axis(queryUnits(on.state)), Axis(keyUnits(on.state)));
    on.heading(model.title);
    on.y += drawMultiplesFigure(on.svg, model, on.ramp, on.page.bars.unit, on.y);
}
void drawFlow(Sheet& on) {
    const FlowModel model = flowModel(on.state, on.results);
    on.heading(model.title);
    on.y += drawFlowFigure(on.svg, model, on.y);
}
void drawCompare(Sheet& on) {
    const CompareModel model = compareModel(on.state, on.results);
    on.heading(model.title);
    on.y += drawCompareFigure(on.svg, model, on.ramp, on.y);
}
void drawHeads(Sheet& on) {
    const HeadsModel model = headsModel(on.state, on.results);
    on.heading(model.title);
    on.y += drawHeadsFigure(on.svg, model, on.ramp, on.y);
}
void drawImage(Sheet& on) {
    const ImageModel model = imageModel(on.state, on.page.bars);
    on.heading(model.title);
    on.y += drawImageFigure(on.svg, model, on.ramp, on.y);
}
void drawFaithfulness(Sheet& on) {
    const FaithfulnessModel model = faithfulnessModel(on.state, on.results);
    on.heading(model.title);
    on.y += drawFaithfulnessFigure(on.svg, model, on.y);
}

/// A pair's own answer, once its sink is known, and the values beside it.
std::vector<Query> flowQueries(const AppState& state, ResultStore& results) {
    const Query profile = profileQuery(state, Method::flow);
    const Answer* answer = results.find(profile);
    if (answer == nullptr || (!answer->problem && answer->complete < 1)) return {profile};
    return {profile, flowEdgesQuery(state, flowSink(state, results))};
}
std::vector<Query> profileAlone(const AppState& state, ResultStore&) {
    return {profileQuery(state, state.view.method)};
}
std::vector<Query> matrices(const AppState& state, ResultStore&) {
    const ViewState& view = state.view;
    return {matrixQuery(state, Method::raw, view.layer),
            matrixQuery(state, view.method, view.layer)};
}
/// What its panel asks.
template <Panel panel>
std::vector<Query> panelQueries(const AppState& state, ResultStore&) {
    return specOf(panel).questions(state);
}

using Json = JsonWriter&;
using State = const AppState&;
using Results = ResultStore&;

struct FigureSpec {
    FigureSubject subject;
    std::vector<Query> (*queries)(const AppState& state, ResultStore& results);
    void (*draw)(Sheet& on);
    /// Null where a method's rows or matrices say all.
    void (*numbers)(JsonWriter& json, const AppState& state, ResultStore& results) = nullptr;
};

// In the order of Kind.
constexpr FigureSpec specs[] = {
    {FigureSubject::layer, profileAlone, drawBars},
    {FigureSubject::layer, matrices, drawMatrices},
    {FigureSubject::eachLayer, profileAlone, drawEvolution},
    {FigureSubject::eachLayer, panelQueries<Panel::evolution>, drawMultiples},
    {FigureSubject::flow, flowQueries, drawFlow,
     [](Json json, State state, Results results) { writeFlow(json, flowModel(state, results)); }},
    {FigureSubject::columns, panelQueries<Panel::compare>, drawCompare,
     [](Json json, State state, Results results) {
         writeCompare(json, compareModel(state, results), 1);
     }},
    {FigureSubject::heads, panelQueries<Panel::heads>, drawHeads,
     [](Json json, State state, Results results) { writeHeads(json, headsModel(state, results)); }},
    {FigureSubject::layer, profileAlone, drawImage},
    {FigureSubject::scores, panelQueries<Panel::faithfulness>, drawFaithfulness,
     [](Json json, State state, Results results) {
         writeFaithfulness(json, faithfulnessModel(state, results));
     }},
};
static_assert(std::size(specs) == static_cast<std::size_t>(Kind::faithfulness) + 1);

const FigureSpec& specOf(Kind kind) { return specs[static_cast<std::size_t>(kind)]; }

}  // namespace

FigureSubject subjectOf(Kind kind) { return specOf(kind).subject; }

std::vector<Query> figureQueries(const AppState& state, ResultStore& results, Kind kind) {
    return specOf(kind).queries(state, results);
}

AppState settled(const AppState& state) {
    AppState still = state;
    still.playback.head = state.view.layer;
    still.playback.playing = false;
    still.hover = {};
    return still;
}

std::string figureSvg(const AppState& state, ResultStore& results, Kind kind,
                      const TextWidth& width) {
    const AppState still = settled(state);
    const PageModel page = pageModel(still, results);
    Sheet on{still, results, page, Svg(width), rampOf(state.view.colormap), {}};
    specOf(kind).draw(on);
    std::string caption = figureCaption(still, subjectOf(kind));
    if (kind == Kind::flow) caption = on.title + ". " + caption;  // which pair
    on.y += 8;
    // Where the file is shown in another, wider face, lines must still end on the paper.
    on.y += on.svg.block(edge, on.y, inner * 0.88F, caption, {.size = 10.5F, .colour = muted});
    return on.svg.file(pageWidth, std::ceil(on.y + edge), on.title, caption);
}

std::optional<std::string> figureNumbers(const AppState& state, ResultStore& results, Kind kind) {
    if (specOf(kind).numbers == nullptr) return std::nullopt;
    JsonWriter json;
    specOf(kind).numbers(json, settled(state), results);
    return json.take();
}

}  // namespace hw::figure
