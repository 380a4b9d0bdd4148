// SPDX-License-Identifier: MIT
#include "frame/header_view.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "view/widgets/menu.h"

namespace hw {
namespace {

struct Action {
    const char* id;
    LocalizedText word;
};
constexpr Action actions[] = {{"open", "Open"_tr},       {"samples", "Samples"_tr},
                              {"lessons", "Lessons"_tr}, {"share", "Share"_tr},
                              {"export", "Export"_tr},   {"settings", "Settings"_tr},
                              {"help", "Help"_tr}};
constexpr int actionCount = 7;
constexpr float menuSign = 40;
constexpr float themeSign = 34;
constexpr float turnSign = 28;

constexpr float fileWordGap = 16;

/// "Example 2 of 6" and "Check: 1 finding", if available. `all` includes a check without findings.
std::array<std::pair<const char*, const std::string*>, 2> describeFile(const HeaderModel& model,
                                                                       bool all = false) {
    static const std::string none;
    return {{{"examples", &model.exampleText},
             {"check", all || model.findings > 0 ? &model.checkText : &none}}};
}

float fileWordsWidth(const HeaderModel& model) {
    float width = 0;
    for (const auto& [dialog, text] : describeFile(model)) {
        if (!text->empty()) width += wordWidth(fonts().text, type::small, *text) + fileWordGap;
    }
    return width;
}

/// Three lines that open a menu of actions that do not fit. `first` is the first of them.
void drawMenuSign(const Pen& pen, const HeaderModel& model, int first, const Rect& area,
                  Commands& commands) {
    const Hit hit = hitArea("menu", area);
    const ImU32 colour = hit.hovered ? pen.theme.muted : pen.theme.ink;
    const float x = area.x + area.w / 2;
    for (const float by : {-6.0F, 0.0F, 6.0F}) {
        const float y = std::round(area.y + area.h / 2 + by);
        pen.list->AddRectFilled({x - 9, y - 1}, {x + 9, y + 1}, colour, 1);
    }
    if (hit.hovered) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (hit.clicked) openMenu("page menu");
    if (!beginMenu(pen.theme, "page menu", area)) return;
    const auto line = [&](const char* id, std::string_view text) {
        if (menuLine(pen.theme, id, text, "", false)) commands.push_back(ShowDialog{id});
    };
    for (int i = first; i < actionCount; ++i) line(actions[i].id, actions[i].word);
    // Without a keyboard, only the browser's Back could undo otherwise.
    if (model.canUndo && menuLine(pen.theme, "undo", "Undo"_tr, "", false))
        commands.push_back(Undo{-1});
    if (model.canRedo && menuLine(pen.theme, "redo", "Redo"_tr, "", false))
        commands.push_back(Undo{1});
    line("notes", "Notes and title"_tr);
    line("commands", "Find a command"_tr);
    line("theme", "Light or dark"_tr);
    for (const auto& [dialog, text] : describeFile(model, true)) {
        if (!text->empty()) line(dialog, *text);
    }
    endMenu();
}

/// A half-filled disc that switches between light and dark.
void drawThemeSign(const Pen& pen, const Rect& area, Commands& commands) {
    const Hit hit = hitArea("theme", area);
    const ImU32 colour = hit.hovered ? pen.theme.ink : pen.theme.muted;
    const ImVec2 middle{std::round(area.x + area.w / 2), std::round(area.y + area.h / 2)};
    constexpr float radius = 7;
    pen.list->AddCircle(middle, radius, colour, 32, 1.5F);
    const float up = std::numbers::pi_v<float> / 2;
    pen.list->PathArcTo(middle, radius, -up, up, 16);
    pen.list->PathFillConvex(colour);
    if (hit.hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(pen, "Light or dark"_tr);
    }
    if (hit.clicked) commands.push_back(ShowDialog{"theme"});
}

/// An arrow to undo or redo, pale if there is nothing to do.
void drawTurnSign(const Pen& pen, const Rect& area, bool isBack, bool can, Commands& commands) {
    const float side = isBack ? -1.0F : 1.0F;
    const ImVec2 middle{std::round(area.x + area.w / 2), std::round(area.y + area.h / 2) + 1};
    constexpr float radius = 6;
    constexpr float head = 3.5F;
    const Hit hit = hitArea(isBack ? "undo" : "redo", area);
    const ImU32 colour = !can ? pen.theme.ghost : hit.hovered ? pen.theme.ink : pen.theme.muted;
    const float half = std::numbers::pi_v<float>;
    if (isBack)
        pen.list->PathArcTo(middle, radius, half, half * 2.3F, 20);
    else
        pen.list->PathArcTo(middle, radius, half * 2, half * 0.7F, 20);
    pen.list->PathStroke(colour, 0, 1.5F);
    const ImVec2 tip{middle.x + side * radius, middle.y + 1};
    const ImVec2 arrow[] = {{tip.x - head, tip.y - head}, tip, {tip.x + head, tip.y - head}};
    pen.list->AddPolyline(arrow, 3, colour, 0, 1.5F);
    if (!can) return;
    if (hit.hovered) {
        ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
        tooltip(pen, isBack ? "Undo"_tr : "Redo"_tr);
    }
    if (hit.clicked) commands.push_back(Undo{isBack ? -1 : 1});
}

}  // namespace

float drawActions(const Pen& pen, const Rect& area, const HeaderModel& model, bool spelledOut,
                  Commands& commands) {
    const bool narrow = area.w < 720;
    const float gap = narrow ? 18 : 28;
    const auto width = [](int action) {
        return wordWidth(fonts().text, type::body, actions[action].word);
    };
    // All actions, or those that fit next to the program's name, a title, and the sign of the menu with the rest.
    constexpr float title = 180;
    float room = area.w - 2 * space::edge - menuSign - 130 - (narrow ? 0 : title);
    int shown = 0;
    const int most = !spelledOut ? 0 : narrow ? 3 : actionCount;
    while (shown < most && room >= width(shown)) room -= width(shown++) + gap;
    float x = area.right() - space::edge;
    if (shown < actionCount) {
        x = area.right() - 6 - menuSign;
        drawMenuSign(pen, model, shown, {x, area.y + 2, menuSign, area.h - 4}, commands);
        x -= 14;
    } else {
        x -= themeSign - 8;
        drawThemeSign(pen, {x, area.y + 2, themeSign, area.h - 4}, commands);
        x -= 14;
    }
    const float middle = area.y + area.h / 2;
    for (int i = shown - 1; i >= 0; --i) {
        const Action& action = actions[i];
        const std::string_view word = i == actionCount - 1 ? "?" : action.word.text();
        x -= wordWidth(fonts().text, type::body, word);
        if (actionWord(pen, action.id, fonts().text, type::body, x, middle, word).clicked) {
            commands.push_back(ShowDialog{action.id});
        }
        x -= gap;
    }
    // Shown after the first change. A phone has them in its menu.
    if (shown == actionCount && (model.canUndo || model.canRedo)) {
        for (const bool isBack : {false, true}) {
            x -= turnSign;
            drawTurnSign(pen, {x, area.y + 2, turnSign, area.h - 4}, isBack,
                         isBack ? model.canUndo : model.canRedo, commands);
        }
        x -= 8;
    }
    return x;
}

void drawProgress(const Pen& pen, const HeaderModel& model, const Rect& area, Commands& commands) {
    const float middle = area.y + area.h / 2;
    float x = area.x;
    x += textLine(pen, fonts().text, type::body, x, middle, pen.theme.ink,
                  elided(fonts().text, type::body, model.openingText, area.w - 80)) +
         18;
    if (actionWord(pen, "cancel", fonts().semibold, type::body, x, middle, "Cancel"_tr).clicked) {
        commands.push_back(CancelOpening{});
    }
    const float y = area.bottom() - 2;
    const float share = model.openingFraction >= 0
                            ? static_cast<float>(std::clamp(model.openingFraction, 0.0, 1.0))
                            : 0.0F;
    pen.list->AddRectFilled({0, y}, {ImGui::GetIO().DisplaySize.x * share, y + 2},
                            pen.theme.quantity);
}

void drawFileText(const Pen& pen, const HeaderModel& model, float x, float middle,
                  Commands& commands) {
    for (const auto& [dialog, text] : describeFile(model)) {
        if (text->empty()) continue;
        if (linkWord(pen, dialog, fonts().text, type::small, x, middle, *text).clicked) {
            commands.push_back(ShowDialog{dialog});
        }
        x += wordWidth(fonts().text, type::small, *text) + fileWordGap;
    }
}

void drawHeader(const Pen& pen, const HeaderModel& model, const Rect& area, Commands& commands) {
    const bool narrow = area.w < 720;
    const float middle = area.y + area.h / 2;
    float x = area.x + (narrow ? 16 : space::edge);
    x += textLine(pen, fonts().semibold, type::name, x, middle, pen.theme.ink, "Headwaters") + 22;
    const float right = drawActions(pen, area, model, true, commands);
    if (model.opening && !narrow) {
        drawProgress(pen, model, {x, area.y, right - x, area.h}, commands);
    } else if (!narrow) {
        // Examples and Check keep their place. A long title is shortened.
        const float words = fileWordsWidth(model);
        const float room = right - x - 16 - (words > 0 ? words + 12 : 0);
        const std::string title = elidedTitle(fonts().semibold, type::body, model.title, room);
        x += textLine(pen, fonts().semibold, type::body, x, middle, pen.theme.ink, title) + 12;
        if (words > 0 || right - x > 80) {
            const float left = right - x - 8 - words;
            // If shortened, the subtitle would show the model's name without the sizes, so the sizes are shown alone.
            const auto fits = [&](std::string_view text) {
                return wordWidth(fonts().text, type::small, text) <= left;
            };
            const bool sizesAlone = !fits(model.subtitle) && fits(model.sizes);
            constexpr float leastText = 60;
            if (left > leastText)
                x +=
                    textLine(pen, fonts().text, type::small, x, middle, pen.theme.muted,
                             sizesAlone ? model.sizes
                                        : elided(fonts().text, type::small, model.subtitle, left)) +
                    fileWordGap;
            drawFileText(pen, model, x, middle, commands);
        }
    }
    hline(pen, area.x, area.right(), area.bottom() - 1, pen.theme.rule);
}

float drawMessages(const Pen& pen, const std::vector<Message>& messages, const Rect& area,
                   Commands& commands) {
    constexpr std::size_t most = 2;
    float y = area.y;
    for (std::size_t i = 0; i < std::min(messages.size(), most); ++i) {
        const Message& message = messages[messages.size() - 1 - i];
        const std::string text = sentence(message.problem);
        const float width = area.w - 110;
        // The file's name above the first of its messages, which are grouped.
        const bool named =
            !message.file.empty() && (i == 0 || messages[messages.size() - i].file != message.file);
        const float name = named ? 18 : 0;
        const float height =
            textBlock({pen.theme, nullptr}, fonts().text, type::body, {0, 0, width, 0}, 0, text);
        const float row = message.actions.empty() ? 0 : 26;
        const Rect card{area.x, y, area.w, height + 18 + row + name};
        pen.list->AddRectFilled(card.min(), card.max(), pen.theme.panel, 4);
        const ImU32 mark = message.kind == Message::Kind::error     ? pen.theme.fault
                           : message.kind == Message::Kind::warning ? pen.theme.quantity
                                                                    : pen.theme.ghost;
        pen.list->AddRectFilled(card.min(), {card.x + 3, card.bottom()}, mark);
        if (named) {
            textLine(pen, fonts().semibold, type::small, card.x + 16, card.y + 17, pen.theme.ink,
                     elided(fonts().semibold, type::small, message.file, width));
        }
        textBlock(pen, fonts().text, type::body, {card.x + 16, card.y + 9 + name, width, height},
                  pen.theme.ink, text);
        ImGui::PushID(message.id);
        const float dismiss =
            card.right() - 14 - wordWidth(fonts().text, type::small, "Dismiss"_tr);
        if (actionWord(pen, "dismiss", fonts().text, type::small, dismiss, card.y + 19,
                       "Dismiss"_tr)
                .clicked) {
            commands.push_back(DismissMessage{message.id});
        }
        ImGui::PopID();
        ImGui::PushID(message.id);
        float x = card.x + 16;
        for (std::size_t k = 0; k < message.actions.size(); ++k) {
            const char* label = message.actions[k].label.c_str();
            if (actionWord(pen, label, fonts().semibold, type::small, x, card.bottom() - 17, label)
                    .clicked) {
                commands.push_back(ApplyMessageAction{message.id, static_cast<int>(k)});
            }
            x += wordWidth(fonts().semibold, type::small, label) + 20;
        }
        ImGui::PopID();
        y = card.bottom() + 8;
    }
    if (messages.size() > 1) {
        float x = area.x + 16;
        if (messages.size() > most) {
            x += textLine(pen, fonts().text, type::small, x, y + 6, pen.theme.muted,
                          formatText("and {} more"_tr, {messages.size() - most})) +
                 16;
        }
        if (actionWord(pen, "dismiss all", fonts().text, type::small, x, y + 6, "Dismiss all"_tr)
                .clicked) {
            commands.push_back(DismissMessage{0});
        }
        y += 24;
    }
    return y - area.y;
}

}  // namespace hw
