// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cli/options.h"

namespace hw::cli {

/// figure: an SVG file, the same as the page's for the same data and link. `given` is the content to use instead of the
/// options' file, or empty. `warnings` are about the data. Errors: those of reading; badArgument for what the data do
/// not have; tooLarge (cli/figure/windowless.h).
Result<std::string> figureText(const FigureOptions& options, std::string_view given,
                               std::vector<Problem>& warnings);

}  // namespace hw::cli
