// SPDX-License-Identifier: MIT
// Bars of block characters.
#pragma once

#include <string>

#include "cli/tables/answer_tables.h"

namespace hw::cli {

/// A bar of `value`, in steps of an eighth of a column. `largest` has `width` columns. A light bar for a negative
/// value, an empty one for NaN.
std::string bar(double value, double largest, Drawing drawing, int width = 24);

}  // namespace hw::cli
