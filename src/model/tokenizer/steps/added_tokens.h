// SPDX-License-Identifier: MIT
// Tokens that are found in the text before any other step: [MASK], <|im_start|>, runs of spaces.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/tokenizer/steps/aligned_text.h"
#include "model/tokenizer/steps/trie.h"

namespace hw::model {

struct AddedToken {
    std::string content;
    std::int32_t id = 0;
    bool singleWord = false;
    bool lstrip = false;     ///< swallows white space before it
    bool rstrip = false;     ///< and after it
    bool normalized = true;  ///< searched in the normalised text, in its normalised form
    bool special = false;
};

/// Finds the longest of many texts at a position.
class AddedTokenFinder {
public:
    /// Each text with its token, which must not move in memory. Empty texts are never found. The last one of equal
    /// texts counts.
    void build(const std::vector<std::pair<std::string_view, const AddedToken*>>& patterns);
    /// Splits the pieces at tokens, and charges their budget. O(length · longest token).
    void apply(Pieces& pieces) const;

private:
    void cut(const Pieces& pieces, const Piece& piece, std::vector<Piece>& out) const;

    Trie trie_;
    std::vector<const AddedToken*> tokens_;
};

}  // namespace hw::model
