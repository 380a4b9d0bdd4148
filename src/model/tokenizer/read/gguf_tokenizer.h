// SPDX-License-Identifier: MIT
#pragma once

#include "core/problem.h"
#include "model/files/metadata.h"
#include "model/tokenizer/tokenizer.h"

namespace hw::model {

/// The tokenizer in a GGUF header: models llama (SentencePiece with scores), gpt2 (byte-level BPE), bert and t5
/// (Unigram). Errors: notRecognised for another model or way to split, by its name; cannotRead if there is no
/// vocabulary; syntax.
Result<Tokenizer> readGgufTokenizer(const Metadata& metadata);

}  // namespace hw::model
