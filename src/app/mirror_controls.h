// SPDX-License-Identifier: MIT
#pragma once

#include "app/view_models.h"
#include "io/json_writer.h"

namespace hw {

/// Writes the controls as the elements of an open JSON array. Internal to src/app; form in mirror.h.
void writeControls(JsonWriter& json, const ControlsModel& controls, const AppState& state);

/// The same for what the shown panel alone offers.
void writePanelControls(JsonWriter& json, const PageModel& page, const AppState& state);

}  // namespace hw
