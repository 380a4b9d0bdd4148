// SPDX-License-Identifier: MIT
#include "frame/page.h"

#include <algorithm>

#include "frame/compact_page.h"
#include "frame/header_view.h"
#include "frame/panel_tabs.h"
#include "frame/panes_view.h"
#include "frame/sentence_view.h"
#include "frame/timeline_view.h"
#include "view/widgets/gesture.h"
#include "view/widgets/menu.h"
#include "view/widgets/note_marks.h"
#include "view/widgets/resting_tip.h"

namespace hw {
namespace {

constexpr float narrowBelow = 760;

/// Draws the views of one frame, and has no state beyond it.
class PageDrawing {
public:
    PageDrawing(const PageModel& model, UiState& ui, Commands& commands)
        : model_(model),
          ui_(ui),
          commands_(commands),
          theme_(themeFor(model.surroundings)),
          pen_{theme_, ImGui::GetWindowDrawList(), &model.notes} {}

    void draw() {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        if (isLowWindow(screen) || model_.surroundings.embedded || model_.compact)
            return drawCompactPage(pen_, model_, ui_, commands_);
        const bool narrow = screen.x < narrowBelow;
        ui_.head = headerHeight;
        drawHeader(pen_, model_.header, {0, 0, screen.x, headerHeight}, commands_);
        const float top = headerHeight + ui_.room;
        if (narrow) {
            drawNarrow({16, top, screen.x - 32, screen.y - top});
        } else {
            drawWide({space::edge, top, screen.x - 2 * space::edge, screen.y - top});
        }
    }

private:
    void drawWide(Rect main) {
        cut(main, hasLine() ? 8 : 20);
        const float messages = drawMessages(pen_, model_.messages, main, commands_);
        if (messages > 0) cut(main, messages + 8);
        if (!model_.hasDocument) return;
        if (!hasLine()) cut(main, drawSentenceAt(main, std::min(134.0F, main.h * 0.2F)) + 18);
        const float method = drawMethodChoice(pen_, model_, main, commands_);
        const Rect words{main.x, main.y, main.w - method, panelWordsHeight};
        drawPanelText(pen_, model_, words, commands_);
        cut(main, panelWordsHeight + 12);
        drawTimeline(pen_, model_.timeline, main, commands_);
        cut(main, timelineHeight(model_.timeline, main.w) + 8);
        main.h -= 16;
        drawNotesBelow(main);
        drawPanes(pen_, model_, model_.panes, ui_, main, commands_);
    }

    /// The notes' texts at the foot, in at most a quarter of the height, with the rest to be scrolled.
    void drawNotesBelow(Rect& main) {
        if (model_.notes.marks.empty()) return;
        const Pen measure{theme_, nullptr};
        const float whole = drawNoteTexts(measure, model_.notes, {0, 0, main.w - 8, 0}, commands_);
        const float height = std::min(whole, std::max(main.h * 0.25F, 48.0F));
        main.h -= height + 12;
        const Rect area{main.x, main.bottom() + 12, main.w, height};
        scrollingNotes(area);
    }

    void scrollingNotes(const Rect& area) {
        ImGui::SetCursorScreenPos(area.min());
        ImGui::BeginChild("notes", area.size(), ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoBackground);
        const Pen inner{theme_, ImGui::GetWindowDrawList()};
        const Rect column{area.x + 4, area.y - ImGui::GetScrollY(), area.w - 12, 0};
        const float height = drawNoteTexts(inner, model_.notes, column, commands_);
        ImGui::SetCursorScreenPos({column.x, column.y + height - 1});
        ImGui::Dummy({1, 1});
        ImGui::EndChild();
    }

    /// One column for phones: sentence, timeline, a switch, one view, all in one scroll.
    void drawNarrow(const Rect& area) {
        // A slider's knob at its end reaches beyond the column.
        constexpr float beside = 8;
        ImGui::SetCursorScreenPos({area.x - beside, area.y});
        ImGui::BeginChild("narrow", {area.w + 2 * beside, area.h}, ImGuiChildFlags_None,
                          ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar);
        const Pen outer = pen_;
        pen_.list = ImGui::GetWindowDrawList();
        Rect column{area.x, area.y + 16 - ImGui::GetScrollY(), area.w, 0};
        const float start = column.y;
        column.y += drawNarrowTitle(column);
        column.y += drawMessages(pen_, model_.messages, column, commands_);
        if (model_.hasDocument) {
            if (!hasLine())
                column.y += drawSentenceAt({column.x, column.y, column.w, 200}, 200) + 20;
            drawTimeline(pen_, model_.timeline, column, commands_);
            column.y += timelineHeight(model_.timeline, column.w) + 12;
            drawPanelText(pen_, model_, {column.x, column.y, column.w, panelWordsHeight},
                          commands_);
            column.y += panelWordsHeight + 12;
            const Rect view{column.x, column.y, column.w,
                            phoneHeight(model_, model_.panel, column.w)};
            drawPanelView(pen_, model_, ui_, model_.panel, view, false, commands_);
            column.y = view.bottom() + 24;
            column.y += drawNoteTexts(pen_, model_.notes, column, commands_);
            if (!model_.notes.marks.empty()) column.y += 16;
            hline(pen_, column.x, area.right(), column.y, theme_.rule);
            drawFileText(pen_, model_.header, column.x, column.y + 20, commands_);
            column.y += 28;
        }
        ImGui::SetCursorScreenPos({area.x, area.y - ImGui::GetScrollY() + (column.y - start) + 40});
        ImGui::Dummy({1, 1});
        ImGui::EndChild();
        pen_.list = outer.list;
    }

    /// The document's title above the views. One line for a model, whose sentence and answer have taken the space.
    /// Returns its height.
    float drawNarrowTitle(const Rect& column) {
        const HeaderModel& header = model_.header;
        const std::string& below = header.opening ? header.openingText : header.subtitle;
        if (!hasLine()) {
            Rect at = column;
            at.y += textBlock(pen_, fonts().semibold, 16, at, theme_.ink, header.title);
            at.y += textBlock(pen_, fonts().text, type::small, at, theme_.muted, below) + 12;
            return at.y - column.y;
        }
        const float middle = column.y + 8;
        const float named =
            textLine(pen_, fonts().semibold, type::body, column.x, middle, theme_.ink,
                     elidedTitle(fonts().semibold, type::body, header.title, column.w * 0.6F)) +
            12;
        textLine(pen_, fonts().text, type::small, column.x + named, middle, theme_.muted,
                 elided(fonts().text, type::small, below, column.w - named));
        return 28;
    }

    /// True if a model is open, whose sentence is in its line of text, with the same colours.
    bool hasLine() const { return ui_.room > 0; }

    float drawSentenceAt(const Rect& area, float most) {
        if (!model_.bars.ready) return 36;
        const float height = sentenceHeight(model_.bars, theme_, area.w, most, ui_.allTokens);
        drawSentence(pen_, model_.bars, {area.x, area.y, area.w, height}, model_.controls.colormap,
                     model_.hover, ui_.sentenceScroll, ui_.allTokens, clickable(), commands_);
        return height;
    }

    /// In the cross view keys are no outputs, so a click on a key has no effect.
    bool clickable() const { return model_.keysAreOutputs; }

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

float projectedZoom(ImVec2 window) {
    constexpr float height = 455;
    constexpr float width = 560;
    return std::max(1.0F, std::min(window.y / height, window.x / width));
}

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
    closeMenusPressedBeside();
    beginGesture();
    ui.moving = ui.sentenceScroll.moving = false;
    ui.reserved.clear();
    PageDrawing(model, ui, commands).draw();
    ui.moving |= ui.sentenceScroll.moving;
    ui.wakeIn = endTips();
    // If nothing is under the pointer, the linked cursor is cleared.
    const bool pointed = std::any_of(commands.begin(), commands.end(), [](const Command& command) {
        return std::holds_alternative<SetHover>(command);
    });
    if (!pointed && !(model.hover == Hover{})) commands.push_back(SetHover{{}});
    // A resting pointer changes nothing, and needs no drawing.
    std::erase_if(commands, [&](const Command& command) {
        const auto* hover = std::get_if<SetHover>(&command);
        return hover != nullptr && hover->hover == model.hover;
    });
    ImGui::End();
    endGesture();
    ImGui::PopStyleColor(5);
    ImGui::PopStyleVar(5);
    return commands;
}

}  // namespace hw
