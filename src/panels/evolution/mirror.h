// SPDX-License-Identifier: MIT
// The view's part of the DOM mirror, as elements of an open array (page/mirror).
#pragma once

#include "io/write/json_writer.h"
#include "panels/evolution/model.h"
#include "panels/evolution/multiples_model.h"

namespace hw {

void writeTables(JsonWriter& json, const EvolutionModel& model, const MultiplesModel& multiples);

}  // namespace hw
