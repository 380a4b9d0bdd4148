// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cli/options.h"

namespace hw::cli {

/// tokenize: the tokens of each text of Options::texts, as lines of JSON: ids, tokens, offsets in code points, type_ids,
/// special. Errors: those of the tokenizer's files, cannotRead and syntax for the list of texts.
Result<std::string> tokenizeText(const Options& options);

}  // namespace hw::cli
