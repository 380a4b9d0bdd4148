// SPDX-License-Identifier: MIT
// Tokens that are found in the text before anything else happens to it: [MASK], <|im_start|>, runs of spaces.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "model/tokenizer/steps/aligned_text.h"

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
    /// `tokens` have to stay where they are. `pattern` is what is looked for; empty ones are not.
    void add(std::string_view pattern, const AddedToken* token);
    bool empty() const { return nodes_.size() == 1; }
    /// Cuts the pieces where tokens are. O(length · longest token).
    void apply(Pieces& pieces) const;

private:
    struct Node {
        const AddedToken* token = nullptr;
        std::vector<std::pair<char, std::uint32_t>> next;
    };
    const AddedToken* longest(std::string_view text, std::size_t at, std::size_t& end) const;
    void cut(const Pieces& pieces, const Piece& piece, std::vector<Piece>& out) const;

    std::vector<Node> nodes_{1};
    bool begins_[256] = {};
};

}  // namespace hw::model
