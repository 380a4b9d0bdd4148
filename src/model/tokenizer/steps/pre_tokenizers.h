// SPDX-License-Identifier: MIT
// The pre-tokenizers of tokenizer.json.
#pragma once

#include <cstdint>

#include "model/pattern/pattern.h"
#include "model/tokenizer/steps/split.h"
#include "model/tokenizer/steps/step.h"

namespace hw::model {

inline constexpr char32_t spaceMark = 0x2581;  ///< ▁, SentencePiece's letter for a space

enum class PrependScheme : std::uint8_t { first, never, always };

StepPtr makeBertPreTokenizer();
/// Without its letters for bytes. makeByteLetters, or a model that takes bytes, comes after it.
StepPtr makeByteLevel(bool addPrefixSpace, bool useRegex);
StepPtr makeMetaspace(char32_t replacement, PrependScheme scheme, bool splits);
StepPtr makeSplit(Pattern pattern, Behaviour behaviour, bool inverted);
StepPtr makeWhitespace();  ///< \w+|[^\w\s]+
StepPtr makeWhitespaceSplit();
StepPtr makePunctuation(Behaviour behaviour);
StepPtr makeDigits(bool individual);
StepPtr makeUnicodeScripts();
/// `length` is 1 or more.
StepPtr makeFixedLength(int length);
StepPtr makeDelimiter(char32_t delimiter);

}  // namespace hw::model
