// SPDX-License-Identifier: MIT
#include "panels/flow/figure.h"

#include <algorithm>
#include <string>

#include "figure/cells.h"
#include "figure/note_marks.h"
#include "page/answers/questions.h"
#include "panels/figures.h"
#include "panels/flow/layout.h"
#include "panels/flow/mirror.h"

namespace hw::figure {
namespace {

constexpr int rowsOfPage = 40;
constexpr int rowsOfColumn = 24;
constexpr float heightOfPage = 240;
constexpr float heightOfColumn = 160;
constexpr float gap = 10;      ///< between the plane and its names
constexpr float topRoom = 20;  ///< the column's heading, and strokes of the uppermost row
constexpr float numberColumn = 46;
constexpr float nameSize = 10;
const TextStyle small{.size = nameSize, .colour = muted};

std::string quantity(const Svg& svg) { return toneOf(svg, {Ramp::blues, 1}, 0.82F); }

void drawRibbons(Svg& svg, const LayerGraph& model, const FlowPlane& plane) {
    svg.raw("<g class=\"ribbons\" fill=\"none\" stroke=\"" + quantity(svg) + "\">\n");
    for (const FlowRibbon& ribbon : model.ribbons) {
        const FlowBand band = flowBand(model, plane, ribbon);
        const bool two = ribbon.files != FilePresence::one;
        if (two) {
            const bool dark = svg.paper() == Paper::dark;
            svg.raw("<g stroke=\"" + svg.tone(filesColour(ribbon.files, dark)) + '"' +
                    (ribbon.files == FilePresence::earlier ? " stroke-dasharray=\"7 4\">" : ">"));
        }
        svg.curve(band.from.x, band.from.y, band.to.x, band.to.y, band.reach(),
                  std::max(band.width, 0.5F), (two ? 0.75F : 0.5F) * bandStrength(model, band));
        if (two) svg.raw("</g>\n");
    }
    svg.raw("</g>\n");
    for (const FlowRibbon& ribbon : model.ribbons) {
        const FlowBand band = flowBand(model, plane, ribbon);
        if (const auto arrow = flowArrow(band)) {
            for (const FlowPoint end : {arrow->left, arrow->right})
                svg.line(end.x, end.y, arrow->tip.x, arrow->tip.y, svg.ground(), 1.5F);
        }
        if (!ribbon.inCut) continue;
        const FlowMark mark = cutMark(band);
        svg.line(mark.from.x, mark.from.y, mark.to.x, mark.to.y, cutInk, 2);
    }
}

/// As dashed lines from node to node.
void drawCuts(Svg& svg, const LayerGraph& model, const FlowPlane& plane) {
    if (model.cuts.empty()) return;
    svg.raw("<g class=\"cuts\" fill=\"none\" stroke=\"" + std::string(cutInk) +
            "\" stroke-dasharray=\"5 4\">\n");
    for (const CutLine& cut : model.cuts) {
        const FlowBand band = cutBand(plane, cut);
        svg.curve(band.from.x, band.from.y, band.to.x, band.to.y, band.reach(), band.width, 1);
    }
    svg.raw("</g>\n");
}

void drawNodes(Svg& svg, const LayerGraph& model, const FlowPlane& plane) {
    for (int level = plane.lower; level <= plane.upper; ++level) {
        for (int row = 0; row < plane.rows; ++row) {
            const FlowNode node = flowNode(model, plane, level, row);
            // A dot if nothing passes.
            const float wide = node.half > 0 ? 2.0F : 1.0F;
            const float half = std::max(node.half, 1.0F);
            svg.rect(node.at.x - wide, node.at.y - half, 2 * wide, 2 * half,
                     node.end        ? accent
                     : node.half > 0 ? ink
                                     : rule);
        }
    }
}

void drawNames(Svg& svg, const LayerGraph& model, const FlowPlane& plane, float room) {
    FlowNames names(model, plane, nameSize);
    svg.text(svg.edge(), plane.top - 14, model.inputHeading, small);
    for (int row = 0; row < plane.rows; ++row) {
        if (!names.has(row)) continue;
        const std::size_t index = row;
        const float y = plane.y(row);
        TextStyle style{.size = nameSize, .strong = row == names.source};
        const std::string name = svg.cut(model.labels[index], room - 6, style);
        if (names.right(row)) svg.text(plane.right() + gap, y, name, style);
        if (!names.left(row)) continue;
        style.strong = row == names.sink;
        style.anchor = Anchor::end;
        svg.text(plane.left - gap, y, name, style);
        if (index >= model.sinkValues.size()) continue;
        svg.text(svg.edge() + numberColumn - 8, y,
                 shownNumber(model.sinkValues[index], model.sinkDecimals),
                 {.size = nameSize, .mono = true, .anchor = Anchor::end, .colour = muted});
    }
}

/// The value of the widest ribbon, and the meaning of the marks.
/// Returns where its last line is.
float drawKey(Svg& svg, const LayerGraph& model, const FlowPlane& plane, float middle) {
    double widest = 0;
    bool cut = false;
    for (const FlowRibbon& ribbon : model.ribbons) {
        widest = std::max(widest, ribbon.amount);
        cut = cut || ribbon.inCut;
    }
    float x = svg.edge();
    if (widest > 0) {
        const float thick = static_cast<float>(widest) * plane.unit;
        svg.raw("<g class=\"key\" opacity=\"0.5\">\n");
        svg.rect(x, middle - thick / 2, 24, thick, quantity(svg));
        svg.raw("</g>\n");
        const std::string words = formatText("{}, the widest ribbon"_tr, {shownNumber(widest)});
        svg.text(x + 32, middle, words, small);
        x += 32 + svg.width(words, small) + 28;
    }
    if (cut) {
        if (x + 10 + svg.width("minimum cut"_tr, small) > svg.right()) {
            x = svg.edge();
            middle += 14;
        }
        svg.line(x, middle - 6, x, middle + 6, cutInk, 2);
        svg.text(x + 8, middle, "minimum cut"_tr, small);
    }
    return middle;
}

}  // namespace

float drawGraphFigure(Svg& svg, const LayerGraph& graph, std::string_view caption, float top) {
    const float room = roomAtLeft(svg, graph.labels);
    const float left = svg.edge() + numberColumn + room + gap;
    const auto rows = static_cast<float>(graph.rows.size());
    const float height = svg.isNarrow() ? heightOfColumn : heightOfPage;
    const FlowPlane plane =
        flowPlane(graph, left, top + topRoom, svg.right() - room - gap - left,
                  rows * (svg.isPrint() ? std::clamp(height / rows, 11.0F, height / 8)
                                        : std::clamp(320 / rows, 14.0F, 40.0F)));
    drawRibbons(svg, graph, plane);
    drawCuts(svg, graph, plane);
    drawNodes(svg, graph, plane);
    drawNames(svg, graph, plane, room);
    for (const FlowLevelName& name :
         levelNames(plane, [&](std::string_view text) { return svg.width(text, small); })) {
        svg.text(name.x, plane.bottom() + 12, name.text,
                 {.size = nameSize, .anchor = Anchor::middle, .colour = muted});
    }
    drawNoteMarks(svg, [&](const NoteMark& mark) -> std::optional<NotePoint> {
        const auto at = notePoint(graph, plane, mark);
        if (!at) return {};
        return NotePoint{at->x, at->y};
    });
    float y = plane.bottom() + 46;
    y = drawKey(svg, graph, plane, y);
    y += svg.isPrint() ? 20.0F : 30.0F;
    y += svg.block(svg.edge(), y, svg.column(), caption, {.size = 10.5F, .colour = muted});
    return y - top;
}

float drawFlowFigure(Svg& svg, const FlowModel& model, float top) {
    if (model.flow == nullptr || model.rows.empty()) {
        const std::string why = model.standing.why();
        return svg.block(svg.edge(), top, svg.inner(), why, {.size = 10.5F, .colour = muted});
    }
    return drawGraphFigure(svg, model, model.caption, top);
}

namespace {

/// A pair's own answer, once its sink is known, and the values next to it.
std::vector<Query> flowQueries(const AppState& state, ResultStore& results) {
    const Query profile = profileQuery(state, Method::flow);
    const Answer* answer = results.find(profile);
    if (answer == nullptr || (!answer->problem && answer->complete < 1)) return {profile};
    return {profile, flowEdgesQuery(state, flowSink(state, results))};
}

constexpr FigureSpec rows[] = {
    {.name = "flow",
     .subject = FigureSubject::flow,
     .queries = flowQueries,
     .draw =
         [](Sheet& on) {
             const bool isColumn = on.svg.isPrint() && on.svg.isNarrow();
             const FlowModel model =
                 flowModel(on.state, on.results, isColumn ? rowsOfColumn : rowsOfPage);
             on.heading(model.title);
             on.y += drawFlowFigure(on.svg, model, on.y);
         },
     .numbers = [](JsonWriter& json, const AppState& state,
                   ResultStore& results) { writeFlow(json, flowModel(state, results)); },
     .namesTitle = true}};

}  // namespace

constinit const FigureList flowFigures = rows;

}  // namespace hw::figure
