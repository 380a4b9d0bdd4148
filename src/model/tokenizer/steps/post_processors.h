// SPDX-License-Identifier: MIT
// Adds the tokens around a text or a pair, and trims offsets.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/problem.h"
#include "model/pattern/budget.h"
#include "model/tokenizer/steps/aligned_text.h"

namespace hw::model {

/// One token on its way out. White space is counted in the token's text, where it includes letters for bytes.
struct EncodedToken {
    std::int32_t id = 0;
    TextSpan offsets;
    std::int32_t typeId = 0;
    bool special = false;
    std::int8_t sequence = -1;
    std::uint32_t spacesBefore = 0;
    std::uint32_t spacesBehind = 0;
};
using TokenRow = std::vector<EncodedToken>;

class PostProcessor {
public:
    virtual ~PostProcessor() = default;
    /// Takes one row per text and returns the rows that follow each other in the result. `adds`: with tokens that
    /// represent no part of a text. Errors: tooLarge if the rows have too many tokens.
    virtual Result<void> apply(std::vector<TokenRow>& rows, bool adds, Budget& budget) const = 0;
};
using PostProcessorPtr = std::unique_ptr<PostProcessor>;

PostProcessorPtr makeTrimOffsets(bool trims, bool addPrefixSpace);
PostProcessorPtr makeBertProcessing(std::int32_t sep, std::int32_t cls);
PostProcessorPtr makeRobertaProcessing(std::int32_t sep, std::int32_t cls, bool trims,
                                       bool addPrefixSpace);

struct TemplatePiece {
    int sequence = -1;              ///< 0 or 1; -1 for special tokens
    std::vector<std::int32_t> ids;  ///< for special tokens
    std::int32_t typeId = 0;
};
/// `single` has no sequence 1.
PostProcessorPtr makeTemplate(std::vector<TemplatePiece> single, std::vector<TemplatePiece> pair);
PostProcessorPtr makeProcessorSequence(std::vector<PostProcessorPtr> list);

}  // namespace hw::model
