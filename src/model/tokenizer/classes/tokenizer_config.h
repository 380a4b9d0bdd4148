// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// What tokenizer_config.json says, with config.json and the older special_tokens_map.json and added_tokens.json. What is null was
/// not said: each class has a default of its own.
struct TokenizerConfig {
    std::string tokenizerClass;  ///< "GPT2Tokenizer", without Fast; empty: not said
    std::string modelType;       ///< of config.json
    std::optional<bool> lowercase, addPrefixSpace, splitsChinese, stripAccents, keepsAccents,
        splitsPunctuation, isLegacy, addBos, addEos;
    std::optional<bool> givesTypes;                ///< model_input_names has token_type_ids
    bool cutsLeft = false;                         ///< truncation_side is left
    bool lowersFirst = false;                      ///< a sentence encoder's do_lower_case
    bool listsAdded = false;                       ///< has added_tokens_decoder
    int extraIds = 100;                            ///< T5's <extra_id_0> and so on
    std::vector<AddedToken> added;                 ///< in the order of their numbers
    std::optional<AddedToken> named[namedTokens];  ///< without a text: there is none
    std::vector<AddedToken> extra;
};
/// A file that is not there says nothing.
Result<TokenizerConfig> readTokenizerConfig(const ModelFiles& files);

}  // namespace hw::model
