// SPDX-License-Identifier: MIT
// The small menus of the controls: heads, presets, discard variants.
#pragma once

#include "app/command.h"
#include "app/view_models.h"
#include "view/widgets.h"

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

/// One line of a menu. True when chosen; the menu closes if `closes`.
bool menuLine(const Theme& theme, const char* id, std::string_view text, std::string_view detail,
              bool marked, bool closes = true);

void drawHeadsMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                   Commands& commands);
void drawLayersMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                    Commands& commands);
void drawPresetMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                    Commands& commands);
void drawDiscardMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                     Commands& commands);

}  // namespace hw
