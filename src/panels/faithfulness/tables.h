// SPDX-License-Identifier: MIT
// The tables of correlations, read from the engine's answer. Internal to the panel.
#pragma once

#include "panels/faithfulness/model.h"

namespace hw {

/// Puts the answer's tables and its progress into the model. Does nothing if the answer has another shape. O(scores *
/// layers).
void readTables(FaithfulnessModel& model, const AppState& state, const Answer& answer);

}  // namespace hw
