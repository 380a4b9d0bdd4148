// SPDX-License-Identifier: MIT
#include "core/tokens/token_texts.h"

#include <string_view>

#include "core/tokens/token_text.h"
#include "core/tokens/utf8_text.h"

namespace hw {
namespace {

/// One space in front is expected.
std::string withoutSpace(std::string bytes) {
    if (bytes.starts_with(' ')) bytes.erase(0, 1);
    return textOfBytes(bytes);
}

bool isOnlySpace(std::string_view token) {
    return token == "\u0120" || token == "\u2581" || token == " ";
}

}  // namespace

TokenTexts::TokenTexts(std::span<const std::string> tokens)
    : tokens_(tokens), bytes_(readBytes(tokens)) {}

bool TokenTexts::spaceBefore(std::size_t token) const {
    if (spaces_.empty()) spaces_ = spacesBefore(tokens_);
    return spaces_[token];
}

std::string TokenTexts::shown(std::size_t token) const {
    if (!bytes_.partial(token)) return displayToken(tokens_[token]);
    return withoutSpace(bytesOfToken(tokens_[token]).value_or(tokens_[token]));
}

std::size_t TokenTexts::pieceEnd(std::size_t first, std::size_t last) const {
    std::size_t end = first + 1;
    while (end < last && bytes_.joins(end)) ++end;
    return end;
}

std::string TokenTexts::piece(std::size_t first, std::size_t end, std::size_t last) const {
    if (end > first + 1) {
        std::string bytes;
        for (std::size_t i = first; i < end; ++i)
            bytes += bytesOfToken(tokens_[i]).value_or(tokens_[i]);
        return withoutSpace(std::move(bytes));
    }
    const bool beforeNext = end < last && isOnlySpace(tokens_[first]) && !spaceBefore(end) &&
                            !looksSpecial(tokens_[end]);
    return beforeNext ? std::string{} : shown(first);
}

std::string TokenTexts::joined(std::size_t first, std::size_t last) const {
    std::string text;
    for (std::size_t at = first; at < last;) {
        const std::size_t end = pieceEnd(at, last);
        if (at > first && spaceBefore(at)) text += ' ';
        text += piece(at, end, last);
        at = end;
    }
    return text;
}

std::string displayToken(std::span<const std::string> tokens, std::size_t index) {
    const auto bytes = bytesOfToken(tokens[index]);
    return !bytes || isUtf8(*bytes) ? displayToken(tokens[index]) : TokenTexts(tokens).shown(index);
}

}  // namespace hw
