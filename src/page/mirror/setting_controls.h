// SPDX-License-Identifier: MIT
#pragma once

#include "io/write/json_writer.h"
#include "page/models/controls_model.h"

namespace hw {

/// The settings' controls, out of their table (core/model/setting_fields.h). Internal to page/mirror; form in panels/page_mirror.h.
void writeSettingControls(JsonWriter& json, const ControlsModel& controls);

}  // namespace hw
