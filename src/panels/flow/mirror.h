// SPDX-License-Identifier: MIT
// The view's part of the DOM mirror, as elements of an open array (page/mirror).
#pragma once

#include "io/write/json_writer.h"
#include "page/state/app_state.h"
#include "panels/flow/model.h"

namespace hw {

void writeTables(JsonWriter& json, const FlowModel& model);
void writeFlowControls(JsonWriter& json, const FlowModel& model, const AppState& state);

/// Writes {"layer", "source", "sink", "value", "edges", "cut"}. Edges are [layer, query, key, flow, capacity].
void writeFlow(JsonWriter& json, const FlowModel& model);

}  // namespace hw
