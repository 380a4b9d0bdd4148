// SPDX-License-Identifier: MIT
#include "view/page.h"

#include <algorithm>
#include <cmath>

#include "view/bars_view.h"
#include "view/compare_view.h"
#include "view/controls_view.h"
#include "view/evolution_view.h"
#include "view/faithfulness_view.h"
#include "view/flow_view.h"
#include "view/header_view.h"
#include "view/heads_view.h"
#include "view/sentence_view.h"
#include "view/timeline_view.h"

namespace hw {
namespace {

constexpr float sideWidth = 272;
constexpr float narrowBelow = 760;

struct PanelName {
    Panel panel;
    const char* word;
};
constexpr PanelName wideOrder[] = {{Panel::overview, "Overview"}, {Panel::bars, "Bars"},
                                   {Panel::matrix, "Matrix"}, {Panel::evolution, "Evolution"},
                                   {Panel::flow, "Flow"}, {Panel::heads, "Heads"},
                                   {Panel::compare, "Compare"}, {Panel::image, "Image"},
                                   {Panel::faithfulness, "Faithfulness"}};

/// Draws the views of one frame; holds nothing beyond it.
class PageDrawing {
public:
    PageDrawing(const PageModel& model, UiState& ui, Commands& commands)
        : model_(model),
          ui_(ui),
          commands_(commands),
          theme_(themeFor(model.surroundings)),
          pen_{theme_, ImGui::GetWindowDrawList()} {}

    void draw() {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const bool narrow = screen.x < narrowBelow;
        pen_.list->AddRectFilled({0, 0}, screen, theme_.ground);
        drawHeader(pen_, model_.header, {0, 0, screen.x, headerHeight}, commands_);
        if (narrow) {
            drawNarrow({16, headerHeight, screen.x - 32, screen.y - headerHeight});
        } else {
            drawWide(screen);
        }
    }

private:
    void drawWide(ImVec2 screen) {
        vline(pen_, sideWidth, headerHeight, screen.y, theme_.rule);
        drawSide({0, headerHeight, sideWidth, screen.y - headerHeight});
        Rect main{sideWidth + 32, headerHeight, screen.x - sideWidth - 32 - space::edge,
                  screen.y - headerHeight};
        cut(main, 20);
        const float messages = drawMessages(pen_, model_.messages, main, commands_);
        if (messages > 0) cut(main, messages + 8);
        if (!model_.hasDocument) return;
        cut(main, drawSentenceAt(main, std::min(124.0F, main.h * 0.2F)) + 18);
        drawTimeline(pen_, model_.timeline, {main.x, main.y, main.w, 56}, commands_);
        cut(main, 60);
        cut(main, drawPanelWords({main.x, main.y, main.w, 32}) + 16);
        main.h -= 16;
        drawPanel(main);
    }

    /// One column for phones: sentence, timeline, a switch, one view, all in one scroll.
    void drawNarrow(const Rect& area) {
        ImGui::SetCursorScreenPos(area.min());
        ImGui::BeginChild("narrow", area.size(), ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar);
        const Pen outer = pen_;
        pen_.list = ImGui::GetWindowDrawList();
        Rect column{area.x, area.y + 16 - ImGui::GetScrollY(), area.w, 0};
        const float start = column.y;
        column.y += textBlock(pen_, fonts().semibold, 16, column, theme_.ink, model_.header.title);
        column.y += textBlock(pen_, fonts().text, type::small, column, theme_.muted,
                              model_.header.opening ? model_.header.openingText
                                                    : model_.header.subtitle) + 12;
        column.y += drawMessages(pen_, model_.messages, column, commands_);
        if (model_.hasDocument) {
            column.y += drawSentenceAt({column.x, column.y, column.w, 200}, 200) + 20;
            drawTimeline(pen_, model_.timeline, {column.x, column.y, column.w, 80}, commands_);
            column.y += 92;
            column.y += drawPanelWords({column.x, column.y, column.w, 32}) + 12;
            const Rect view{column.x, column.y, column.w, narrowHeight(column.w)};
            drawPanel(view);
            column.y = view.bottom() + 24;
            hline(pen_, column.x, area.right(), column.y, theme_.rule);
            column.y += 16;
            column.y += drawControls(pen_, model_.controls,
                                     {column.x, column.y, column.w, 0}, ui_.settingHeld, commands_);
        }
        ImGui::SetCursorScreenPos({area.x, area.y - ImGui::GetScrollY() + (column.y - start) + 40});
        ImGui::Dummy({1, 1});
        ImGui::EndChild();
        pen_.list = outer.list;
    }

    float narrowHeight(float width) const {
        switch (model_.panel) {
            case Panel::matrix: return width + 120;
            case Panel::evolution: return 260;
            case Panel::flow:
            case Panel::heads: return 480;
            case Panel::compare: return std::min(compareHeight(model_.compare, width), 720.0F);
            case Panel::image: return width + 360;
            case Panel::faithfulness: return faithfulnessHeight(model_.faithfulness, width);
            default: return std::min(barsHeight(model_.bars) + 60, 560.0F);
        }
    }

    void drawSide(const Rect& area) {
        ImGui::SetCursorScreenPos(area.min());
        ImGui::BeginChild("side", area.size(), ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoBackground);
        if (model_.hasDocument) {
            const Pen inner{theme_, ImGui::GetWindowDrawList()};
            const Rect column{space::edge, area.y + 20 - ImGui::GetScrollY(),
                              sideWidth - 2 * space::edge, 0};
            const float height =
                drawControls(inner, model_.controls, column, ui_.settingHeld, commands_);
            ImGui::SetCursorScreenPos({column.x, column.y + height + 8});
            ImGui::Dummy({1, 1});
        }
        ImGui::EndChild();
    }

    float drawSentenceAt(const Rect& area, float most) {
        if (!model_.bars.ready) return 36;
        const float height = std::min(sentenceHeight(model_.bars, area.w), most);
        drawSentence(pen_, model_.bars, {area.x, area.y, area.w, height}, model_.controls.colormap,
                     model_.result.hover, clickable(), commands_);
        return height;
    }

    /// Which view; the chosen one underlined. Wraps on a phone; returns the height.
    float drawPanelWords(const Rect& area) {
        float x = area.x;
        float y = area.y;
        for (const PanelName& name : wideOrder) {
            if (name.panel == Panel::image && !model_.hasImage) continue;
            if (name.panel == Panel::faithfulness && !model_.hasImportance) continue;
            const bool chosen = model_.panel == name.panel;
            const float width = wordWidth(fonts().semibold, type::body, name.word);
            if (x > area.x && x + width > area.right()) {
                x = area.x;
                y += 32;
            }
            if (wordButton(pen_, name.word, chosen ? fonts().semibold : fonts().text, type::body, x,
                           y + 14, name.word, chosen)
                    .clicked) {
                commands_.push_back(SetPanel{name.panel});
            }
            x += width + 24;
        }
        return y + 32 - area.y;
    }

    void drawPanel(const Rect& area) {
        switch (model_.panel) {
            case Panel::matrix: drawMatrices(area); break;
            case Panel::evolution: drawEvolutionAt(area); break;
            case Panel::bars: drawBarsAt(area); break;
            case Panel::flow: drawFlow(pen_, model_.flow, ui_.flow, area, commands_); break;
            case Panel::heads:
                drawHeads(pen_, model_.heads, model_.controls, ui_.heads, ui_.renderer, area,
                          commands_);
                break;
            case Panel::compare:
                drawCompare(pen_, model_.compare, ui_.matrix, ui_.renderer, area, clickable(),
                            commands_);
                break;
            case Panel::image:
                drawImage(pen_, model_.image, ui_.image, model_.controls.colormap, area, commands_);
                break;
            case Panel::faithfulness:
                drawFaithfulness(pen_, model_.faithfulness, area, commands_);
                break;
            default: area.w < 560 ? drawBarsAt(area) : drawOverview(area); break;
        }
    }

    void drawOverview(const Rect& area) {
        const float left = std::floor(area.w * 0.45F);
        drawBarsAt({area.x, area.y, left, area.h});
        const float x = area.x + left + 40;
        const float width = area.right() - x;
        if (model_.controls.method == Method::flow) {
            // The flow itself says more than its matrix: it takes the lower half of the right side.
            drawMatrices({x, area.y, width, area.h * 0.46F});
            drawFlow(pen_, model_.flow, ui_.flow,
                     {x, area.y + area.h * 0.46F + 20, width, area.h * 0.54F - 20}, commands_);
            return;
        }
        const float evolution = std::min(area.h * 0.36F, 90.0F + 26.0F * static_cast<float>(
                                                             std::max(model_.timeline.layers, 2)));
        drawMatrices({x, area.y, width, area.h - evolution - 24});
        drawEvolutionAt({x, area.bottom() - evolution, width, evolution});
    }

    void drawBarsAt(const Rect& area) {
        const float caption = model_.bars.caption.empty() ? 0 : 44;
        const float height = std::min(area.h - caption, barsHeight(model_.bars));
        drawBars(pen_, model_.bars, ui_.bars, {area.x, area.y, area.w, height},
                 model_.result.hover, model_.controls.ghost, clickable(),
                 model_.surroundings.reducedMotion, commands_);
        if (caption > 0) {
            textBlock(pen_, fonts().text, type::body, {area.x, area.y + height + 8, area.w, 0},
                      theme_.ink, model_.bars.caption);
        }
    }

    void drawMatrices(const Rect& area) {
        if (ui_.renderer == nullptr) return;
        const bool same = model_.controls.method == Method::raw;
        const bool beside = !same && area.w > 380;
        const float width = beside ? (area.w - 32) / 2 : area.w;
        if (beside || same) {
            append(drawMatrixView(model_.raw, ui_.matrix, *ui_.renderer, area.min(),
                                  {width, area.h}, theme_));
        }
        if (!same) {
            append(drawMatrixView(model_.result, ui_.matrix, *ui_.renderer,
                                  {beside ? area.x + width + 32 : area.x, area.y},
                                  {width, area.h}, theme_));
        }
    }

    void drawEvolutionAt(const Rect& area) {
        drawEvolution(pen_, model_.evolution, ui_.renderer, area, model_.controls.colormap,
                      model_.result.hover, commands_);
    }

    /// In the cross view keys are no outputs: a click on a key means nothing there.
    bool clickable() const { return model_.controls.side != Side::cross; }

    void append(const Commands& more) {
        commands_.insert(commands_.end(), more.begin(), more.end());
    }

    static void cut(Rect& area, float height) {
        area.y += height;
        area.h -= height;
    }

    const PageModel& model_;
    UiState& ui_;
    Commands& commands_;
    const Theme theme_;
    Pen pen_;
};

void pushStyle(const Theme& theme) {
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2{0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0.0F);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0.0F);
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2{0, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_ScrollbarSize, 8.0F);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarBg, 0U);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarGrab, theme.rule);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabHovered, theme.ghost);
    ImGui::PushStyleColor(ImGuiCol_ScrollbarGrabActive, theme.muted);
    ImGui::PushStyleColor(ImGuiCol_NavCursor, 0U);
}

}  // namespace

Commands drawPage(const PageModel& model, UiState& ui) {
    Commands commands;
    pushStyle(themeFor(model.surroundings));
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("page", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
    ui.matrix.colormap = model.controls.colormap;
    ui.wantsZoom = false;
    ui.matrix.wantsZoom = false;
    PageDrawing(model, ui, commands).draw();
    ui.wantsZoom = ui.matrix.wantsZoom;
    ui.moving = ui.bars.moving;
    // Nothing under the pointer: the linked cursor goes out.
    const bool pointed = std::any_of(commands.begin(), commands.end(), [](const Command& command) {
        return std::holds_alternative<SetHover>(command);
    });
    if (!pointed && !(model.result.hover == Hover{})) commands.push_back(SetHover{{}});
    ImGui::End();
    ImGui::PopStyleColor(5);
    ImGui::PopStyleVar(5);
    return commands;
}

}  // namespace hw
