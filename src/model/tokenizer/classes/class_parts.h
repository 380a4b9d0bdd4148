// SPDX-License-Identifier: MIT
// The steps and tokens that the library's classes put around a vocabulary, for every file format.
#pragma once

#include "model/tokenizer/classes/tokenizer_class.h"

namespace hw::model {

/// Replaces the normalizers and pre-tokenizers in `parts` by the class's own, with the options of
/// tokenizer_config.json. A table of SentencePiece among the normalizers is kept. Classes that use the file's steps
/// keep them.
Result<void> putSteps(const TokenizerClass& of, const TokenizerConfig& config,
                      TokenizerParts& parts);
/// Adds the tokens of tokenizer_config.json and its older companions, in the library's order, and the class's own
/// names.
void putTokens(const TokenizerClass& of, const TokenizerConfig& config, TokenizerParts& parts);
/// Sets the tokens around a text, by the names of putTokens.
void putAround(const TokenizerClass& of, const TokenizerConfig& config, TokenizerParts& parts);

/// Does all three and makes the tokenizer.
Result<Tokenizer> makeOfClass(const TokenizerClass& of, const TokenizerConfig& config,
                              TokenizerParts parts);
/// The error for a class that builds its vocabulary in an unsupported way.
std::unexpected<Problem> needsJson(std::string_view name);

}  // namespace hw::model
