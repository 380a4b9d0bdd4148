// SPDX-License-Identifier: MIT
// The words above the heads. Internal to panels/heads.
#pragma once

#include <string>

#include "panels/heads/model.h"

namespace hw {

/// Which heads are in the fusion.
std::string headsTitle(const HeadsModel& model, const AppState& state);
/// What a thumbnail shows, and the effect of a click on it.
std::string headsCaption(const HeadsModel& model, const AppState& state);

}  // namespace hw
