// SPDX-License-Identifier: MIT
#include <algorithm>

#include "core/number_text.h"
#include "page/models/controls_model.h"
#include "panels/flow/view_graph.h"
#include "panels/graph/head_colour.h"
#include "panels/graph/model.h"
#include "panels/graph/view_lines.h"
#include "panels/views.h"

namespace hw {
namespace {

/// State of the panel between frames.
struct GraphPanelUi {
    GraphUi graph;
    LinesUi lines;
};

constexpr float narrowestSlider = 320;

/// The share kept in each layer, as a slider in the line.
void drawShare(WordLine& line, const GraphModel& model, Commands& commands) {
    constexpr float track = 110;
    const std::string_view name = "share kept"_tr;
    const std::string value = percentText(model.kept);
    const float width = wordWidth(fonts().text, type::small, name);
    line.makeRoom(width + track + 80);
    line.x += 10;
    line.x += textLine(line.pen, fonts().text, type::small, line.x, line.middle,
                       line.pen.theme.muted, name) +
              16;
    const SliderResult slider =
        sliderRow(line.pen, "share kept", {line.x, line.middle - 8, track, 16}, "", "",
                  std::clamp(model.kept, 0.0, 1.0), 0, 1);
    if (slider.changed || slider.settled) {
        const EdgeChoice edges{0, std::max(slider.value, 0.01)};  // 0 would mean no choice
        commands.push_back(Set{&ViewState::edges, edges, slider.settled});
    }
    line.x += track + 14;
    textLine(line.pen, fonts().mono, type::number, line.x, line.middle, line.pen.theme.ink, value);
    line.x += 54;
}

/// Both forms, and the min. size of edges. Returns the height.
float drawChoices(const Pen& pen, const GraphModel& model, const Rect& area, Commands& commands) {
    WordLine line{pen, area.x, area.right(), area.y + 14};
    for (const GraphForm form : every<GraphForm>()) {
        if (line.choice(std::string(wordOf(form).shown()), model.form == form))
            commands.push_back(Set{&ViewState::graphForm, form});
    }
    // Windows that are too narrow for the slider have only the sizes, and the text version has the share.
    const bool fits = area.w >= narrowestSlider;
    if (fits && model.form == GraphForm::traced && !model.bothFiles)
        drawShare(line, model, commands);
    const std::string_view heading = "edges from"_tr;
    line.makeRoom(wordWidth(fonts().text, type::small, heading) + 60);
    line.x += 10;
    line.x +=
        textLine(pen, fonts().text, type::small, line.x, line.middle, pen.theme.muted, heading) +
        12;
    const bool byShare = model.byShare && model.form == GraphForm::traced && !model.bothFiles;
    const auto size = [&](const std::string& word, double from) {
        if (line.choice(word, model.edges == from && !byShare))
            commands.push_back(Set{&ViewState::edges, EdgeChoice{from, 0}});
    };
    size("auto"_tr, 0);
    for (const double from : edgeSizes) size(inLanguage(numberText(from)), from);
    if (model.hasEarlier || model.bothFiles) {
        line.x += 10;
        if (line.toggle("both files"_tr, model.bothFiles))
            commands.push_back(Set{&ViewState::bothFiles, !model.bothFiles});
    }
    return line.middle + line.height / 2 - area.y;
}

/// A colour and a number for each head. A click shows or hides the head. Returns the height.
float drawHeadSigns(const Pen& pen, const GraphModel& model, const Settings& settings,
                    const Rect& area, Commands& commands) {
    if (model.heads == 0) return 0;
    const float width = 34;
    const float height = targetHeight(pen.theme, 22);
    float x = area.x;
    float y = area.y;
    for (int head = 0; head < model.heads; ++head) {
        if (x + width > area.right()) {
            x = area.x;
            y += height;
        }
        const bool used = std::ranges::binary_search(model.usedHeads, head);
        ImGui::PushID(head);
        const Hit hit = hitArea("head", {x, y, width, height});
        ImGui::PopID();
        const float middle = y + height / 2;
        const ImU32 colour = headColour(head, model.heads, pen.theme.dark);
        const ImVec2 from{x, middle - 5};
        const ImVec2 to{x + 10, middle + 5};
        used ? pen.list->AddRectFilled(from, to, colour) : pen.list->AddRect(from, to, colour);
        textLine(pen, fonts().text, type::label, x + 14, middle,
                 hit.hovered ? pen.theme.ink : pen.theme.muted, std::to_string(head + 1));
        if (hit.hovered) {
            ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
            tooltip(pen,
                    formatText(used ? "Click to exclude head {}"_tr : "Click to include head {}"_tr,
                               {head + 1}));
        }
        if (hit.clicked) {
            Settings next = settings;
            next.heads = toggled(next.heads, head, model.heads);
            commands.push_back(Set{&ViewState::settings, std::move(next)});
        }
        x += width;
    }
    return y + height - area.y;
}

/// The meaning of two files' colours. Returns the height.
float drawWhose(const Pen& pen, const GraphModel& model, const Rect& area) {
    if (!model.bothFiles) return 0;
    float x = area.x;
    float y = area.y + 9;
    for (const FilePresence files : twoFiles) {
        const std::string words =
            elided(fonts().text, type::label, filesText(model, files), area.w - 46);
        const float width = wordWidth(fonts().text, type::label, words) + 46;
        if (x + width > area.right() && x > area.x) {
            x = area.x;
            y += 18;
        }
        const ImU32 colour = filesColour(files, pen.theme.dark);
        const int dashes = files == FilePresence::earlier ? 3 : 1;
        const float step = 24.0F / static_cast<float>(dashes);
        for (int i = 0; i < dashes; ++i) {
            const float left = x + step * static_cast<float>(i);
            pen.list->AddRectFilled({left, y - 3}, {left + step * (dashes > 1 ? 0.6F : 1), y + 3},
                                    colour);
        }
        textLine(pen, fonts().text, type::label, x + 30, y, pen.theme.muted, words);
        x += width;
    }
    return y + 9 - area.y;
}

void drawPanel(const PanelDrawing& on, const Rect& area) {
    const Pen& pen = on.pen;
    const GraphModel& model = on.page.of<GraphModel>();
    GraphPanelUi& ui = on.ui.own.at<GraphPanelUi>();
    const bool traced = model.form == GraphForm::traced;
    float room = area.w;
    if (traced) room -= drawShowAll(pen, ui.graph, area.right(), area.y + 10);
    const float more = titleBlock(pen, area.x, area.y + 10, room - aboutRoom, model.title);
    on.sign(Panel::graph, {area.x, area.y, room, area.h}, model.title);
    Rect rest{area.x, area.y + 26 + more, area.w, area.h - 26 - more};
    const auto cut = [&](float height) {
        rest.y += height;
        rest.h -= height;
    };
    cut(drawChoices(pen, model, rest, on.commands) + 4);
    if (!model.standing.text.empty()) {
        const float below =
            textBlock(pen, fonts().text, type::body, {rest.x, rest.y + 8, rest.w, 0},
                      pen.theme.muted, model.standing.text);
        drawWays(pen, model.standing.ways, {rest.x, rest.y + 20 + below, rest.w, 0}, on.commands);
        return;
    }
    cut(textBlock(pen, fonts().text, type::small, rest, pen.theme.muted, model.caption) + 6);
    cut(drawHeadSigns(pen, model, on.page.controls.settings, rest, on.commands));
    cut(drawWhose(pen, model, rest));
    cut(20);
    if (!traced) {
        drawLines(pen, model, ui.lines, rest, on.commands);
        return;
    }
    const GraphPlaces places = graphPlaces(model.graph, rest, isNarrow(area.w));
    if (places.hasRoom()) drawLayerGraph(pen, model.graph, places, ui.graph, -1, on.commands);
}

float rowsHeight(const PageModel& page) {
    const GraphModel& model = page.of<GraphModel>();
    const std::size_t rows =
        model.form == GraphForm::traced ? model.graph.rows.size() : model.keyLabels.size();
    return 13 * static_cast<float>(std::min<std::size_t>(rows, 40));
}

}  // namespace

constinit const PanelView graphView{
    .draw = drawPanel,
    .leastHeight = [](const PageModel&, float width) { return isNarrow(width) ? 380.0F : 300.0F; },
    .wideHeight = [](const PageModel& page,
                     float) { return std::max(200 + rowsHeight(page), 320.0F); },
    .narrowHeight = [](const PageModel& page,
                       float) { return std::max(300 + rowsHeight(page), 480.0F); },
};

}  // namespace hw
