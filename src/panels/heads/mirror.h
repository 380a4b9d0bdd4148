// SPDX-License-Identifier: MIT
// The view's part of the DOM mirror, as elements of an open array (page/mirror).
#pragma once

#include "io/write/json_writer.h"
#include "panels/heads/model.h"

namespace hw {

void writeTables(JsonWriter& json, const HeadsModel& model);

/// Writes {"heads": [[layer, head, entropy, distance, special, fused]]}, counted as on the page.
void writeHeads(JsonWriter& json, const HeadsModel& model);

/// Writes the control for the thumbnails' content.
void writeHeadControls(JsonWriter& json, const HeadsModel& model);

}  // namespace hw
