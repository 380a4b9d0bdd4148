// SPDX-License-Identifier: MIT
// Tokenizers without a tokenizer.json: the files of the library's older classes, with the flags of
// tokenizer_config.json. Errors of all: those of the files; notRecognised for a class that is not known, by its name.
#pragma once

#include <string_view>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// vocab.txt: WordPiece, a token a line.
Result<Tokenizer> readVocabText(const ModelFiles& files);
/// vocab.json with merges.txt: byte-level BPE.
Result<Tokenizer> readVocabAndMerges(const ModelFiles& files);
/// tokenizer.model, spiece.model or the like: SentencePiece's own file.
Result<Tokenizer> readSentencePiece(const ModelFiles& files, std::string_view name);
/// source.spm or target.spm (`name`) with vocab.json: MarianMT cuts by the one and numbers by the other (the library's MarianTokenizer
/// without sacremoses). A piece without a number becomes the unknown token; ">>fr<<" in front of a text is one token.
Result<Tokenizer> readMarian(const ModelFiles& files, std::string_view name);

}  // namespace hw::model
