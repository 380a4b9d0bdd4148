// SPDX-License-Identifier: MIT
// The tokens of one text as people read them, each with its neighbours. A character that a tokenizer cut is shown whole
// where its parts are shown together, and otherwise as bytes.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/tokens/byte_tokens.h"

namespace hw {

/// Refers to the tokens, which must outlive it.
class TokenTexts {
public:
    /// O(bytes of all tokens), and one short pass for ASCII only. The first query for spaces costs the same again.
    explicit TokenTexts(std::span<const std::string> tokens);

    /// One token as displayToken() shows it, but part of a character as `<0xE697>`.
    std::string shown(std::size_t token) const;

    /// Consecutive tokens as running text, with its spaces. `Ġæ`, `Ĺ`, `¥`, `æľ¬` are 日本. A token that is only a space
    /// is the space before the next one. Tokens [first, last) must exist.
    std::string joined(std::size_t first, std::size_t last) const;

    /// Whether running text has a space before the token.
    bool spaceBefore(std::size_t token) const;

    /// The end of the tokens from `first` on, before `last`, that have to be decoded together, which is first + 1 for
    /// most.
    std::size_t pieceEnd(std::size_t first, std::size_t last) const;
    /// Their text, without a space in front. Empty for a token that is only the space before the next.
    std::string piece(std::size_t first, std::size_t end, std::size_t last) const;

private:
    std::span<const std::string> tokens_;
    ByteReading bytes_;
    mutable std::vector<bool> spaces_;  ///< empty until first used
};

/// TokenTexts::shown() for one token. O(token), but O(all tokens) for part of a character.
std::string displayToken(std::span<const std::string> tokens, std::size_t index);

}  // namespace hw
