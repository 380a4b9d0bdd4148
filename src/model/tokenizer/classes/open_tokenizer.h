// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "core/problem.h"
#include "model/files/model_files.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// The tokenizer of a model, from its tokenizer.json. Without one it comes from vocab.txt, vocab.json with merges.txt,
/// or a SentencePiece model, with the options of tokenizer_config.json; for a GGUF file from its keys. Errors:
/// cannotRead if there is none, and those of the files.
Result<Tokenizer> openTokenizer(const ModelFiles& files);
/// The tokenizer of the decoder's text if it differs; nullopt if it is the same. Errors: as above.
Result<std::optional<Tokenizer>> openTargetTokenizer(const ModelFiles& files);

}  // namespace hw::model
