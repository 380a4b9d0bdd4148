// SPDX-License-Identifier: MIT
#pragma once

#include "app/app_state.h"
#include "io/json_writer.h"

namespace hw {

/// The compare view's controls as elements of an open JSON array: how many columns there are, what each is
/// about and changes, and which two of them are subtracted.
void writeComparing(JsonWriter& json, const AppState& state);

}  // namespace hw
