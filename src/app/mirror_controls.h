// SPDX-License-Identifier: MIT
#pragma once

#include "app/view_models.h"
#include "io/json_writer.h"

namespace hw {

/// Writes the controls as the elements of an open JSON array. Internal to src/app; form in mirror.h.
void writeControls(JsonWriter& json, const ControlsModel& controls, const AppState& state);

/// The same for what the shown panels alone offer (app/panels.h).
void writePanelControls(JsonWriter& json, const PageModel& page, const AppState& state);

void writeImageControls(JsonWriter& json, const PageModel& page, const AppState& state);
void writeFlowControls(JsonWriter& json, const PageModel& page, const AppState& state);
/// Tokens without a rank, each to be switched; all examples or the present one.
void writeRankingControls(JsonWriter& json, const PageModel& page, const AppState& state);

}  // namespace hw
