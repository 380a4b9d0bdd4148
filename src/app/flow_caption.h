// SPDX-License-Identifier: MIT
// The words below the flow view. Internal to src/app.
#pragma once

#include <string>

#include "app/view_models.h"

namespace hw {

/// A pair's flow: the value, what limits it, whether the minimum cut is the only one, and how much of it is
/// drawn. `tokens`: all there are, of which the model's rows are some.
std::string pairCaption(const FlowModel& model, const PairFlow& flow, int tokens);
/// The same for a joint flow, of which the ribbons are some.
std::string jointCaption(const FlowModel& model, const PairFlow& flow, int tokens);

}  // namespace hw
