// SPDX-License-Identifier: MIT
// The keys of the address that are settings, made from their table (core/setting_fields.h). Internal to src/app.
#pragma once

#include <array>

#include "app/share_fields.h"
#include "core/setting_fields.h"

namespace hw {

/// One for each row of settingFields, in its order.
std::array<ShareKey, settingCount> settingKeys();

}  // namespace hw
