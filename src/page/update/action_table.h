// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "page/update/actions.h"

namespace hw {

/// With the methods, and the panels on the keys 1, 2, 3, ... in their order.
const std::vector<Action>& actionTable();

/// The group of what needs no document, but for what saves or links to it.
inline constexpr std::string_view pageGroup = "Page";

}  // namespace hw
