// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/tokenizer/steps/aligned_text.h"

namespace hw::model {

/// The tokens of a text or of two; all lists have the same length.
struct Encoding {
    std::vector<std::int32_t> ids;
    std::vector<std::string> tokens;  ///< as in the vocabulary: "Ġthe", "##ing", "▁a"
    std::vector<TextSpan> offsets;    ///< code points of the text; 0, 0 for tokens that were added
    std::vector<std::int32_t> typeIds;
    std::vector<bool> special;  ///< added around the text; one that stands in the text is not
    std::vector<std::int8_t> sequence;  ///< 0 or 1: of which text; -1: of none
    int whole = 0;                      ///< tokens before some were cut off; 0: none were
    std::vector<bool> ofTemplate;       ///< a chat template put it there; empty: there is none
    std::size_t size() const { return ids.size(); }
};

}  // namespace hw::model
