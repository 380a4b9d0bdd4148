// SPDX-License-Identifier: MIT
#include "model/tokenizer/steps/added_tokens.h"

#include <algorithm>
#include <utility>

#include "model/unicode/code_points.h"
#include "model/unicode/utf8.h"

namespace hw::model {

void AddedTokenFinder::build(
    const std::vector<std::pair<std::string_view, const AddedToken*>>& patterns) {
    std::vector<TrieEntry> entries;
    for (const auto& [text, token] : patterns) {
        if (text.empty()) continue;
        entries.push_back({text, static_cast<std::int32_t>(tokens_.size())});
        tokens_.push_back(token);
    }
    trie_.build(std::move(entries));
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
    std::size_t spacesEnd = 0;
    for (std::size_t at = 0; at < text.size();) {
        const AddedToken* token = nullptr;
        std::size_t end = at;
        const std::size_t read =
            trie_.prefixes(text, at, [&](std::size_t bytes, std::int32_t value) {
                token = tokens_[static_cast<std::size_t>(value)];
                end = at + bytes;
            });
        if (!pieces.budget.spend(read)) return;
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
            while (begin > done && isSpace(letterBefore(text, begin)))
                begin = letterBefore(text, begin);
            begin = std::max(begin, done);
        }
        if (token->rstrip) {
            // The token itself may be a space. A run of spaces is walked through only once.
            if (spacesEnd <= end)
                for (spacesEnd = end; spacesEnd < text.size() && isSpace(spacesEnd);)
                    spacesEnd += sizeOfLetter(text[spacesEnd]);
            end = spacesEnd;
        }
        keep(done, begin, -1);
        keep(begin, end, token->id);
        done = end;
    }
    keep(done, text.size(), -1);
}

void AddedTokenFinder::apply(Pieces& pieces) const {
    if (tokens_.empty()) return;
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
