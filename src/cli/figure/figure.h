// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/options.h"

namespace hw::cli {

/// figure: an SVG file, the same that the page gives for the same data and the same link. Warnings are those about the
/// data. Errors: those of reading; badArgument for what the data have not; tooLarge (cli/figure/windowless.h).
Result<std::string> figureText(const Options& options, std::vector<Problem>& warnings);

}  // namespace hw::cli
