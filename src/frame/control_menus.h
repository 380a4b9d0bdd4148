// SPDX-License-Identifier: MIT
// The small menus of the controls: heads, presets, discard variants.
#pragma once

#include "page/models/controls_model.h"
#include "page/state/command.h"
#include "view/widgets/menu.h"

namespace hw {

void drawHeadsMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                   Commands& commands);
void drawLayersMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                    Commands& commands);
void drawPresetMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                    Commands& commands);
void drawDiscardMenu(const Theme& theme, const ControlsModel& model, const Rect& anchor,
                     Commands& commands);

}  // namespace hw
