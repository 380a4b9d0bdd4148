// SPDX-License-Identifier: MIT
// What the DOM mirror says of the view: elements of an open array (page/mirror).
#pragma once

#include "io/write/json_writer.h"
#include "page/state/app_state.h"
#include "panels/flow/model.h"

namespace hw {

void writeTables(JsonWriter& json, const FlowModel& model);
void writeFlowControls(JsonWriter& json, const FlowModel& model, const AppState& state);

/// {"layer", "source", "sink", "value", "edges", "cut"}: each edge [layer, query, key, flow, capacity]. O(edges).
void writeFlow(JsonWriter& json, const FlowModel& model);

}  // namespace hw
