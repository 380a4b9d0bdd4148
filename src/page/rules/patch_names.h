// SPDX-License-Identifier: MIT
// The rule on what a patch of a picture is called that the file gives no name.
#pragma once

#include <string>

#include "core/words.h"
#include "protocol/query.h"

namespace hw {

/// What stands for a token without text.
inline constexpr Words emptyName = "(empty)"_tr;

/// "r1c3" for a patch that the file gives no name, one counted from 0 ("r0c2"), or the same placeholder as all others:
/// people count from 1. Of several pictures "i2r1c3", of a video's frames "f2r1c3".
/// Empty for all other tokens. O(1).
std::string patchName(const ExampleSummary& example, int token);

}  // namespace hw
