// SPDX-License-Identifier: MIT
#include "model/write/token_text.h"

#include <algorithm>
#include <span>
#include <string_view>
#include <utility>

#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

/// No character has more bytes, and every token has at least one.
constexpr int longestLetter = 4;
constexpr std::string_view broken = "\xEF\xBF\xBD";

}  // namespace

TokenText::TokenText(const Tokenizer& tokenizer, std::span<const std::int32_t> before)
    : tokenizer_(&tokenizer) {
    for (const std::int32_t id : before) add(id);
}

std::string TokenText::add(std::int32_t id) {
    ids_.push_back(id);
    return taken(pending() >= longestLetter);
}

std::string TokenText::rest() { return pending() > 0 ? taken(true) : std::string(); }

std::string TokenText::taken(bool always) {
    const std::string before = tokenizer_->decode(std::span(ids_).first(given_), true);
    std::string all = tokenizer_->decode(ids_, true);
    if (all.ends_with(broken) && !always) return {};
    all.erase(0, std::min(before.size(), all.size()));
    // A decoder's text for a token depends on the one before it: the first of all loses its space, bytes combine. The
    // complete last piece is kept.
    ids_.erase(ids_.begin(), ids_.begin() + given_);
    given_ = static_cast<int>(ids_.size());
    return all;
}

GeneratedText writtenText(const Tokenizer& tokenizer, const std::vector<std::int32_t>& ids) {
    GeneratedText written;
    TokenText pieces(tokenizer);
    std::uint32_t letters = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        std::string piece = pieces.add(ids[i]);
        if (i + 1 == ids.size()) piece += pieces.rest();
        const std::uint32_t end = letters + static_cast<std::uint32_t>(countLetters(piece));
        written.text += piece;
        written.spans.push_back({letters, end});
        if (piece.empty()) continue;
        for (std::size_t back = i; back-- > 0 && written.spans[back].begin == letters &&
                                   written.spans[back].end == letters;)
            written.spans[back].end = end;
        letters = end;
    }
    return written;
}

std::size_t addedBefore(const Tokenizer& tokenizer, std::span<const std::int32_t> ids) {
    const auto empty = tokenizer.encode("");
    if (!empty || ids.empty()) return 0;
    const auto same =
        std::ranges::mismatch(ids.first(ids.size() - 1), empty->ids).in1 - ids.begin();
    return static_cast<std::size_t>(same);
}

}  // namespace hw::model
