// SPDX-License-Identifier: MIT
// The keys of the address that are settings, made from their table (core/model/setting_fields.h). Internal to page/address.
#pragma once

#include <array>

#include "core/model/setting_fields.h"
#include "page/address/view_fields.h"

namespace hw {

/// One for each row of settingFields, in its order.
std::array<ShareKey, settingCount> settingKeys();

}  // namespace hw
