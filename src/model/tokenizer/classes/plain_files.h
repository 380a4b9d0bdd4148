// SPDX-License-Identifier: MIT
// Tokenizers without a tokenizer.json, from the files of the library's older classes and the flags of
// tokenizer_config.json. Errors: those of the files; notRecognised for an unknown class, by its name.
#pragma once

#include <string_view>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// vocab.txt is WordPiece, or for ESM a list of residues, with one token per line.
Result<Tokenizer> readVocabText(const ModelFiles& files);
/// vocab.json with merges.txt is byte-level BPE.
Result<Tokenizer> readVocabAndMerges(const ModelFiles& files);
/// tokenizer.model, spiece.model or the like is a SentencePiece model.
Result<Tokenizer> readSentencePiece(const ModelFiles& files, std::string_view name);
/// MarianMT splits text with source.spm or target.spm (`name`) and takes ids from vocab.json, like the library's
/// MarianTokenizer without sacremoses. A piece without an id becomes the unknown token. ">>fr<<" at the start of a text
/// is one token.
Result<Tokenizer> readMarian(const ModelFiles& files, std::string_view name);

}  // namespace hw::model
