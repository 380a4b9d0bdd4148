// SPDX-License-Identifier: MIT
#include "frame/compact_page.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "frame/header_view.h"
#include "frame/page.h"
#include "frame/panel_tabs.h"
#include "frame/panes_view.h"
#include "frame/sentence_view.h"
#include "frame/timeline_view.h"
#include "view/text/layout_log.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

constexpr float headHeight = 44;
/// Height of the caption of an embedded figure, with space at its end for the link to the whole page
/// (web/boot/embedded.js).
constexpr float lineHeight = 30;
constexpr float linkWidth = 128;
constexpr float edge = 16;
/// Visible part of the content below the figure, as a hint to scroll.
constexpr float peek = 44;
/// In a lower window, such as a phone with an open model, the figure needs the space of most of the timeline.
constexpr float lowWindow = 320;
/// From this height on, as next to a lesson in a large window, the sentence is above the figure.
constexpr float sentenceFirstFrom = 600;

/// The view that the page's scroll belongs to: another one begins at its top.
struct Scrolled {
    Panel panel = Panel::bars;
};

class CompactDrawing {
public:
    CompactDrawing(const Pen& pen, const PageModel& model, UiState& ui, Commands& commands)
        : pen_(pen), model_(model), ui_(ui), commands_(commands) {}

    void draw() {
        const ImVec2 screen = ImGui::GetIO().DisplaySize;
        const float head = embedded() ? lineHeight : headHeight;
        if (embedded())
            drawLine({edge, 0, screen.x - 2 * edge - linkWidth, head});
        else
            drawHead({0, 0, screen.x, head});
        const float top = head + ui_.room;
        ui_.head = head;
        Rect body{0, top, screen.x, screen.y - top};
        if (!model_.hasDocument) return drawContent(body);
        // Touch targets reach down to the timeline's end, and the timeline begins below the line.
        const float below = pen_.theme.touch ? 6 : 0;
        const bool isLow = isNarrow(screen.x) && screen.y < lowWindow && !embedded();
        const TimelineForm form = isLow ? TimelineForm::layers : TimelineForm::whole;
        const float foot = timelineHeight(model_.timeline, screen.x - 2 * edge, form) + below;
        body.h -= foot;
        hline(pen_, 0, screen.x, body.bottom(), pen_.theme.rule);
        drawTimeline(pen_, model_.timeline, {edge, body.bottom() + 6, screen.x - 2 * edge, foot},
                     commands_, form);
        drawContent(body);
    }

private:
    bool embedded() const { return model_.surroundings.embedded; }

    void drawLine(const Rect& area) {
        if (model_.header.opening) return drawProgress(pen_, model_.header, area, commands_);
        const float middle = area.y + area.h / 2;
        const std::string title =
            elidedTitle(fonts().semibold, type::small, model_.header.title, area.w);
        textLine(pen_, fonts().semibold, type::small, area.x, middle, pen_.theme.ink, title);
        const float used = textSize(fonts().semibold, type::small, title).x + 12;
        if (used + 80 > area.w) return;
        textLine(pen_, fonts().text, type::small, area.x + used, middle, pen_.theme.muted,
                 elided(fonts().text, type::small, model_.header.subtitle, area.w - used));
    }

    void drawHead(const Rect& area) {
        const float middle = area.y + area.h / 2;
        float right = drawActions(pen_, area, model_.header, false, commands_);
        if (model_.hasDocument) {
            const std::string_view settings = "Settings"_tr;
            right -= wordWidth(fonts().text, type::body, settings);
            if (actionWord(pen_, "settings", fonts().text, type::body, right, middle, settings)
                    .clicked)
                commands_.push_back(ShowDialog{"settings"});
            right -= 24;
        }
        Rect left{area.x + edge, area.y, right - area.x - edge, area.h};
        hline(pen_, area.x, area.right(), area.bottom() - 1, pen_.theme.rule);
        if (model_.header.opening) return drawProgress(pen_, model_.header, left, commands_);
        const float words = model_.hasDocument ? panelWordsWidth(model_) : 0;
        constexpr const char* name = "Headwaters";
        const float named = wordWidth(fonts().semibold, type::name, name) + 22;
        if (words + named <= left.w) {
            textLine(pen_, fonts().semibold, type::name, left.x, middle, pen_.theme.ink, name);
            left.x += named;
            left.w -= named;
        }
        if (!model_.hasDocument) return;
        if (words <= left.w) {
            drawPanelText(pen_, model_, {left.x, middle - 14, left.w + 24, 28}, commands_);
        } else {
            drawPanelChoice(pen_, model_, left.x, middle, commands_);
        }
    }

    void drawContent(const Rect& area) {
        scrolling("content", area, [&](const Pen& pen, float top) {
            if (std::exchange(ui_.own.at<Scrolled>().panel, model_.panel) != model_.panel)
                ImGui::SetScrollY(0);
            const Rect column{area.x + edge, top + 12, area.w - 2 * edge, 0};
            Rect at = column;
            at.y += drawMessages(pen, model_.messages, at, commands_);
            if (!model_.hasDocument) return at.y - top;
            const bool titled = model_.header.titleIsGiven && !embedded();
            float title = titled ? drawTitle(pen, at) : 0;
            at.y += title;
            const bool first = !embedded() && area.h >= sentenceFirstFrom;
            if (first) {
                const float sentence = drawSentenceAt(pen, at, area.h * 0.2F);
                at.y += sentence;
                title += sentence;
            }
            const float notes = drawNoteTexts({pen.theme, nullptr}, model_.notes, at, commands_);
            // A few notes of an embedded figure are visible without scrolling.
            const float foot = notes > 0 ? std::min(notes + 20, area.h * 0.25F) : 12;
            const float room = area.bottom() - area.y - 12 - title - (embedded() ? foot : peek);
            at.h = std::max(room, panesHeight(model_, shown(), at.w));
            drawPanes(pen, model_, shown(), ui_, at, commands_);
            at.y += at.h;
            if (notes > 0) {
                at.y += 8;
                at.y += drawNoteTexts(pen, model_.notes, {at.x, at.y, at.w, 0}, commands_) + 4;
            }
            if (embedded()) return at.y - top;
            at.y += 16;
            at.y += drawBelow(pen, at, !first);
            return at.y - top + 12;
        });
    }

    /// The sender's title, so that it is seen before the figure without scrolling.
    float drawTitle(const Pen& pen, const Rect& at) const {
        constexpr float height = 22;
        textLine(pen, fonts().semibold, type::small, at.x, at.y + height / 2 - 3, pen.theme.ink,
                 elidedTitle(fonts().semibold, type::small, model_.header.title, at.w));
        return height;
    }

    /// Draws the sentence, at most `most` high, and returns its height with the space after it. 0 if there is none.
    float drawSentenceAt(const Pen& pen, Rect at, float most) {
        if (!model_.bars.ready || ui_.room > 0) return 0;
        at.h = sentenceHeight(model_.bars, pen_.theme, at.w, most, ui_.allTokens);
        drawSentence(pen, model_.bars, at, model_.controls.colormap, model_.hover,
                     ui_.sentenceScroll, ui_.allTokens, model_.keysAreOutputs, commands_);
        return at.h + 16;
    }

    /// The content that larger windows show above the figure: the sentence, the title and the sizes.
    float drawBelow(const Pen& pen, Rect at, bool sentence) {
        const float start = at.y;
        if (sentence) at.y += drawSentenceAt(pen, at, 220);
        at.y +=
            textBlock(pen, fonts().semibold, type::body, at, pen.theme.ink, model_.header.title);
        at.y +=
            textBlock(pen, fonts().text, type::small, at, pen.theme.muted, model_.header.subtitle);
        return at.y - start;
    }

    /// Panes only if two views fit side by side.
    const Panes& shown() const {
        static const Panes alone;
        return ImGui::GetIO().DisplaySize.x < 760 ? alone : model_.panes;
    }

    /// `draw(pen, top)` draws from `top` and returns its height.
    template <class Draw>
    void scrolling(const char* id, const Rect& area, Draw draw) {
        ImGui::SetCursorScreenPos(area.min());
        ImGui::BeginChild(id, area.size(), ImGuiChildFlags_None, ImGuiWindowFlags_NoBackground);
        const Pen inner{pen_.theme, ImGui::GetWindowDrawList(), pen_.notes};
        const float top = area.y - ImGui::GetScrollY();
        const float height = draw(inner, top);
        ImGui::SetCursorScreenPos({area.x, top + height - 1});
        ImGui::Dummy({1, 1});
        ImGui::EndChild();
    }

    const Pen& pen_;
    const PageModel& model_;
    UiState& ui_;
    Commands& commands_;
};

}  // namespace

void drawCompactPage(const Pen& pen, const PageModel& model, UiState& ui, Commands& commands) {
    CompactDrawing(pen, model, ui, commands).draw();
}

}  // namespace hw
