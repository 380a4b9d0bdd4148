// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// The tokenizer of a model: from its tokenizer.json; without one from vocab.txt, vocab.json with merges.txt, or a
/// SentencePiece model, with what tokenizer_config.json says; of a GGUF file from its keys. Errors: cannotRead if there is
/// none, and those of the files.
Result<Tokenizer> openTokenizer(const ModelFiles& files);
/// That of what a decoder reads, where it cuts in another way; nullopt: the same. Errors: as above.
Result<std::optional<Tokenizer>> openTargetTokenizer(const ModelFiles& files);

}  // namespace hw::model
