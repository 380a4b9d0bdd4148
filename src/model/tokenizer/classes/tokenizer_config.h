// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// The contents of tokenizer_config.json, with config.json and the older special_tokens_map.json and added_tokens.json.
/// Null if a file does not have the value, because each class has its own default.
struct TokenizerConfig {
    std::string tokenizerClass;  ///< "GPT2Tokenizer", without Fast; empty if there is none
    std::string modelType;       ///< from config.json
    std::optional<bool> lowercase, addPrefixSpace, splitsChinese, stripAccents, keepsAccents,
        splitsPunctuation, isLegacy, addBos, addEos;
    std::optional<bool> givesTypes;                ///< model_input_names has token_type_ids
    bool cutsLeft = false;                         ///< truncation_side is left
    bool lowersFirst = false;                      ///< a sentence encoder's do_lower_case
    bool listsAdded = false;                       ///< has added_tokens_decoder
    int extraIds = 100;                            ///< T5's <extra_id_0> and so on
    std::vector<AddedToken> added;                 ///< in the order of their numbers
    std::optional<AddedToken> named[namedTokens];  ///< without a text if there is none
    std::vector<AddedToken> extra;
};
/// A missing file sets no values.
Result<TokenizerConfig> readTokenizerConfig(const ModelFiles& files);

}  // namespace hw::model
