// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace hw {

/// Only the letters and digits, in lower case. Names that users type are compared in this form.
std::string plainName(std::string_view text);

}  // namespace hw
