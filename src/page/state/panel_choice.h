// SPDX-License-Identifier: MIT
// Which panels an example has. What each needs stands in its row (panels/registry.h), and panels/registry.cpp defines these.
#pragma once

#include <vector>

#include "page/state/app_state.h"

namespace hw {

/// Whether the example has what a panel needs.
bool hasPanel(const ExampleSummary& example, Panel panel);

/// Those that the example has, in their order.
std::vector<Panel> panelsOf(const ExampleSummary& example);

}  // namespace hw
