// SPDX-License-Identifier: MIT
#include "panels/explain/view.h"

#include <algorithm>

#include "page/models/controls_model.h"
#include "panels/flow/view_graph.h"
#include "panels/views.h"

namespace hw {
namespace {

/// State of the panel between frames.
struct ExplainUi {
    GraphUi graph;
};

constexpr float graphHeight = 260;

/// Buttons for the previous and the next step, and for the inputs before and after this one.
float drawSteps(const Pen& pen, const ExplainModel& model, const Rect& area, Commands& commands) {
    WordLine line{pen, area.x, area.right(), area.y + targetHeight(pen.theme, 32) / 2};
    const auto button = [&](LocalizedText text, const std::string& fields, LocalizedText tip) {
        const bool clicked =
            line.action(text, {.enabled = !fields.empty(), .font = fonts().semibold, .tip = tip});
        if (clicked && !fields.empty()) commands.push_back(ApplyFields{fields});
    };
    button("‹ back"_tr, model.backFields, "previous step (,)"_tr);
    button(model.isFlow ? "next path ›"_tr : "open the largest ›"_tr, model.nextFields,
           "next step (.)"_tr);
    line.x += 12;
    const auto place = [&](LocalizedText text, int token) {
        if (line.action(text, {.enabled = token >= 0, .tip = "explain another input"_tr}))
            commands.push_back(Set{&ViewState::sink, token});
    };
    place("‹ input"_tr, model.key > 0 ? model.key - 1 : -1);
    place("input ›"_tr, model.key + 1 < model.keys ? model.key + 1 : -1);
    return line.middle + line.height / 2 - area.y;
}

float drawCrumbs(const Pen& pen, const ExplainModel& model, const Rect& area, Commands& commands) {
    if (model.crumbs.size() < 2) return 0;
    WordLine line{pen, area.x, area.right(), area.y + targetHeight(pen.theme, 28) / 2};
    for (std::size_t i = 0; i < model.crumbs.size(); ++i) {
        const ExplainedCrumb& crumb = model.crumbs[i];
        ImGui::PushID(static_cast<int>(i));
        const bool clicked = crumb.isHere ? line.choice(crumb.label, true) : line.link(crumb.label);
        ImGui::PopID();
        if (clicked && !crumb.isHere) commands.push_back(ApplyFields{crumb.fields});
    }
    return line.middle + line.height / 2 - area.y;
}

void drawPanel(const PanelDrawing& on, const Rect& area) {
    const ExplainModel& model = on.page.of<ExplainModel>();
    ExplainUi& ui = on.ui.own.at<ExplainUi>();
    const float room = area.w - drawShowAll(on.pen, ui.graph, area.right(), area.y + 10);
    const float more = titleBlock(on.pen, area.x, area.y + 10, room - aboutRoom, model.title);
    on.sign(Panel::explain, {area.x, area.y, room, area.h}, model.title);
    const Rect body{area.x, area.y + 26 + more, area.w, area.h - 26 - more};
    ImGui::SetCursorScreenPos(body.min());
    ImGui::BeginChild("explain", body.size(), ImGuiChildFlags_None, ImGuiWindowFlags_NoBackground);
    const Pen pen{on.pen.theme, ImGui::GetWindowDrawList(), on.pen.notes};
    Rect rest{body.x, body.y - ImGui::GetScrollY(), area.w - 12, body.h};
    const float top = rest.y;
    const auto cut = [&](float height) {
        rest.y += height;
        rest.h -= height;
    };
    cut(drawSteps(pen, model, rest, on.commands));
    cut(drawCrumbs(pen, model, rest, on.commands) + 6);
    if (!model.standing.text.empty()) {
        const float below =
            textBlock(pen, fonts().text, type::body, {rest.x, rest.y + 8, rest.w, 0},
                      pen.theme.muted, model.standing.text);
        drawWays(pen, model.standing.ways, {rest.x, rest.y + 20 + below, rest.w, 0}, on.commands);
        ImGui::EndChild();
        return;
    }
    const auto write = [&](const std::string& text, ImU32 colour) {
        if (text.empty()) return;
        cut(textBlock(pen, fonts().text, type::body, {rest.x, rest.y, std::min(rest.w, 760.0F), 0},
                      colour, text) +
            4);
    };
    write(model.lead, pen.theme.ink);
    write(model.note, pen.theme.muted);
    if (model.isFlow) {
        cut(18);
        // If the width allows it, the numbers of its edges are on the right, and it takes the whole height.
        const bool beside = rest.w > 860;
        // With only a few tokens, the numbers get the height.
        const auto rows = static_cast<float>(model.graph.rows.size());
        const float least = std::min(graphHeight, 50 * rows + 40);
        const float wanted =
            std::clamp((beside ? 44.0F : 26.0F) * rows + 30, least, beside ? 900.0F : 560.0F);
        const Rect place{rest.x, rest.y, beside ? rest.w * 0.54F : rest.w,
                         std::max(std::min(wanted, body.bottom() - rest.y - 20), least)};
        const GraphPlaces places = graphPlaces(model.graph, place, isNarrow(area.w));
        // With only a few tokens, the numbers move up.
        const float used = places.hasRoom() ? places.plot().bottom() + 26 - place.y : place.h;
        if (places.hasRoom()) {
            const bool isLit = std::ranges::any_of(model.graph.ribbons, &FlowRibbon::isLit);
            drawLayerGraph(pen, model.graph, places, ui.graph, isLit ? 0 : -1, on.commands);
        }
        if (beside) {
            const Rect numbers{place.right() + 24, rest.y - 18, rest.w - place.w - 24, rest.h};
            cut(std::max(used + 16, drawExplainTables(pen, model, numbers, on.commands)));
        } else {
            cut(used + 16);
            cut(drawExplainTables(pen, model, rest, on.commands));
        }
    } else {
        cut(drawExplainTables(pen, model, rest, on.commands));
    }
    ImGui::SetCursorScreenPos({body.x, top + (rest.y - top) + 12});
    ImGui::Dummy({1, 1});
    ImGui::EndChild();
}

float explainHeight(const PageModel& page, float width) {
    const ExplainModel& model = page.of<ExplainModel>();
    Theme colours;
    colours.touch = page.surroundings.touch;
    Commands none;
    const Pen measure{colours, nullptr};
    const float wide = width - 12;
    float height = 26 + titleBlock(measure, 0, 0, width - aboutRoom, model.title) + 60;
    height += 40 * static_cast<float>(model.crumbs.size() > 1 ? model.crumbs.size() : 0);
    for (const std::string* text : {&model.lead, &model.note}) {
        if (text->empty()) continue;
        height += 4 + textBlock(measure, fonts().text, type::body,
                                {0, 0, std::min(wide, 760.0F), 0}, 0, *text);
    }
    if (model.isFlow) height += graphHeight + 60;
    return height + drawExplainTables(measure, model, {0, 0, wide, 0}, none) + 32;
}

}  // namespace

constinit const PanelView explainView{
    .draw = drawPanel,
    .leastHeight = [](const PageModel& page,
                      float width) { return std::min(explainHeight(page, width), 280.0F); },
    .wideHeight = explainHeight,
    .narrowHeight = explainHeight,
};

}  // namespace hw
