// SPDX-License-Identifier: MIT
// Tokens that are found in the text before anything else happens to it: [MASK], <|im_start|>, runs of spaces.
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
    bool rstrip = false;     ///< and behind it
    bool normalized = true;  ///< found in the normalised text, in its normalised form
    bool special = false;
};

/// Finds the longest of many texts at a place.
class AddedTokenFinder {
public:
    /// What is looked for, and its token, which has to stay where it is. Empty texts are never found; of equal ones the last counts.
    void build(const std::vector<std::pair<std::string_view, const AddedToken*>>& patterns);
    /// Cuts the pieces where tokens are, and charges their budget. O(length · longest token).
    void apply(Pieces& pieces) const;

private:
    void cut(const Pieces& pieces, const Piece& piece, std::vector<Piece>& out) const;

    Trie trie_;
    std::vector<const AddedToken*> tokens_;
};

}  // namespace hw::model
