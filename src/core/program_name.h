// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace hw {

/// "Headwaters 0.1.0", written into files as their origin.
std::string_view programName();

}  // namespace hw
