// SPDX-License-Identifier: MIT
// Menus: lists that open below the pressed control.
#pragma once

#include <string_view>

#include "view/widgets/widgets.h"

namespace hw {

/// Opens the menu of that name, like ImGui::OpenPopup; pressing the control again closes it.
void openMenu(const char* id);
/// Begins a menu that was opened with openMenu(id), below `anchor`, or as close as the window allows; true if
/// it is open. Call endMenu() only then.
bool beginMenu(const Theme& theme, const char* id, const Rect& anchor);
void endMenu();
/// Call at the start of a frame: a press outside a menu closes it, and still has its usual effect.
void closeMenusPressedBeside();
/// Closes all menus; false if none was open.
bool closeMenus();

/// One line of a menu. True when chosen; then the menu closes if `closes`. If not `enabled`, the line is grey
/// and cannot be chosen: `detail` says why.
bool menuLine(const Theme& theme, const char* id, std::string_view text, std::string_view detail,
              bool marked, bool closes = true, bool enabled = true);

// The building blocks of menus, for those that need more than lines.

inline constexpr float menuWidth = 300;
inline constexpr float menuInset = 12;
Pen menuPen(const Theme& theme);
/// The rectangle of the next line, `height` tall, across the menu; endMenuLine() advances to the next.
Rect nextMenuLine(float height);
void endMenuLine(const Rect& line);
void menuTitle(const Theme& theme, std::string_view text);
void menuRule(const Theme& theme);

}  // namespace hw
