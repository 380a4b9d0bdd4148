// SPDX-License-Identifier: MIT
#include "frame/sentence_view.h"
#include "figure/ramp_of.h"

#include <algorithm>
#include <cmath>

#include "view/matrix/color_legend.h"
#include "view/widgets/gesture.h"
#include "view/widgets/note_marks.h"

namespace hw {
namespace {

constexpr float chipHeight = 30;
constexpr float gap = 5;
constexpr float padding = 9;
constexpr float lineGap = 9;
constexpr float chipFoot = 5;  ///< the mark below an output
constexpr float longest = 220;

constexpr float betweenSides = 6;  ///< input and output tokens of an encoder-decoder model
constexpr float legendHeight = 20;
constexpr float palest = 0.06F;  ///< ramp position of 0, so that chips are visible

/// Height of the touch target above and below a chip.
float rimOf(const Theme& theme) { return (targetHeight(theme, chipHeight) - chipHeight) / 2; }

/// Width at the left for the names of the two lines of an encoder-decoder model.
float nameRoom(const BarsModel& model) {
    if (model.outputs.empty()) return 0;
    const auto width = [](const std::string& name) {
        return wordWidth(fonts().text, type::label, name);
    };
    return std::max(width(model.tokensName), width(model.outputsName)) + 12;
}

/// Distance between lines.
float lineStep(float rim) { return chipHeight + std::max(lineGap, 2 * rim); }

/// Calls `visit(token, rect)` for each chip, wrapped at `width`, from the side where the text begins. Returns the
/// height.
template <class Visit>
float placeChips(const std::vector<TokenRow>& tokens, bool rightToLeft, float width, float rim,
                 Visit visit) {
    float x = 0;
    float y = rim;
    for (const TokenRow& token : tokens) {
        const float textWidth = std::min(wordWidth(fonts().text, type::body, token.label), longest);
        const float w = std::max(textWidth, 6.0F) + 2 * padding;
        if (x > 0 && x + w > width) {
            x = 0;
            y += lineStep(rim);
        }
        visit(token, Rect{rightToLeft ? width - x - w : x, y, w, chipHeight});
        x += w + gap;
    }
    return y + chipHeight + chipFoot;
}

float chipsHeight(const BarsModel& model, float wide, float rim) {
    const float width = wide - nameRoom(model);
    const auto nothing = [](const TokenRow&, const Rect&) {};
    const float height = placeChips(model.tokens, model.rightToLeft, width, rim, nothing);
    if (model.outputs.empty()) return height;
    return height + betweenSides + placeChips(model.outputs, false, width, rim, nothing);
}

float positionButton(const BarsModel& model) {
    return wordWidth(fonts().text, type::small, model.position.action) + 2 * chipPadding + 10;
}

/// Height of the line on position above its button, or 0 if the button fits at the line's end.
float describePosition(const Pen& pen, const BarsModel& model, const Rect& place) {
    const float line = wordWidth(fonts().text, type::small, model.position.text);
    if (line + positionButton(model) <= place.w) return 0;
    return textBlock(pen, fonts().text, type::small, place, pen.theme.muted, model.position.text);
}

float positionHeight(const BarsModel& model, const Theme& theme, float width) {
    if (model.position.text.empty()) return 0;
    return describePosition({theme, nullptr}, model, {0, 0, width, 0}) + targetHeight(theme, 24);
}

/// Height of the parts below the chips.
float footHeight(const BarsModel& model, const Theme& theme, float width) {
    return legendHeight + positionHeight(model, theme, width);
}

/// For many tokens, and for patches, which the picture shows, one line of chips is enough before the content.
bool canFold(const BarsModel& model) {
    constexpr std::size_t many = 60;
    return model.outputs.empty() && (model.hasPicture || model.tokens.size() > many);
}
float oneLine(const Theme& theme) { return rimOf(theme) + chipHeight + chipFoot; }

/// The text of the link that folds and unfolds the chips. Empty if all fit on one line.
std::string foldLabel(const BarsModel& model, const Theme& theme, float width, bool open) {
    if (!canFold(model) || chipsHeight(model, width, rimOf(theme)) <= oneLine(theme)) return {};
    return open ? std::string("one line of tokens"_tr)
                : formatText("all {} tokens"_tr, {model.tokens.size()});
}

/// The line on position and its button, at the very bottom.
void drawPosition(const Pen& pen, const BarsModel& model, const Rect& whole, Commands& commands) {
    const float height = positionHeight(model, pen.theme, whole.w);
    if (height == 0) return;
    const float words =
        describePosition(pen, model, {whole.x, whole.bottom() - height + 4, whole.w, 0});
    const float middle = whole.bottom() - (height - words) / 2 + 4;
    float x = whole.x + (words > 0 ? chipPadding : 0);
    if (words == 0) {
        x += 10 + textLine(pen, fonts().text, type::small, x, middle, pen.theme.muted,
                           model.position.text);
    }
    if (actionWord(pen, "position", fonts().text, type::small, x, middle, model.position.action)
            .clicked)
        commands.push_back(ApplyFields{model.position.fields});
}

struct ChipLook {
    ImU32 colour;
    bool marked;  ///< under the linked cursor
    bool clickable;
    Hover hover;  ///< the place that it represents for the pointer
};

void drawChip(const Pen& pen, const char* id, const TokenRow& token, const Rect& chip,
              const ChipLook& look, Commands& commands) {
    pen.list->AddRectFilled(chip.min(), chip.max(), look.colour, 4);
    ImGui::PushID(token.token);
    const float height = targetHeight(pen.theme, chip.h);
    const Hit hit = hitArea(id, {chip.x, chip.y + (chip.h - height) / 2, chip.w, height});
    ImGui::PopID();
    if (hit.hovered || look.marked) {
        pen.list->AddRect(chip.min(), chip.max(), pen.theme.ink, 4, 0, 1.5F);
    }
    if (hit.hovered) {
        commands.push_back(SetHover{look.hover});
        if (look.clickable) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        if (!token.predicted.empty()) tooltip(pen, formatText("predicts {}"_tr, {token.predicted}));
    }
    if (hit.clicked && look.clickable) commands.push_back(SetOutput{token.token, addsToChoice()});
    textLine(pen, fonts().text, type::body, chip.x + chip.w / 2, chip.y + chip.h / 2,
             inkOn(look.colour, pen.theme), elided(fonts().text, type::body, token.label, longest),
             Align::centre);
    const bool input = look.hover.key >= 0;
    drawNoteMarks(pen, [&](const NoteMark& mark) -> std::optional<ImVec2> {
        const bool here = input ? inputOf(mark) && mark.keyToken == token.token
                                : outputOf(mark) && mark.queryToken == token.token;
        if (!here) return {};
        return ImVec2{chip.x + 1, chip.y + 8};
    });
    if (token.isOutput) {
        pen.list->AddRectFilled({chip.x + 2, chip.bottom() + 2},
                                {chip.right() - 2, chip.bottom() + 4}, pen.theme.selection);
    }
}

}  // namespace

float sentenceHeight(const BarsModel& model, const Theme& theme, float width, float most,
                     bool open) {
    const float rim = rimOf(theme);
    const float foot = footHeight(model, theme, width);
    const float whole = chipsHeight(model, width, rim) + foot;
    const float one = oneLine(theme) + foot;
    if (!open && canFold(model)) return std::min(whole, one);
    if (whole <= most) return whole;
    const float step = lineStep(rim);
    return one + step * std::max(std::floor((most - one) / step), 0.0F);
}

void drawSentence(const Pen& pen, const BarsModel& model, const Rect& whole, Colormap colormap,
                  const Hover& hover, FollowScroll& follow, bool& open, bool clickable,
                  Commands& commands) {
    const Rect area{whole.x, whole.y, whole.w, whole.h - footHeight(model, pen.theme, whole.w)};
    const Ramp ramp = rampOf(model.form, colormap);
    const float first = isDiverging(ramp) ? 0 : palest;
    drawPosition(pen, model, whole, commands);
    const float foot = area.bottom() + legendHeight - 6;
    float right = whole.right();
    const std::string fold = foldLabel(model, pen.theme, whole.w, open);
    if (!fold.empty()) {
        right -= wordWidth(fonts().text, type::small, fold);
        if (linkWord(pen, "fold", fonts().text, type::small, right, foot, fold).clicked)
            open = !open;
        right -= 16;
    }
    const ColorLegend legend =
        drawColorLegend(pen, ramp, model.scale, whole.x, foot, std::min(right - whole.x, 320.0F),
                        {.unit = model.unit, .first = first, .beyond = model.beyond});
    drawScaleSwitch(pen, model.fit, whole.x, foot, right, legend, commands);
    ImGui::SetCursorScreenPos(area.min());
    ImGui::BeginChild("sentence", area.size(), ImGuiChildFlags_None, ImGuiWindowFlags_NoBackground);
    const Pen inner{pen.theme, ImGui::GetWindowDrawList(), pen.notes};
    const float top = area.y - ImGui::GetScrollY();
    // A scroll bar makes the sentence narrower instead of covering the last word of each line.
    const float rim = rimOf(pen.theme);
    const bool scrolls = chipsHeight(model, area.w, rim) > area.h + 1;
    const float names = nameRoom(model);
    const float width = area.w - (scrolls ? 14 : 0) - names;
    const auto placed = [&](Rect chip, float from) {
        chip.x += area.x + names;
        chip.y += from;
        return chip;
    };
    // The place of the chosen output, the first of several.
    float chosen = -1;
    const auto choose = [&](const TokenRow& token, float y) {
        if (token.isOutput && chosen < 0) chosen = y - top;
    };
    const auto seen = [&](const Rect& chip) {
        return chip.bottom() >= area.y - 8 && chip.y <= area.bottom();
    };
    const auto nameLine = [&](const std::string& name, float from) {
        textLine(inner, fonts().text, type::label, area.x, from + rim + chipHeight / 2,
                 pen.theme.muted, name);
    };
    if (names > 0) nameLine(model.tokensName, top);
    float height = placeChips(
        model.tokens, model.rightToLeft, width, rim, [&](const TokenRow& token, const Rect& at) {
            const Rect chip = placed(at, top);
            choose(token, chip.y);
            if (!seen(chip)) return;
            const float share =
                std::isnan(token.shown) ? 0 : rampPosition(ramp, token.shown, model.scale, 1);
            const ImU32 colour = isDiverging(ramp) && std::isnan(token.shown)
                                     ? pen.theme.panel
                                     : rampColour(ramp, first + (1 - first) * share, pen.theme.dark,
                                                  pen.theme.groundArgb);
            drawChip(inner, "chip", token, chip,
                     {colour, hover.key == token.token, clickable, {token.token, -1, -1}},
                     commands);
        });
    if (!model.outputs.empty()) {
        const float from = top + height + betweenSides;
        nameLine(model.outputsName, from);
        height +=
            betweenSides +
            placeChips(
                model.outputs, false, width, rim, [&](const TokenRow& token, const Rect& at) {
                    const Rect chip = placed(at, from);
                    choose(token, chip.y);
                    if (!seen(chip)) return;
                    drawChip(
                        inner, "output", token, chip,
                        {pen.theme.panel, hover.query == token.token, true, {-1, token.token, -1}},
                        commands);
                });
    }
    ImGui::SetCursorScreenPos({area.x, top + height - 1});
    ImGui::Dummy({1, 1});
    if (chosen >= 0) {
        follow.keep(model.about, chosen, chosen + chipHeight + chipFoot, area.h, height);
    }
    ImGui::EndChild();
}

}  // namespace hw
