// SPDX-License-Identifier: MIT
// --words, --spans, --segments, --exclude, --renormalise: results by words instead of tokens, or with some tokens
// hidden.
#pragma once

#include <string_view>

#include "cli/options.h"

namespace hw::cli {

/// Whether tokens are merged into words or spans, and whether some are hidden or of another text.
bool merges(const DisplayOptions& options);
bool excludesTokens(const DisplayOptions& options);

/// `--spans`, `--segments`, `--over`; `--weights`, `--part`.
Result<void> applyDisplay(DisplayOptions& options, std::string_view name, std::string_view value);
Result<void> applyWeights(WeightOptions& options, std::string_view name, std::string_view value);

}  // namespace hw::cli
