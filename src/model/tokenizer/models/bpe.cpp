// SPDX-License-Identifier: MIT
// Byte pair encoding (Sennrich et al. 2016) as in the library.
#include <array>
#include <optional>
#include <utility>

#include "io/json/utf8.h"
#include "model/tokenizer/models/bpe_merges.h"
#include "model/tokenizer/models/byte_tokens.h"
#include "model/tokenizer/models/word_cache.h"
#include "model/tokenizer/models/word_model.h"
#include "model/tokenizer/steps/byte_letters.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

class Bpe : public WordModel {
public:
    Bpe(Vocabulary vocabulary, const std::vector<BpeMerge>& merges, BpeOptions options)
        : WordModel(std::move(vocabulary)),
          options_(std::move(options)),
          merges_(merges),
          bytes_(byteTokens(WordModel::vocabulary())),
          unknown_(options_.unknown.empty() ? -1 : WordModel::vocabulary().find(options_.unknown)) {
        if (!options_.takesBytes) return;
        for (int place = 0; place < 4; ++place) {
            for (int byte = 0; byte < 256; ++byte) {
                std::string letter;
                io::appendUtf8(letter, byteLetters[byte]);
                letters_[place][byte] = lookUp(letter, (place & 1) != 0, (place & 2) != 0);
            }
        }
    }
    std::int32_t unknown() const override { return unknown_; }

    Result<void> tokenize(std::string_view piece, Budget& budget,
                          std::vector<PieceToken>& out) override {
        budget.spend(piece.size());
        if (options_.ignoreMerges) {
            const std::int32_t id =
                options_.takesBytes ? findBytes(piece) : vocabulary().find(piece);
            if (id >= 0) {
                out.push_back({id, 0, static_cast<std::uint32_t>(piece.size())});
                return {};
            }
        }
        const std::uint64_t hash = hashOfText(piece);
        if (const auto* const known = cache_.find(piece, hash)) {
            put(*known, out);
            return {};
        }
        parts_.clear();
        if (auto good = split(piece); !good) return good;
        merges_.apply(parts_);
        put(parts_, out);
        cache_.add(piece, hash, parts_);
        return {};
    }

private:
    template <class Parts>
    static void put(const Parts& parts, std::vector<PieceToken>& out) {
        std::uint32_t at = 0;
        for (const BpePart& part : parts) {
            out.push_back({part.id, at, at + part.bytes});
            at += part.bytes;
        }
    }

    std::int32_t findBytes(std::string_view piece) {
        letterText_.clear();
        for (const char c : piece)
            io::appendUtf8(letterText_, byteLetters[static_cast<unsigned char>(c)]);
        return vocabulary().find(letterText_);
    }

    /// A character of a word, with prefix and suffix.
    std::int32_t lookUp(std::string_view letter, bool first, bool last) {
        if ((first || options_.prefix.empty()) && (!last || options_.suffix.empty()))
            return vocabulary().find(letter);
        return vocabulary().find(marked(letter, first, last));
    }
    std::string marked(std::string_view letter, bool first, bool last) const {
        std::string text = first ? "" : options_.prefix;
        text += letter;
        if (last) text += options_.suffix;
        return text;
    }

    Result<void> split(std::string_view piece) {
        std::optional<BpePart> unknown;
        for (std::size_t at = 0; at < piece.size();) {
            const std::size_t size =
                options_.takesBytes ? 1 : std::min(sizeOfLetter(piece[at]), piece.size() - at);
            const bool first = at == 0;
            const bool last = at + size == piece.size();
            const std::string_view letter = piece.substr(at, size);
            const std::int32_t id =
                options_.takesBytes
                    ? letters_[int{first} + 2 * int{last}][static_cast<unsigned char>(piece[at])]
                    : lookUp(letter, first, last);
            at += size;
            const auto bytes = static_cast<std::uint32_t>(size);
            if (id >= 0) {
                if (unknown) parts_.push_back(*unknown);
                unknown.reset();
                parts_.push_back({id, bytes});
                continue;
            }
            if (options_.byteFallback && addBytes(letter, first, last)) continue;
            if (options_.unknown.empty()) continue;  // dropped, as in the library
            if (unknown_ < 0) return noUnknown(options_.unknown);
            if (unknown && options_.fuseUnknown) {
                unknown->bytes += bytes;
                continue;
            }
            if (unknown) parts_.push_back(*unknown);
            unknown = BpePart{unknown_, bytes};
        }
        if (unknown) parts_.push_back(*unknown);
        return {};
    }

    bool addBytes(std::string_view letter, bool first, bool last) {
        const std::string text = marked(letter, first, last);
        for (const char c : text)
            if (bytes_[static_cast<unsigned char>(c)] < 0) return false;
        for (const char c : text) parts_.push_back({bytes_[static_cast<unsigned char>(c)], 1});
        return true;
    }

    BpeOptions options_;
    BpeMerges merges_;
    std::array<std::int32_t, 256> bytes_;
    std::int32_t unknown_;
    std::array<std::array<std::int32_t, 256>, 4> letters_{};
    WordCache cache_;
    std::vector<BpePart> parts_;
    std::string letterText_;
};

}  // namespace

WordModelPtr makeBpe(Vocabulary vocabulary, const std::vector<BpeMerge>& merges,
                     BpeOptions options) {
    return std::make_unique<Bpe>(std::move(vocabulary), merges, std::move(options));
}

}  // namespace hw::model
