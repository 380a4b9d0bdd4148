// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace hw {

/// Letters and digits alone, in lower case: how names are compared that people write.
std::string plainName(std::string_view text);

}  // namespace hw
