// SPDX-License-Identifier: MIT
// Menus, which are lists that open below the pressed control.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "view/widgets/widgets.h"

namespace hw {

/// Opens the menu of that name, like ImGui::OpenPopup. Pressing the control again closes it.
void openMenu(const char* id);
/// Begins a menu that was opened with openMenu(id), below `anchor`, or as close as the window allows. True if it is
/// open. A menu higher than `longest`, in pixels, scrolls. Call endMenu() only if true.
bool beginMenu(const Theme& theme, const char* id, const Rect& anchor, float longest = 1e4F);
void endMenu();
/// Call at the start of a frame. A press outside a menu closes it, and still has its usual effect.
void closeMenusPressedBeside();
/// Closes all menus. False if none was open.
bool closeMenus();
/// The areas over the page in this frame, from open menus and a tip. Call it when everything is drawn.
std::vector<Rect> openCovers();

/// One line of a menu. True when chosen, which closes the menu if `closes`. If not `enabled`, the line is grey and
/// cannot be chosen, and `detail` has the reason.
bool menuLine(const Theme& theme, const char* id, std::string_view text, std::string_view detail,
              bool marked, bool closes = true, bool enabled = true);

// The building blocks of menus, for those that need more than lines.

inline constexpr float menuWidth = 300;
inline constexpr float menuInset = 12;
Pen menuPen(const Theme& theme);
/// The rectangle of the next line, `height` tall, across the menu. endMenuLine() advances to the next.
Rect nextMenuLine(float height);
void endMenuLine(const Rect& line);
void menuTitle(const Theme& theme, std::string_view text);
void menuRule(const Theme& theme);

/// Rows of words under one another. The chosen one of each row is underlined.
class MenuRows {
public:
    static constexpr float width = 300;

    explicit MenuRows(const Theme& theme)
        : pen_{theme, ImGui::GetWindowDrawList()},
          origin_(ImGui::GetCursorScreenPos()),
          y_(origin_.y) {}

    void begin(std::string_view name) {
        textLine(pen_, fonts().text, type::small, origin_.x + inset, y_ + 14, pen_.theme.muted,
                 name);
        left_ = inset + std::max(nameWidth, wordWidth(fonts().text, type::small, name) + 8);
        x_ = left();
        choiceEnd_ = -1;
        ImGui::PushID(name.data(), name.data() + name.size());
    }
    void end() {
        ImGui::PopID();
        y_ += lineHeight;
    }
    /// True when clicked.
    bool word(const std::string& text, bool chosen, ImFont* font = nullptr) {
        WordLine line = words();
        const bool clicked = line.choice(text, chosen, {.font = font});
        goOn(line);
        choiceEnd_ = line.choiceEnd;
        return clicked;
    }
    bool action(const std::string& text) {
        WordLine line = words();
        const bool clicked = line.action(text);
        goOn(line);
        return clicked;
    }
    /// The beginning of a name that fits on a line.
    static std::string fitting(std::string_view name) {
        constexpr float room = width - 2 * inset - nameWidth - 16;
        return elidedTitle(fonts().text, type::small, name, room);
    }
    void rule() {
        hline(pen_, origin_.x + inset, origin_.x + width - inset, y_ + 5, pen_.theme.rule);
        y_ += 10;
    }
    /// Tells ImGui the size of the menu.
    void finish() {
        ImGui::SetCursorScreenPos({origin_.x, y_});
        ImGui::Dummy({width, 2});
    }

private:
    static constexpr float inset = 14;
    static constexpr float nameWidth = 72;
    static constexpr float lineHeight = 28;

    float left() const { return origin_.x + left_; }
    WordLine words() const {
        return {pen_, left(),    origin_.x + width - inset, y_ + 14, 3, lineHeight - 4,
                x_,   choiceEnd_};
    }
    void goOn(const WordLine& line) {
        x_ = line.x;
        y_ = line.middle - 14;
    }

    Pen pen_;
    ImVec2 origin_;
    float left_ = 0;  ///< of the words of a row
    float x_ = 0;
    float choiceEnd_ = -1;  ///< of the row's last word (WordLine)
    float y_;
};

}  // namespace hw
