// SPDX-License-Identifier: MIT
#include "model/tokenizer/steps/added_tokens.h"

#include <algorithm>

#include "model/unicode/code_points.h"
#include "model/unicode/utf8.h"

namespace hw::model {

void AddedTokenFinder::add(std::string_view pattern, const AddedToken* token) {
    if (pattern.empty()) return;
    begins_[static_cast<unsigned char>(pattern[0])] = true;
    std::uint32_t node = 0;
    for (const char c : pattern) {
        const auto& next = nodes_[node].next;
        const auto found = std::ranges::find(next, c, &std::pair<char, std::uint32_t>::first);
        if (found != next.end()) {
            node = found->second;
            continue;
        }
        const auto made = static_cast<std::uint32_t>(nodes_.size());
        nodes_[node].next.emplace_back(c, made);
        nodes_.emplace_back();
        node = made;
    }
    nodes_[node].token = token;
}

const AddedToken* AddedTokenFinder::longest(std::string_view text, std::size_t at,
                                            std::size_t& end) const {
    const AddedToken* found = nullptr;
    std::uint32_t node = 0;
    while (at < text.size()) {
        const auto& next = nodes_[node].next;
        const auto step = std::ranges::find(next, text[at], &std::pair<char, std::uint32_t>::first);
        if (step == next.end()) break;
        node = step->second;
        ++at;
        if (nodes_[node].token == nullptr) continue;
        found = nodes_[node].token;
        end = at;
    }
    return found;
}

namespace {

bool isWordAt(std::string_view text, std::size_t at) {
    return aboutCodePoint(letterAt(text, at)).isWord();
}

bool isWholeWord(std::string_view text, std::size_t begin, std::size_t end) {
    const bool startsInside = begin > 0 && isWordAt(text, letterBefore(text, begin));
    return !startsInside && (end >= text.size() || !isWordAt(text, end));
}

}  // namespace

void AddedTokenFinder::cut(const Pieces& pieces, const Piece& piece,
                           std::vector<Piece>& out) const {
    const std::string_view text = pieces.bytes(piece);
    const auto keep = [&](std::size_t begin, std::size_t end, std::int32_t token) {
        if (begin >= end) return;
        const auto from = piece.begin + static_cast<std::uint32_t>(begin);
        out.push_back({from, piece.begin + static_cast<std::uint32_t>(end),
                       pieces.text.span(from).begin, token});
    };
    std::size_t done = 0;
    for (std::size_t at = 0; at < text.size();) {
        if (!begins_[static_cast<unsigned char>(text[at])]) {
            ++at;
            continue;
        }
        std::size_t end = 0;
        const AddedToken* const token = longest(text, at, end);
        if (token == nullptr) {
            ++at;
            continue;
        }
        std::size_t begin = at;
        at = end;
        if (token->singleWord && !isWholeWord(text, begin, end)) continue;
        const auto isSpace = [&](std::size_t i) {
            return aboutCodePoint(letterAt(text, i)).isSpace();
        };
        if (token->lstrip) {
            std::size_t from = begin;
            while (from > 0 && isSpace(letterBefore(text, from))) from = letterBefore(text, from);
            begin = std::max(from, done);
        }
        if (token->rstrip)
            while (end < text.size() && isSpace(end)) end += sizeOfLetter(text[end]);
        keep(done, begin, -1);
        keep(begin, end, token->id);
        done = end;
    }
    keep(done, text.size(), -1);
}

void AddedTokenFinder::apply(Pieces& pieces) const {
    std::vector<Piece> out;
    out.reserve(pieces.list.size() + 1);
    for (const Piece& piece : pieces.list) {
        if (piece.token >= 0) {
            out.push_back(piece);
        } else {
            cut(pieces, piece, out);
        }
    }
    pieces.list = std::move(out);
}

}  // namespace hw::model
