// SPDX-License-Identifier: MIT
// Bars of block characters.
#pragma once

#include <string>

#include "cli/shown/shown_answer.h"

namespace hw::cli {

/// A bar of `value` where `largest` has `width` columns, by eighths of a column; of a negative value light. Empty of what is no number.
std::string bar(double value, double largest, Drawing drawing, int width = 24);

}  // namespace hw::cli
