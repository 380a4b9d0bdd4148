// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// The tokens that end a text which the model writes: `eos_token_id` of generation_config.json (a number or a list), without it that
/// of config.json, of a GGUF file its end of text and of turn; where none says so, the tokenizer's own. Ids that the model does
/// not know are left out. `tokenizer` may be null. Errors: syntax, for a generation_config.json that is no JSON.
Result<std::vector<int>> endTokens(const ModelFiles& files, const Tokenizer* tokenizer,
                                   int vocabulary);

}  // namespace hw::model
