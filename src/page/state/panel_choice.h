// SPDX-License-Identifier: MIT
// Which panels an example has, by their rows (panels/registry.h); defined in panels/registry.cpp.
#pragma once

#include <vector>

#include "page/state/app_state.h"

namespace hw {

/// Whether the example has what a panel needs.
bool hasPanel(const ExampleSummary& example, Panel panel);

/// The panels that the example has, in order.
std::vector<Panel> panelsOf(const ExampleSummary& example);

}  // namespace hw
