// SPDX-License-Identifier: MIT
// The components of tokenizer.json, read from its tree. Errors: syntax, or notRecognised with the name of an unknown
// component.
#pragma once

#include <vector>

#include "model/tokenizer/models/word_model.h"
#include "model/tokenizer/read/fields.h"
#include "model/tokenizer/steps/decoders.h"
#include "model/tokenizer/steps/normalizers.h"
#include "model/tokenizer/steps/post_processors.h"
#include "model/tokenizer/steps/pre_tokenizers.h"

namespace hw::model {

/// Sequences are flattened into `out`.
Result<void> readNormalizer(const Fields& fields, std::vector<StepPtr>& out);

/// `endsInBytes`: the last one is ByteLevel, whose letters for bytes are left to the model.
Result<void> readPreTokenizers(const Fields& fields, bool modelTakesBytes,
                               std::vector<StepPtr>& out, bool& endsInBytes);

/// The type of the model, even for old files that do not name it.
Result<std::string> typeOfModel(const Fields& fields);
/// True if the model can take bytes in place of letters for bytes, because it has a token for each. O(vocabulary).
bool canTakeBytes(const Fields& fields, std::string_view type);
Result<WordModelPtr> readModel(const Fields& fields, std::string_view type, bool takesBytes);
std::unexpected<Problem> tokenTooLong(std::string place);
/// {"text": id, ...}
Result<Vocabulary> readVocabulary(const Fields& object);
/// Converts texts "a b", in their order, to merges of the vocabulary's ids.
Result<std::vector<BpeMerge>> makeMerges(
    const Vocabulary& vocabulary,
    const std::vector<std::pair<std::string_view, std::string_view>>& pairs,
    std::size_t prefixBytes);

Result<PostProcessorPtr> readPostProcessor(const Fields& fields);
Result<DecoderPtr> readDecoder(const Fields& fields);

/// {"String": "..."} or {"Regex": "..."}
Result<Pattern> readPattern(const Fields& fields);
Result<Behaviour> readBehaviour(const Fields& fields, std::optional<Behaviour> other = {});

}  // namespace hw::model
