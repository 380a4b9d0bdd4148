// SPDX-License-Identifier: MIT
// The rule on names for a picture's patches without a name in the file.
#pragma once

#include <string>

#include "core/localized_text.h"
#include "protocol/query.h"

namespace hw {

/// Shown for a token without text.
inline constexpr LocalizedText emptyName = "(empty)"_tr;

/// "r1c3", counted from 1, for a patch that has no name in the file, or one counted from 0 ("r0c2"), or the same
/// placeholder as all others. "i2r1c3" for several pictures, "f2r1c3" for a video's frames.
/// Empty for all other tokens. O(1).
std::string patchName(const ExampleSummary& example, int token);

}  // namespace hw
