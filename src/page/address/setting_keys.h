// SPDX-License-Identifier: MIT
// The address keys of the settings, from their table (core/model/setting_fields.h). Internal.
#pragma once

#include <array>

#include "core/model/setting_fields.h"
#include "page/address/view_fields.h"

namespace hw {

/// One for each row of settingFields, in the same order.
std::array<ShareKey, settingCount> settingKeys();

}  // namespace hw
