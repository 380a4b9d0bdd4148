// SPDX-License-Identifier: MIT
#include "model/tokenizer/tokenizer.h"

#include <algorithm>
#include <utility>

#include "core/words.h"
#include "io/json/utf8.h"
#include "model/unicode/code_points.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

constexpr std::size_t longestAdded = 10'000;
constexpr char32_t spaceLetter = 0x120;  // GPT-2's letter for a space

bool countsAsSpace(char32_t c) { return c == spaceLetter || aboutCodePoint(c).isSpace(); }

void countSpaces(std::string_view text, EncodedToken& token) {
    std::size_t at = 0;
    for (; at < text.size() && countsAsSpace(letterAt(text, at)); at += sizeOfLetter(text[at]))
        ++token.spacesBefore;
    for (std::size_t end = text.size(); end > 0; ++token.spacesBehind) {
        end = letterBefore(text, end);
        if (!countsAsSpace(letterAt(text, end))) break;
    }
}

std::unexpected<Problem> tooLong(std::string finding, std::string remedy) {
    return std::unexpected(Problem{.code = Code::tooLarge,
                                   .place = "tokenizer",
                                   .finding = std::move(finding),
                                   .remedy = std::move(remedy),
                                   .byte = {}});
}

}  // namespace

Result<Tokenizer> Tokenizer::make(TokenizerParts parts) {
    std::vector<AddedToken> added = std::move(parts.added);
    Tokenizer tokenizer(std::move(parts));
    if (auto good = tokenizer.addTokens(std::move(added)); !good)
        return std::unexpected(good.error());
    tokenizer.findSpecialIds();
    return tokenizer;
}

Result<std::string> Tokenizer::normalised(std::string_view text) const {
    Pieces pieces{AlignedText(text), {{0, static_cast<std::uint32_t>(text.size()), 0, -1}}};
    for (const StepPtr& step : parts_.normalizers)
        if (auto good = step->apply(pieces); !good) return std::unexpected(good.error());
    return std::string(pieces.bytes(pieces.list[0]));
}

Result<void> Tokenizer::addTokens(std::vector<AddedToken> tokens) {
    // Ids as the library gives them: the model's own, else the next one; the file's number counts for nothing.
    const Vocabulary& vocabulary = parts_.model->vocabulary();
    auto next = static_cast<std::int64_t>(vocabulary.size());
    for (AddedToken& token : tokens) {
        if (token.content.empty()) continue;
        if (token.content.size() > longestAdded)
            return tooLong("An added token is longer than 10,000 bytes."_tr,
                           "Remove it from the file."_tr);
        const auto [same, isNew] = addedByText_.emplace(token.content, added_.size());
        if (!isNew) {
            token.id = added_[same->second].id;
            added_[same->second] = std::move(token);
            continue;
        }
        const std::int32_t own = vocabulary.find(token.content);
        if (own < 0 && next >= Vocabulary::mostIds)
            return tooLong("The vocabulary has more than 16 million tokens."_tr,
                           "Use a smaller one."_tr);
        token.id = own >= 0 ? own : static_cast<std::int32_t>(next++);
        addedById_.emplace_back(token.id, added_.size());
        added_.push_back(std::move(token));
    }
    std::ranges::stable_sort(addedById_, {}, &std::pair<std::int32_t, std::size_t>::first);
    for (const AddedToken& token : added_) {
        decoded_.push_back(token.content);
        if (!token.normalized) {
            exact_.add(token.content, &token);
            continue;
        }
        auto text = normalised(token.content);
        if (!text) return std::unexpected(text.error());
        normalisedFinder_.add(*text, &token);
        decoded_.back() = std::move(*text);
    }
    return {};
}

Result<TokenRow> Tokenizer::encodeOne(std::string_view given, int sequence) const {
    if (given.size() > mostBytes)
        return tooLong("The text is longer than 1 GB."_tr, "Use a shorter text."_tr);
    std::string repaired;
    std::string_view text = given;
    if (!isAscii(given)) {
        repaired = given;
        io::repairUtf8(repaired);
        text = repaired;
    }
    Pieces pieces{AlignedText(text), {{0, static_cast<std::uint32_t>(text.size()), 0, -1}}};
    if (text.empty()) pieces.list.clear();
    if (!exact_.empty()) exact_.apply(pieces);
    for (const StepPtr& step : parts_.normalizers)
        if (auto good = step->apply(pieces); !good) return std::unexpected(good.error());
    normalisedFinder_.apply(pieces);
    for (const StepPtr& step : parts_.preTokenizers)
        if (auto good = step->apply(pieces); !good) return std::unexpected(good.error());

    TokenRow row;
    row.reserve(pieces.list.size() + pieces.list.size() / 2);
    EncodedToken token;
    token.typeId = sequence;
    token.sequence = static_cast<std::int8_t>(sequence);
    for (const Piece& piece : pieces.list) {
        if (piece.begin == piece.end) continue;
        if (piece.token >= 0) {
            EncodedToken added = token;
            added.id = piece.token;
            added.offsets = {pieces.text.span(piece.begin).begin,
                             pieces.text.span(piece.end - 1).end};
            countSpaces(pieces.bytes(piece), added);
            row.push_back(added);
            continue;
        }
        tokens_.clear();
        if (auto good = parts_.model->tokenize(pieces.bytes(piece), tokens_); !good)
            return std::unexpected(good.error());
        const std::uint32_t size = piece.end - piece.begin;
        for (const PieceToken& part : tokens_) {
            // Some of the library's rules count bytes that are not there.
            const std::uint32_t begin = std::min(part.begin, size - 1);
            const std::uint32_t last = std::clamp(part.end, begin + 1, size) - 1;
            token.id = part.id;
            token.offsets = {pieces.text.span(piece.begin + begin).begin,
                             pieces.text.span(piece.begin + last).end};
            row.push_back(token);
        }
    }
    return row;
}

Result<Encoding> Tokenizer::encode(std::string_view text, std::optional<std::string_view> pair,
                                   bool adds) const {
    const std::lock_guard turn(*turn_);
    std::vector<TokenRow> rows;
    for (int sequence = 0; sequence < (pair ? 2 : 1); ++sequence) {
        auto row = encodeOne(sequence == 0 ? text : *pair, sequence);
        if (!row) return std::unexpected(row.error());
        rows.push_back(std::move(*row));
    }
    if (parts_.postProcessor) {
        for (TokenRow& row : rows) {
            for (EncodedToken& token : row)
                if (token.spacesBefore == 0 && token.spacesBehind == 0)
                    countSpaces(parts_.model->vocabulary().text(token.id).value_or(""), token);
        }
        if (auto good = parts_.postProcessor->apply(rows, adds); !good)
            return std::unexpected(good.error());
    }
    Encoding out;
    for (const TokenRow& row : rows) {
        for (const EncodedToken& one : row) {
            out.ids.push_back(one.id);
            out.tokens.emplace_back(token(one.id).value_or(""));
            out.offsets.push_back(one.offsets);
            out.typeIds.push_back(one.typeId);
            out.special.push_back(one.special);
            out.sequence.push_back(one.sequence);
        }
    }
    return out;
}

}  // namespace hw::model
