// SPDX-License-Identifier: MIT
// What the DOM mirror says of the view: elements of an open array (page/mirror).
#pragma once

#include "io/write/json_writer.h"
#include "panels/heads/model.h"

namespace hw {

void writeTables(JsonWriter& json, const HeadsModel& model);

/// {"heads": [[layer, head, entropy, distance, special, fused]]}, layers and heads counted as on the page. O(heads).
void writeHeads(JsonWriter& json, const HeadsModel& model);

/// What the thumbnails show.
void writeHeadControls(JsonWriter& json, const HeadsModel& model);

}  // namespace hw
