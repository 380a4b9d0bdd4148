// SPDX-License-Identifier: MIT
// Taking in an example that comes as numbers and not as a file. Its bytes may come from anywhere, so that nothing
// about it is believed: the engine's code indexes by these sizes.
#pragma once

#include <vector>

#include "core/model/attention_model.h"

namespace hw::io {

/// Checks that all parts of an example fit one another, and notes in its tensors what an opened file's have noted
/// (hasMissing, hasNegative, gradientNorms). Returns what is unusual about it (checkExample).
/// Errors, with the place: badShape (no attention, sizes that do not fit, an index out of range), tooLarge (a token longer
/// than 10,000 bytes). Cost: one or two passes over the values.
Result<std::vector<Problem>> takeExample(Example& example);

}  // namespace hw::io
