// SPDX-License-Identifier: MIT
#pragma once

#include "io/write/json_writer.h"
#include "page/models/controls_model.h"

namespace hw {

/// Writes the settings' controls from core/model/setting_fields.h, in the format of panels/page_mirror.h.
void writeSettingControls(JsonWriter& json, const ControlsModel& controls);

}  // namespace hw
