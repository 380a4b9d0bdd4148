// SPDX-License-Identifier: MIT
#pragma once

#include "app/view_models.h"
#include "io/json_writer.h"

namespace hw {

/// The settings' controls, out of their table (core/setting_fields.h). Internal to src/app; form in mirror.h.
void writeSettingControls(JsonWriter& json, const ControlsModel& controls);

}  // namespace hw
