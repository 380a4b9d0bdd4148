// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "figure/cells.h"
#include "figure/note_marks.h"
#include "panels/figures.h"
#include "panels/flow/figure.h"
#include "panels/graph/head_colour.h"
#include "panels/graph/model.h"

namespace hw::figure {
namespace {

constexpr float nameSize = 10;

/// Eight colours that people with any colour vision can distinguish (M. Okabe and K. Ito 2008), 0xRRGGBB.
constexpr std::uint32_t okabeIto[] = {0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7,
                                      0xE69F00, 0x56B4E9, 0x000000, 0xF0E442};

std::string colourOf(const Svg& svg, int head, int heads) {
    const bool isDark = svg.paper() == Paper::dark;
    if (svg.palette() != Palette::safe)
        return svg.tone(headColour(head, heads, isDark && svg.isPrint()));
    std::uint32_t rgb = okabeIto[head % std::ssize(okabeIto)];
    if (rgb == 0 && isDark) rgb = 0xFFFFFF;
    return svg.tone((rgb & 0xFFU) << 16U | (rgb & 0xFF00U) | rgb >> 16U);
}

/// Heads that share a colour, or a grey, differ in their strokes.
std::string dashOf(const Svg& svg, int head) {
    constexpr std::string_view dashes[] = {"", "6 3", "2 2", "8 3 2 3"};
    const bool isGrey = svg.palette() == Palette::grey;
    if (svg.palette() == Palette::own) return {};
    const std::string_view dash = dashes[(isGrey ? head : head / 8) % 4];
    return dash.empty() ? std::string() : " stroke-dasharray=\"" + std::string(dash) + "\"";
}

float drawLines(Svg& svg, const GraphModel& model, float top) {
    const auto rows = model.queryLabels.size();
    const auto cols = model.keyLabels.size();
    const auto most = static_cast<float>(std::max(rows, cols));
    const float height = most * std::clamp(420 / most, 1.5F, 22.0F);
    const float room = std::min(150.0F, 0.26F * svg.pageWidth());
    const float left = svg.edge() + room;
    const float right = svg.right() - room;
    const auto place = [&](int index, std::size_t count) {
        return top + height * (static_cast<float>(index) + 0.5F) / static_cast<float>(count);
    };
    svg.raw("<g class=\"lines\">\n");
    for (const GraphLine& line : model.lines) {
        const float share = model.largest > 0 ? line.value / model.largest : 0;
        const bool two = line.files != FilePresence::one;
        const std::string colour =
            line.head >= 0 ? colourOf(svg, line.head, model.heads)
            : two          ? svg.tone(filesColour(line.files, svg.paper() == Paper::dark))
                           : toneOf(svg, {Ramp::blues, 1}, 0.82F);
        const bool dashed = line.files == FilePresence::earlier;
        svg.raw("<g opacity=\"" + shortNumber(std::max(share, two ? 0.3F : 0.08F)) +
                (dashed ? "\" stroke-dasharray=\"6 4\">"
                        : '"' + (line.head >= 0 ? dashOf(svg, line.head) : "") + '>'));
        svg.line(left, place(line.key, cols), right, place(line.query, rows), colour,
                 0.75F + share);
        svg.raw("</g>\n");
    }
    svg.raw("</g>\n");
    const auto names = [&](const std::vector<std::string>& labels, bool outputs) {
        const float pitch = height / static_cast<float>(labels.size());
        const int step = std::max(1, static_cast<int>(std::ceil((nameSize + 1) / pitch)));
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const int index = static_cast<int>(i);
            const bool chosen =
                outputs && std::ranges::find(model.outputs, index) != model.outputs.end();
            if (index % step != 0 && !chosen) continue;
            const TextStyle style{.size = nameSize,
                                  .strong = chosen,
                                  .anchor = outputs ? Anchor::start : Anchor::end};
            svg.text(outputs ? right + 8 : left - 8, place(index, labels.size()),
                     svg.cut(labels[i], room - 12, style), style);
        }
    };
    names(model.queryLabels, true);
    names(model.keyLabels, false);
    drawNoteMarks(svg, [&](const NoteMark& mark) -> std::optional<NotePoint> {
        if (const auto cell = cellOf(mark, svg.notes()->layer)) {
            return NotePoint{(left + right) / 2,
                             (place(cell->row, rows) + place(cell->col, cols)) / 2};
        }
        if (const auto key = inputOf(mark)) return NotePoint{left, place(*key, cols)};
        if (const auto query = outputOf(mark)) return NotePoint{right, place(*query, rows)};
        return {};
    });
    float y = top + height + 20;
    float x = svg.edge();
    const TextStyle small{.size = nameSize, .colour = muted};
    const bool isDashed = svg.palette() != Palette::own;
    const float swatch = isDashed ? 22 : 8;
    for (const int head : model.usedHeads) {
        const std::string words = formatText("head {}"_tr, {head + 1});
        const float wide = std::max(48 + swatch, swatch + 16 + svg.width(words, small));
        if (x + wide > svg.right()) {
            x = svg.edge();
            y += 16;
        }
        if (isDashed) {
            svg.raw("<g" + dashOf(svg, head) + ">");
            svg.line(x, y, x + swatch, y, colourOf(svg, head, model.heads), 2);
            svg.raw("</g>\n");
        } else {
            svg.rect(x, y - 4, swatch, 8, colourOf(svg, head, model.heads));
        }
        svg.text(x + swatch + 4, y, words, small);
        x += wide;
    }
    if (!model.usedHeads.empty()) y += 20;
    return y - top;
}

/// The meaning of two files' colours. Returns the height.
float drawWhose(Svg& svg, const GraphModel& model, float middle) {
    float x = svg.edge();
    const float start = middle;
    for (const FilePresence files : twoFiles) {
        const bool dashed = files == FilePresence::earlier;
        if (dashed) svg.raw("<g stroke-dasharray=\"7 4\">");
        svg.line(x, middle, x + 28, middle,
                 svg.tone(filesColour(files, svg.paper() == Paper::dark)), 6);
        if (dashed) svg.raw("</g>\n");
        const TextStyle style{.size = nameSize, .colour = muted};
        const float room = svg.isNarrow() ? svg.inner() - 40 : svg.inner() / 3 - 60;
        const std::string words = svg.cut(filesText(model, files), room, style);
        svg.text(x + 36, middle, words, style);
        x += 36 + svg.width(words, style) + 24;
        if (svg.isNarrow()) {
            x = svg.edge();
            middle += 14;
        }
    }
    return 20 + middle - start;
}

void draw(Sheet& on) {
    const GraphModel model = graphModel(on.state, on.results);
    on.heading(model.title);
    const TextStyle small{.size = 10.5F, .colour = muted};
    const bool traced = model.form == GraphForm::traced;
    if (!model.standing.text.empty() || (traced ? model.graph.rows.empty() : model.lines.empty())) {
        const std::string why = model.standing.text.empty() ? model.caption : model.standing.why();
        on.y += on.svg.block(on.svg.edge(), on.y, on.svg.inner(), why, small);
        return;
    }
    if (model.bothFiles) on.y += drawWhose(on.svg, model, on.y + 6);
    if (traced) {
        on.y += drawGraphFigure(on.svg, model.graph, model.caption, on.y);
        return;
    }
    on.y += drawLines(on.svg, model, on.y);
    on.y += on.svg.block(on.svg.edge(), on.y, on.svg.column(), model.caption, small);
}

/// The same for two files. Each edge has its files, and "sums" has the totals of each layer.
void writeBoth(JsonWriter& json, const AppState& state, const GraphModel& model) {
    json.beginObject().field("title", model.title);
    json.field("caption", model.standing.text.empty() ? model.caption : model.standing.text);
    json.key("table").beginObject().key("columns").beginArray();
    for (const char* name : {"layer", "query", "key", "in", "this", "previous"}) json.value(name);
    json.endArray().key("rows").beginArray();
    const auto row = [&](int layer, int query, int key, FilePresence files, double here,
                         double before) {
        json.beginArray().value(layer + 1).value(query).value(key).value(nameOf(files));
        json.value(here).value(before).endArray();
    };
    for (const FlowRibbon& edge : model.graph.ribbons)
        row(edge.layer, edge.query, edge.key, edge.files, edge.here, edge.before);
    for (auto line = model.lines.rbegin(); line != model.lines.rend(); ++line)
        row(state.view.layer, model.queryTokens[line->query], model.keyTokens[line->key],
            line->files, static_cast<double>(line->here), static_cast<double>(line->before));
    json.endArray().endObject().key("sums").beginArray();
    for (const SharedPaths& paths : model.shared) {
        json.beginObject().field("layer", paths.layer + 1);
        json.array("both", std::vector<double>(paths.both, paths.both + 2));
        json.array("own", std::vector<double>(paths.own, paths.own + 2));
        json.array("hidden", std::vector<double>(paths.hidden, paths.hidden + 2)).endObject();
    }
    json.endArray().endObject();
}

/// {"title", "caption", "table": {"columns", "rows"}}. Layers from 1, heads and tokens from 0.
void writeNumbers(JsonWriter& json, const AppState& state, ResultStore& results) {
    const GraphModel model = graphModel(state, results);
    if (model.bothFiles) return writeBoth(json, state, model);
    const bool traced = model.form == GraphForm::traced;
    const bool share = model.graph.carries == WidthMeaning::share;
    json.beginObject().field("title", model.title);
    json.field("caption", model.standing.text.empty() ? model.caption : model.standing.text);
    json.key("table").beginObject().key("columns").beginArray();
    for (const char* name : {"layer", "query", "key"}) json.value(name);
    if (traced && share) json.value("share");
    json.value(traced ? "weight" : "value");
    if (!traced) json.value("head");
    json.endArray().key("rows").beginArray();
    for (const FlowRibbon& ribbon : model.graph.ribbons) {
        json.beginArray().value(ribbon.layer + 1).value(ribbon.query).value(ribbon.key);
        if (share) json.value(ribbon.amount);
        json.value(ribbon.capacity).endArray();
    }
    for (auto line = model.lines.rbegin(); line != model.lines.rend(); ++line) {
        json.beginArray().value(state.view.layer + 1);
        json.value(model.queryTokens[line->query]);
        json.value(model.keyTokens[line->key]);
        json.value(static_cast<double>(line->value));
        line->head < 0 ? json.null() : json.value(line->head);
        json.endArray();
    }
    json.endArray().endObject().endObject();
}

constexpr FigureSpec rows[] = {
    {.name = "graph",
     .subject = FigureSubject::layer,
     .queries = [](const AppState& state, ResultStore&) { return graphQueries(state); },
     .draw = draw,
     .numbers = writeNumbers},
};

}  // namespace

constinit const FigureList graphFigures = rows;

}  // namespace hw::figure
