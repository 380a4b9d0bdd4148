// SPDX-License-Identifier: MIT
// The view's part of the DOM mirror, as elements of an open array (page/mirror).
#pragma once

#include "io/write/json_writer.h"
#include "panels/image/model.h"

namespace hw {

void writeTables(JsonWriter& json, const ImageModel& model);
void writeImageControls(JsonWriter& json, const ImageModel& model);

}  // namespace hw
