// SPDX-License-Identifier: MIT
// What the library's classes put around a vocabulary, whatever file it came from.
#pragma once

#include "model/tokenizer/classes/tokenizer_class.h"

namespace hw::model {

/// The class's own normalizers and pre-tokenizers in place of those in `parts`, with what tokenizer_config.json says of them. A table
/// of SentencePiece among the normalizers is kept. Classes whose steps are the file's keep theirs.
Result<void> putSteps(const TokenizerClass& of, const TokenizerConfig& config,
                      TokenizerParts& parts);
/// The tokens that tokenizer_config.json and its older companions list, in the library's order, and the class's own names.
void putTokens(const TokenizerClass& of, const TokenizerConfig& config, TokenizerParts& parts);
/// What stands around a text, by the names of putTokens.
void putAround(const TokenizerClass& of, const TokenizerConfig& config, TokenizerParts& parts);

/// All three, and the tokenizer.
Result<Tokenizer> makeOfClass(const TokenizerClass& of, const TokenizerConfig& config,
                              TokenizerParts parts);
/// The class builds its vocabulary in a way that is not known here.
std::unexpected<Problem> needsJson(std::string_view name);

}  // namespace hw::model
