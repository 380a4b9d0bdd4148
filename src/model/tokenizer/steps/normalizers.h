// SPDX-License-Identifier: MIT
// The normalisers of tokenizer.json.
#pragma once

#include <optional>
#include <string>

#include "model/pattern/pattern.h"
#include "model/tokenizer/steps/step.h"

namespace hw::model {

struct BertNormalizerOptions {
    bool cleanText = true;
    bool handleChineseChars = true;
    std::optional<bool> stripAccents;  ///< null means the value of `lowercase`
    bool lowercase = true;
};
StepPtr makeBertNormalizer(const BertNormalizerOptions& options);
StepPtr makeNormalForm(NormalForm form);
StepPtr makeLowercase();
StepPtr makeStrip(bool left, bool right);
StepPtr makeStripAccents();
StepPtr makeReplace(Pattern pattern, std::string content);
StepPtr makePrepend(std::string text);
StepPtr makeNmt();
/// ByteLevel as a normaliser, which writes letters for bytes.
StepPtr makeByteLetters();
/// SentencePiece's table, as its decoded bytes. Errors: syntax.
Result<StepPtr> makePrecompiled(std::string table);

}  // namespace hw::model
