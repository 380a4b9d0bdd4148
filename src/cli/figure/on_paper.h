// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"
#include "core/problem.h"

namespace hw::cli {

/// A figure as the file that is wanted, with the program's own fonts: SVG as it is. Characters that no font has, and
/// pictures that are not read, are told among the warnings. Errors: tooLarge for a PNG beyond 268 million pixels.
Result<std::string> onPaper(std::string_view svg, FigureFile file, int dotsPerInch,
                            std::vector<Problem>& warnings);

}  // namespace hw::cli
