// SPDX-License-Identifier: MIT
// The actions on a running model, rows of the table of actions. Internal to session/actions.
#pragma once

#include <span>

#include "session/actions/actions.h"

namespace hw {

std::span<const Action> modelActions();

}  // namespace hw
