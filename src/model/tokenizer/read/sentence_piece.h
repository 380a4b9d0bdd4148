// SPDX-License-Identifier: MIT
// SentencePiece's own file, and MarianMT's two of them.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/tokenizer/read/assemble.h"

namespace hw::model {

/// source.spm or target.spm (`name`) with vocab.json: MarianMT cuts by the one and numbers by the other (the library's MarianTokenizer
/// without sacremoses). Errors besides: notRecognised for a piece that has no number.
Result<Tokenizer> readMarian(const ModelFiles& files, std::string_view name);

/// A SentencePiece model file as it is.
struct SentencePieces {
    std::vector<std::string> texts;
    std::deque<std::string> own;  ///< of tokens that a class adds
    ScoredTokens scored;          ///< its tokens are views of `texts`
};
Result<SentencePieces> readPieces(const ModelFiles& files, std::string_view name);

}  // namespace hw::model
