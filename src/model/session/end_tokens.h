// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// The tokens that end a generated text: `eos_token_id` of generation_config.json (a number or a list), else that of
/// config.json, for a GGUF file its end of text and of turn, else the tokenizer's own. Ids that the model does not have
/// are skipped. `tokenizer` may be null. Errors: syntax, for a generation_config.json that is not valid JSON.
Result<std::vector<int>> endTokens(const ModelFiles& files, const Tokenizer* tokenizer,
                                   int vocabulary);

}  // namespace hw::model
