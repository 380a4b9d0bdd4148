// SPDX-License-Identifier: MIT
// Accepts an example that comes as numbers and not as a file. Its bytes may come from anywhere, so everything is
// checked, because the engine's code indexes by these sizes.
#pragma once

#include <vector>

#include "core/model/attention_model.h"

namespace hw::io {

/// Checks that all parts of an example fit one another, and sets the same fields in its tensors as opening a file does
/// (hasMissing, hasNegative, gradientNorms). Returns unusual findings about it (checkExample).
/// Errors, with the place: badShape (no attention, sizes that do not fit, an index out of range), tooLarge (a token longer
/// than 10,000 bytes). Cost: one or two passes over the values.
Result<std::vector<Problem>> takeExample(Example& example);

}  // namespace hw::io
