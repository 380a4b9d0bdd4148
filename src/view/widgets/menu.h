// SPDX-License-Identifier: MIT
// Menus: a list that opens below what was pressed.
#pragma once

#include <string_view>

#include "view/widgets/widgets.h"

namespace hw {

/// Opens the menu of that name, as ImGui::OpenPopup does; what opened it closes it by a second press.
void openMenu(const char* id);
/// Begins a menu that was opened with openMenu(id) below `anchor`, or as near as the window lets it; true if it is
/// open. Call endMenu() only then.
bool beginMenu(const Theme& theme, const char* id, const Rect& anchor);
void endMenu();
/// To be called when a frame begins: a press beside a menu closes it, and still does what it points at.
void closeMenusPressedBeside();
/// Closes all menus; false if none was open.
bool closeMenus();

/// One line of a menu. True when chosen; the menu closes if `closes`. What is not `enabled` is grey and cannot be
/// chosen: `detail` says why.
bool menuLine(const Theme& theme, const char* id, std::string_view text, std::string_view detail,
              bool marked, bool closes = true, bool enabled = true);

// What menus are made of, for those that need more than lines.

inline constexpr float menuWidth = 300;
inline constexpr float menuInset = 12;
Pen menuPen(const Theme& theme);
/// The place of the next line, `height` tall, across the menu; endMenuLine() makes room for the one after it.
Rect nextMenuLine(float height);
void endMenuLine(const Rect& line);
void menuTitle(const Theme& theme, std::string_view text);
void menuRule(const Theme& theme);

}  // namespace hw
