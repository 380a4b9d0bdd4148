// SPDX-License-Identifier: MIT
#pragma once

#include "io/write/json_writer.h"
#include "page/models/controls_model.h"
#include "page/state/app_state.h"

namespace hw {

/// Writes the controls that all views share into an open JSON array, in the format of panels/page_mirror.h.
void writeControls(JsonWriter& json, const ControlsModel& controls, const AppState& state);

}  // namespace hw
