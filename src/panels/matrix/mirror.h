// SPDX-License-Identifier: MIT
// The view's part of the DOM mirror, as elements of an open array (page/mirror).
#pragma once

#include "io/write/json_writer.h"
#include "panels/matrix/model.h"

namespace hw {

void writeTables(JsonWriter& json, const MatrixModel& model);

}  // namespace hw
