// SPDX-License-Identifier: MIT
// Unigram (Kudo 2018), the best sum of scores, by Viterbi from left to right.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "model/tokenizer/models/byte_tokens.h"
#include "model/tokenizer/models/word_model.h"
#include "model/tokenizer/steps/trie.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

constexpr double unknownPenalty = 10;

class Unigram : public WordModel {
public:
    Unigram(Vocabulary vocabulary, std::vector<double> scores, std::int32_t unknown,
            bool byteFallback)
        : WordModel(std::move(vocabulary)),
          scores_(std::move(scores)),
          unknown_(unknown),
          byteFallback_(byteFallback),
          bytes_(byteTokens(WordModel::vocabulary())) {
        const Vocabulary& all = WordModel::vocabulary();
        scores_.resize(static_cast<std::size_t>(all.idCount()));
        double least = std::numeric_limits<double>::infinity();
        std::vector<TrieEntry> entries;
        for (std::int32_t id = 0; id < all.idCount(); ++id) {
            const auto text = all.text(id);
            if (!text || std::isinf(scores_[id])) continue;
            least = std::min(least, scores_[id]);
            if (all.find(*text) == id) entries.push_back({*text, id});
        }
        unknownScore_ = least - unknownPenalty;
        trie_.build(std::move(entries));
    }
    std::int32_t unknown() const override { return unknown_; }
    bool unknownKeepsText() const override { return true; }

    Result<void> tokenize(std::string_view piece, Budget& budget,
                          std::vector<PieceToken>& out) override {
        const auto size = static_cast<std::uint32_t>(piece.size());
        best_.assign(size + 1, {});
        for (std::uint32_t at = 0; at < size;) {
            const std::size_t letter = std::min<std::size_t>(sizeOfLetter(piece[at]), size - at);
            const double before = best_[at].score;
            bool hasLetter = false;
            const std::size_t read =
                trie_.prefixes(piece, at, [&](std::size_t bytes, std::int32_t id) {
                    offer(at, at + bytes, before + scores_[id], id);
                    hasLetter = hasLetter || bytes == letter;
                });
            if (!budget.spend(read + 1)) return {};
            if (!hasLetter) {
                if (unknown_ < 0 && isBetter(at + letter, before + unknownScore_))
                    return noUnknown({});
                offer(at, at + letter, before + unknownScore_, unknown_);
            }
            at += static_cast<std::uint32_t>(letter);
        }
        return walkBack(piece, out);
    }

private:
    struct Best {
        double score = 0;
        std::uint32_t from = notReached;
        std::int32_t id = 0;
    };
    static constexpr std::uint32_t notReached = 0xFFFF'FFFFU;

    bool isBetter(std::size_t end, double score) const {
        return best_[end].from == notReached || score > best_[end].score;
    }
    void offer(std::uint32_t from, std::size_t end, double score, std::int32_t id) {
        if (isBetter(end, score)) best_[end] = {score, from, id};
    }

    Result<void> walkBack(std::string_view piece, std::vector<PieceToken>& out) {
        path_.clear();
        for (auto end = static_cast<std::uint32_t>(piece.size()); end > 0;) {
            const Best& best = best_[end];
            // Adjacent unknown tokens become one.
            if (isUnknown(best.id) && !path_.empty() && isUnknown(path_.back().id)) {
                path_.back().begin = best.from;
            } else {
                path_.push_back({best.id, best.from, end});
            }
            end = best.from;
        }
        for (auto token = path_.rbegin(); token != path_.rend(); ++token) {
            if (isUnknown(token->id)) {
                putUnknown(piece, *token, out);
            } else {
                out.push_back(*token);
            }
        }
        return {};
    }

    bool isUnknown(std::int32_t id) const { return unknown_ >= 0 && id == unknown_; }

    /// Unknown text becomes one token, or bytes.
    void putUnknown(std::string_view piece, PieceToken token, std::vector<PieceToken>& out) const {
        const std::string_view text = piece.substr(token.begin, token.end - token.begin);
        const auto hasByte = [&](char c) { return bytes_[static_cast<unsigned char>(c)] >= 0; };
        if (const std::int32_t id = vocabulary().find(text); id >= 0) {
            token.id = id;
        } else if (byteFallback_ && std::ranges::all_of(text, hasByte)) {
            for (const char c : text) {
                token.id = bytes_[static_cast<unsigned char>(c)];
                out.push_back(token);
            }
            return;
        }
        out.push_back(token);
    }

    std::vector<double> scores_;
    std::int32_t unknown_;
    bool byteFallback_;
    std::array<std::int32_t, 256> bytes_;
    double unknownScore_ = 0;
    Trie trie_;
    std::vector<Best> best_;
    std::vector<PieceToken> path_;
};

}  // namespace

WordModelPtr makeUnigram(Vocabulary vocabulary, std::vector<double> scores, std::int32_t unknown,
                         bool byteFallback) {
    return std::make_unique<Unigram>(std::move(vocabulary), std::move(scores), unknown,
                                     byteFallback);
}

}  // namespace hw::model
