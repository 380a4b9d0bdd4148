// SPDX-License-Identifier: MIT
// Tokenizers without a tokenizer.json: the files of the library's older classes, with the flags of
// tokenizer_config.json. Errors of all: those of the files; notRecognised for a class that is not known, by its name.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/tokenizer/read/assemble.h"

namespace hw::model {

/// vocab.txt: WordPiece, a token a line.
Result<Tokenizer> readVocabText(const ModelFiles& files);
/// vocab.json with merges.txt: byte-level BPE.
Result<Tokenizer> readVocabAndMerges(const ModelFiles& files);
/// tokenizer.model, spiece.model or the like: SentencePiece's own file.
Result<Tokenizer> readSentencePiece(const ModelFiles& files, std::string_view name);

/// source.spm or target.spm (`name`) with vocab.json: MarianMT cuts by the one and numbers by the other (the library's MarianTokenizer
/// without sacremoses). Errors besides: notRecognised for a piece that has no number.
Result<Tokenizer> readMarian(const ModelFiles& files, std::string_view name);

/// A SentencePiece model file as it is.
struct SentencePieces {
    std::vector<std::string> texts;
    ScoredTokens scored;  ///< its tokens are views of `texts`
};
Result<SentencePieces> readPieces(const ModelFiles& files, std::string_view name);

/// What tokenizer_config.json says, as far as these need it.
struct TokenizerConfig {
    std::string tokenizerClass;  ///< "GPT2Tokenizer"; empty: it does not say
    bool lowercase = true;
    bool addPrefixSpace = false;
    std::optional<bool> stripAccents;
    bool splitsChinese = true;
    std::optional<bool> addBos;
    std::optional<bool> addEos;
    std::vector<AddedToken> added;
    std::string bos, eos, unknown, cls, sep, pad, mask;  ///< empty: it does not say
};
/// A file that is not there says nothing.
Result<TokenizerConfig> readTokenizerConfig(const ModelFiles& files);

}  // namespace hw::model
