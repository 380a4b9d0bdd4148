// SPDX-License-Identifier: MIT
// What can be done where a model runs: rows of the table of actions. Internal to page/update.
#pragma once

#include <span>

#include "page/actions/actions.h"

namespace hw {

std::span<const Action> modelActions();

}  // namespace hw
