// SPDX-License-Identifier: MIT
// The text of a stream of tokens. Each piece is returned once its last byte has arrived.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "model/tokenizer/tokenizer.h"

namespace hw::model {

class TokenText {
public:
    /// `before` are the preceding tokens. `tokenizer` has to outlive it.
    explicit TokenText(const Tokenizer& tokenizer, std::span<const std::int32_t> before = {});

    /// The text that the token adds. "" while a character is incomplete, whose last token then returns all of it.
    /// Special tokens return their own text. Cost: decoding a few tokens.
    std::string add(std::int32_t id);
    /// The pending text, with U+FFFD for characters that no token has completed.
    std::string rest();
    /// Tokens whose text is pending.
    int pending() const { return static_cast<int>(ids_.size()) - given_; }

private:
    std::string taken(bool always);

    const Tokenizer* tokenizer_;
    std::vector<std::int32_t> ids_;  ///< the tokens of the last piece, and the pending ones
    int given_ = 0;                  ///< the number of these whose text was returned
};

/// The text of tokens, with each token's span. All tokens of one character have its span.
struct GeneratedText {
    std::string text;
    std::vector<TextSpan> spans;  ///< in code points
};
GeneratedText writtenText(const Tokenizer& tokenizer, const std::vector<std::int32_t>& ids);

/// The number of leading tokens that the tokenizer puts before any text. At least one of `ids` remains. Cost: that of
/// encoding "".
std::size_t addedBefore(const Tokenizer& tokenizer, std::span<const std::int32_t> ids);

}  // namespace hw::model
