// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "model/tokenizer/steps/aligned_text.h"

namespace hw::model {

/// The tokens of one text or of a pair. All lists have the same length.
struct Encoding {
    std::vector<std::int32_t> ids;
    std::vector<std::string> tokens;  ///< as in the vocabulary: "Ġthe", "##ing", "▁a"
    std::vector<TextSpan> offsets;    ///< code points of the text; 0, 0 for tokens that were added
    std::vector<std::int32_t> typeIds;
    /// Added around the text; false for a special token within the text.
    std::vector<bool> special;
    std::vector<std::int8_t> sequence;  ///< index of the text, 0 or 1; -1 for added tokens
    /// Number of tokens before truncation; 0 if none were cut off.
    int whole = 0;
    std::vector<bool> ofTemplate;  ///< part of a chat template; empty if there is no template
    std::size_t size() const { return ids.size(); }
};

}  // namespace hw::model
