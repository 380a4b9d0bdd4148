// SPDX-License-Identifier: MIT
// SentencePiece's model file.
#pragma once

#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/tokenizer/read/assemble.h"

namespace hw::model {

/// The contents of a SentencePiece model file.
struct SentencePieces {
    std::vector<std::string> texts;
    std::deque<std::string> own;  ///< texts of tokens that a class adds
    ScoredTokens scored;          ///< its tokens are views of `texts`
};
Result<SentencePieces> readPieces(const ModelFiles& files, std::string_view name);

}  // namespace hw::model
