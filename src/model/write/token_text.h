// SPDX-License-Identifier: MIT
// Text of tokens as they come: each piece is given once its last byte is there.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/tokenizer/tokenizer.h"

namespace hw::model {

class TokenText {
public:
    /// `before`: the tokens that stand before. `tokenizer` has to outlive it.
    explicit TokenText(const Tokenizer& tokenizer, std::span<const std::int32_t> before = {});

    /// What the token adds to the text; "" while a character is not whole, whose last token then gives all of it. Special tokens
    /// give their own text. Cost: the decoding of a few tokens.
    std::string add(std::int32_t id);
    /// What is still held back, with U+FFFD for what no token has completed.
    std::string rest();
    /// Tokens whose text is held back.
    int pending() const { return static_cast<int>(ids_.size()) - given_; }

private:
    std::string taken(bool always);

    const Tokenizer* tokenizer_;
    std::vector<std::int32_t> ids_;  ///< those of the last piece, and what is held back
    int given_ = 0;                  ///< of these, whose text was given
};

/// The text of tokens, and of each the bytes of it: those of one character all have its place.
struct WrittenText {
    std::string text;
    std::vector<TextSpan> spans;  ///< in code points
};
WrittenText writtenText(const Tokenizer& tokenizer, const std::vector<std::int32_t>& ids);

/// How many of the tokens are those that the tokenizer puts before any text; at least one stays. Cost: that of encoding "".
std::size_t addedBefore(const Tokenizer& tokenizer, std::span<const std::int32_t> ids);

}  // namespace hw::model
