// SPDX-License-Identifier: MIT
// The tokens of one text as people read them, each with its neighbours in view: a character that a tokenizer cut is
// shown whole where its parts are shown together, and as its bytes where they are not.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "core/tokens/byte_tokens.h"

namespace hw {

/// Refers to the tokens: they must outlive it.
class TokenTexts {
public:
    /// O(bytes of all tokens), of ASCII alone a glance; the first question about spaces as much again.
    explicit TokenTexts(std::span<const std::string> tokens);

    /// One token: as displayToken() shows it, but part of a character as `<0xE697>`.
    std::string shown(std::size_t token) const;

    /// Consecutive tokens as running text, with its spaces: `Ġæ`, `Ĺ`, `¥`, `æľ¬` are 日本. A token that is only a
    /// space is the space before the next one. Tokens [first, last) must exist.
    std::string joined(std::size_t first, std::size_t last) const;

    /// Whether running text has a space before the token.
    bool spaceBefore(std::size_t token) const;

    /// The end of the tokens from `first` on, before `last`, that have to be decoded together: first + 1 for most.
    std::size_t pieceEnd(std::size_t first, std::size_t last) const;
    /// Their text, without a space in front; empty for a token that is only the space before the next.
    std::string piece(std::size_t first, std::size_t end, std::size_t last) const;

private:
    std::span<const std::string> tokens_;
    ByteReading bytes_;
    mutable std::vector<bool> spaces_;  ///< empty until they are asked for
};

/// TokenTexts::shown() of one token. O(token); of part of a character O(all tokens).
std::string displayToken(std::span<const std::string> tokens, std::size_t index);

}  // namespace hw
