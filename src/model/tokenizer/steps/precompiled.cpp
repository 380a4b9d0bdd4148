// SPDX-License-Identifier: MIT
// SentencePiece's table of replacements: the length of the trie, a double array (Darts), and the replacement texts
// separated by zeros.
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

#include "core/localized_text.h"
#include "io/json/utf8.h"
#include "model/tokenizer/steps/normalizers.h"
#include "model/unicode/graphemes.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

class Precompiled : public Step {
public:
    Precompiled(std::vector<std::uint32_t> trie, std::string texts)
        : trie_(std::move(trie)), texts_(std::move(texts)) {}

    void apply(Pieces& pieces) const override {
        std::vector<Change> changes;
        rewrite(pieces, [&](const AlignedText& from, const Piece& piece, AlignedText& to) {
            changes.clear();
            if (pieces.budget.isSpent()) return;
            if (!change(from.bytes(piece.begin, piece.end), pieces.budget, changes)) {
                to.append(from, piece.begin, piece.end);
                return;
            }
            applyChanges(from, piece, changes, to);
        });
    }

private:
    /// The replacement of the text's shortest prefix in the table.
    std::optional<std::string_view> find(std::string_view text) const {
        const auto unit = [&](std::size_t at) { return at < trie_.size() ? trie_[at] : 0; };
        const auto offset = [](std::uint32_t u) -> std::size_t {
            return std::size_t{u >> 10} << ((u & (1U << 9)) >> 6);
        };
        std::size_t at = offset(unit(0));
        for (const char c : text) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte == 0) return std::nullopt;
            at ^= byte;
            const std::uint32_t found = unit(at);
            if ((found & (1U << 31 | 0xFF)) != byte) return std::nullopt;
            at ^= offset(found);
            if ((found >> 8 & 1) == 0) continue;
            const std::size_t begin = unit(at) & ((1U << 31) - 1);
            if (begin > texts_.size()) return std::nullopt;
            const std::string_view rest = std::string_view(texts_).substr(begin);
            return rest.substr(0, std::min(rest.size(), rest.find('\0')));
        }
        return std::nullopt;
    }

    static void replace(std::vector<Change>& changes, std::size_t oldCount, std::string_view text) {
        const std::size_t count = countLetters(text);
        forEachLetter(text,
                      [&](char32_t c, std::size_t, std::size_t) { changes.push_back({c, 0}); });
        if (count > oldCount) {
            for (std::size_t i = 0; i < count - oldCount; ++i)
                changes[changes.size() - 1 - i].change = 1;
        } else if (count < oldCount && !changes.empty()) {
            changes.back().change -= static_cast<int>(oldCount - count);
        }
    }

    /// False if nothing is replaced.
    bool change(std::string_view text, Budget& budget, std::vector<Change>& changes) const {
        bool changed = false;
        for (std::size_t at = 0; at < text.size();) {
            // One letter may be replaced by a text as long as the table.
            if (changes.size() > budget.mostBytes()) {
                budget.overflow();
                return false;
            }
            const std::size_t end = clusterEnd(text, at);
            const std::string_view cluster = text.substr(at, end - at);
            at = end;
            if (cluster.size() < 6) {
                if (const auto other = find(cluster)) {
                    replace(changes, countLetters(cluster), *other);
                    changed = true;
                    continue;
                }
            }
            forEachLetter(cluster, [&](char32_t c, std::size_t begin, std::size_t size) {
                if (const auto other = find(cluster.substr(begin, size))) {
                    replace(changes, 1, *other);
                    changed = true;
                } else {
                    changes.push_back({c, 0});
                }
            });
        }
        return changed;
    }

    std::vector<std::uint32_t> trie_;
    std::string texts_;
};

}  // namespace

Result<StepPtr> makePrecompiled(std::string table) {
    const auto bad = [](std::string finding) {
        return std::unexpected(Problem{.code = Code::syntax,
                                       .place = "tokenizer.json, normalizer, precompiled_charsmap",
                                       .finding = std::move(finding),
                                       .remedy = "Download the file again."_tr});
    };
    static_assert(std::endian::native == std::endian::little);
    std::uint32_t size = 0;
    if (table.size() < sizeof size) return bad("The table is shorter than its header."_tr);
    std::memcpy(&size, table.data(), sizeof size);
    if (size > table.size() - sizeof size)
        return bad("The table's trie is longer than the table."_tr);
    std::vector<std::uint32_t> trie(size / 4);
    if (!trie.empty()) std::memcpy(trie.data(), table.data() + sizeof size, trie.size() * 4);
    std::string texts = table.substr(sizeof size + trie.size() * 4);
    if (io::repairUtf8(texts) > 0) return bad("The table’s strings are not UTF-8."_tr);
    auto step = std::make_unique<Precompiled>(std::move(trie), std::move(texts));
    step->setName("Precompiled", "tokenizer");
    return step;
}

}  // namespace hw::model
