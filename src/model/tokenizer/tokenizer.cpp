// SPDX-License-Identifier: MIT
#include "model/tokenizer/tokenizer.h"

#include <algorithm>
#include <utility>

#include "core/localized_text.h"
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

/// Bytes for a prefix or suffix can be outside their piece. The library then treats them as bytes of the original text.
class BytesBeyond {
public:
    explicit BytesBeyond(std::string_view text) : text_(text) {}
    TextSpan spanOf(const PieceToken& part) {
        if (letters_.empty())
            forEachLetter(text_, [&](char32_t, std::size_t, std::size_t size) {
                letters_.insert(letters_.end(), size, count_++);
            });
        if (part.begin >= letters_.size()) return {part.begin, part.end};
        if (part.end < letters_.size()) return {letters_[part.begin], letters_[part.end]};
        const bool isLast = part.end == letters_.size();
        return {letters_[part.begin], (isLast ? letters_.back() : letters_[part.begin] + 1) + 1};
    }

private:
    std::string_view text_;
    std::uint32_t count_ = 0;
    std::vector<std::uint32_t> letters_;
};

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
    if (tokenizer.parts_.processorOf)
        tokenizer.parts_.postProcessor = tokenizer.parts_.processorOf(tokenizer.special_);
    return tokenizer;
}

Result<void> Tokenizer::addTokens(std::vector<AddedToken> tokens) {
    // Ids as the library gives them: the model's id, or else the next free one. The file's number is ignored.
    const Vocabulary& vocabulary = parts_.model->vocabulary();
    auto next =
        static_cast<std::int64_t>(parts_.numbered > 0 ? parts_.numbered : vocabulary.size());
    for (AddedToken& token : tokens) {
        if (token.content.empty()) continue;
        if (token.content.size() > longestAdded)
            return tooLong("An added token exceeds 10,000 bytes."_tr,
                           "Remove it from the file."_tr);
        const auto [same, isNew] = addedByText_.emplace(token.content, added_.size());
        if (!isNew) {
            token.id = added_[same->second].id;
            added_[same->second] = std::move(token);
            continue;
        }
        const std::int32_t own = numberOf(token.content);
        if (own < 0 && next >= Vocabulary::mostIds)
            return tooLong("The vocabulary exceeds 16 million tokens."_tr, "Use a smaller one."_tr);
        token.id = own >= 0 ? own : static_cast<std::int32_t>(next++);
        addedById_.emplace_back(token.id, added_.size());
        added_.push_back(std::move(token));
    }
    std::ranges::stable_sort(addedById_, {}, &std::pair<std::int32_t, std::size_t>::first);
    // One budget for all tokens, because thousands of tokens may meet thousands of steps.
    std::size_t bytes = 0;
    for (const AddedToken& token : added_) bytes += token.content.size();
    Budget budget(bytes);
    std::vector<std::pair<std::string_view, const AddedToken*>> exact;
    std::vector<std::pair<std::string_view, const AddedToken*>> inNormalForm;
    decoded_.reserve(added_.size());  // the patterns are views
    for (const AddedToken& token : added_) {
        decoded_.push_back(token.content);
        if (!token.normalized) {
            exact.emplace_back(token.content, &token);
            continue;
        }
        Pieces pieces(token.content, budget);
        if (auto good = applySteps(parts_.normalizers, pieces); !good) return good;
        decoded_.back() = pieces.bytes(pieces.list[0]);
        bytes += decoded_.back().size();
        if (bytes > budget.mostBytes())
            return tooLong("The normalizer makes added tokens too long."_tr,
                           "Use a simpler tokenizer."_tr);
        inNormalForm.emplace_back(decoded_.back(), &token);
    }
    exact_.build(exact);
    normalisedFinder_.build(inNormalForm);
    return {};
}

void Tokenizer::takeCodes(Pieces& pieces) const {
    std::vector<Piece> cut;
    for (const Piece& piece : pieces.list) {
        const std::string_view text = pieces.bytes(piece);
        const std::size_t end = text.find("<<");
        if (piece.token >= 0 || !text.starts_with(">>") || end == std::string_view::npos) {
            cut.push_back(piece);
            continue;
        }
        const auto size = static_cast<std::uint32_t>(end + 2);
        const std::int32_t known = numberOf(text.substr(0, size));
        Piece code = piece;
        code.end = piece.begin + size;
        code.token = known >= 0 ? known : parts_.special.unknown;
        cut.push_back(code);
        if (code.end == piece.end) continue;
        Piece rest = piece;
        rest.begin = code.end;
        rest.origin = pieces.text.span(code.end).begin;
        cut.push_back(rest);
    }
    pieces.list = std::move(cut);
}

Result<TokenRow> Tokenizer::encodeOne(std::string_view given, int sequence, Budget& budget) const {
    std::string repaired;
    std::string_view text = given;
    if (!isAscii(given)) {
        repaired = given;
        io::repairUtf8(repaired);
        text = repaired;
    }
    Pieces pieces(text, budget);
    exact_.apply(pieces);
    if (parts_.takesCodes) takeCodes(pieces);
    if (auto good = applySteps(parts_.normalizers, pieces); !good)
        return std::unexpected(good.error());
    normalisedFinder_.apply(pieces);
    if (auto good = applySteps(parts_.preTokenizers, pieces); !good)
        return std::unexpected(good.error());

    TokenRow row;
    row.reserve(pieces.list.size() + pieces.list.size() / 2);
    const bool trims = parts_.postProcessor != nullptr;
    EncodedToken token;
    token.typeId = sequence;
    token.sequence = static_cast<std::int8_t>(sequence);
    BytesBeyond beyond(text);
    std::size_t tokenBytes = 0;  // a long token may replace each letter
    for (const Piece& piece : pieces.list) {
        if (piece.begin == piece.end) continue;
        const std::string_view bytes = pieces.bytes(piece);
        if (piece.token >= 0) {
            tokenBytes += this->token(piece.token).value_or("").size();
            EncodedToken added = token;
            added.id = piece.token;
            added.offsets = {pieces.text.span(piece.begin).begin,
                             pieces.text.span(piece.end - 1).end};
            if (trims) countSpaces(bytes, added);
            row.push_back(added);
            continue;
        }
        tokens_.clear();
        if (auto good = parts_.model->tokenize(bytes, budget, tokens_); !good)
            return std::unexpected(good.error());
        for (const PieceToken& part : tokens_) {
            const std::string_view own = parts_.model->vocabulary().text(part.id).value_or("");
            tokenBytes += own.size();
            if (tokenBytes > budget.mostBytes() || !budget.spend(own.size())) break;
            EncodedToken made = token;
            made.id = hasNumber(part.id) ? part.id : parts_.special.unknown;
            if (part.end <= bytes.size()) {
                made.offsets = {pieces.text.span(piece.begin + part.begin).begin,
                                pieces.text.span(piece.begin + part.end - 1).end};
            } else {
                made.offsets = beyond.spanOf(part);
            }
            const bool keepsText =
                part.id == parts_.model->unknown() && parts_.model->unknownKeepsText();
            if (trims)
                countSpaces(keepsText ? bytes.substr(part.begin, part.end - part.begin) : own,
                            made);
            row.push_back(made);
        }
        if (tokenBytes > budget.mostBytes() || budget.isSpent()) break;
    }
    if (tokenBytes > budget.mostBytes() || budget.isSpent())
        return tooLong("The tokenizer exceeds its limits on this text."_tr,
                       "Use a shorter text or simpler tokenizer."_tr);
    return row;
}

namespace {

std::size_t tokensOf(const std::vector<TokenRow>& rows) {
    std::size_t count = 0;
    for (const TokenRow& row : rows) count += row.size();
    return count;
}

/// Leaves `most` tokens: the longer one of two texts is cut to the other's length first, then both. As
/// `truncate_encodings` in huggingface/tokenizers.
void cutLongest(std::vector<TokenRow>& rows, std::size_t most, bool cutsLeft) {
    std::vector<std::size_t> sizes{most, 0};
    if (rows.size() == 2) {
        const bool isFirstShorter = rows[0].size() <= rows[1].size();
        std::size_t shorter = std::min(rows[0].size(), rows[1].size());
        std::size_t longer = shorter > most ? shorter : std::max(shorter, most - shorter);
        if (shorter + longer > most) {
            shorter = most / 2;
            longer = shorter + most % 2;
        }
        sizes = {isFirstShorter ? shorter : longer, isFirstShorter ? longer : shorter};
    }
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].size() <= sizes[i]) continue;
        const auto kept = static_cast<std::ptrdiff_t>(sizes[i]);
        if (cutsLeft) {
            rows[i].erase(rows[i].begin(), rows[i].end() - kept);
        } else {
            rows[i].resize(sizes[i]);
        }
    }
}

}  // namespace

Result<Encoding> Tokenizer::encode(std::string_view text, std::optional<std::string_view> pair,
                                   bool adds, int most) const {
    const std::lock_guard turn(*turn_);
    const std::size_t size = text.size() + pair.value_or("").size();
    if (size > mostBytes) return tooLong("The text exceeds 1 GB."_tr, "Use a shorter text."_tr);
    Budget budget(size);
    std::vector<TokenRow> rows;
    for (int sequence = 0; sequence < (pair ? 2 : 1); ++sequence) {
        auto row = encodeOne(sequence == 0 ? text : *pair, sequence, budget);
        if (!row) return std::unexpected(row.error());
        rows.push_back(std::move(*row));
    }
    Encoding out;
    if (most > 0) {
        std::vector<TokenRow> around(rows.size());
        if (parts_.postProcessor)
            if (auto good = parts_.postProcessor->apply(around, adds, budget); !good)
                return std::unexpected(good.error());
        const std::size_t added = tokensOf(around);
        const std::size_t own = tokensOf(rows);
        const std::size_t room = std::max<std::size_t>(most, added) - added;
        if (own > room) {
            out.whole = static_cast<int>(own + added);
            cutLongest(rows, room, parts_.cutsLeft);
        }
    }
    if (parts_.postProcessor)
        if (auto good = parts_.postProcessor->apply(rows, adds, budget); !good)
            return std::unexpected(good.error());
    std::size_t bytes = 0;
    for (const TokenRow& row : rows) {
        for (const EncodedToken& one : row) {
            const std::string_view own = token(one.id).value_or("");
            bytes += own.size();
            if (bytes > 2 * budget.mostBytes())
                return tooLong("The tokenizer exceeds its limits on this text."_tr,
                               "Use a shorter text or simpler tokenizer."_tr);
            out.ids.push_back(one.id);
            out.tokens.emplace_back(own);
            out.offsets.push_back(one.offsets);
            out.typeIds.push_back(parts_.givesTypes ? one.typeId : 0);
            out.special.push_back(one.special);
            out.sequence.push_back(one.sequence);
        }
    }
    return out;
}

}  // namespace hw::model
