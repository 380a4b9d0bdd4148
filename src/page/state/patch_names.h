// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "protocol/query.h"

namespace hw {

/// "r1c3" for a patch that the file gives no name, or one counted from 0 ("r0c2"): shown counted from 1.
/// Empty for all other tokens. O(1).
std::string patchName(const ExampleSummary& example, int token);

}  // namespace hw
