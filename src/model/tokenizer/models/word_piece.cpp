// SPDX-License-Identifier: MIT
// WordPiece, which takes the longest piece greedily, and WordLevel.
#include <utility>

#include "core/localized_text.h"
#include "io/tree/number_format.h"
#include "model/tokenizer/models/word_model.h"
#include "model/tokenizer/steps/trie.h"
#include "model/unicode/utf8.h"

namespace hw::model {

std::unexpected<Problem> WordModel::noUnknown(const std::string& name) {
    return std::unexpected(Problem{
        .code = Code::badArgument,
        .place = "tokenizer.json, model",
        .finding =
            name.empty()
                ? std::string(
                      "The vocabulary lacks some of the text’s characters and has no unknown token."_tr)
                : formatText(
                      "The vocabulary lacks some of the text’s characters and the unknown token \"{}\"."_tr,
                      {io::excerpt(name)}),
        .remedy = "Remove these characters."_tr,
        .byte = {}});
}

namespace {

class WordPiece : public WordModel {
public:
    WordPiece(Vocabulary vocabulary, WordPieceOptions options)
        : WordModel(std::move(vocabulary)),
          options_(std::move(options)),
          unknown_(WordModel::vocabulary().find(options_.unknown)) {
        std::vector<TrieEntry> begins;
        std::vector<TrieEntry> continuations;
        const Vocabulary& all = WordModel::vocabulary();
        for (std::int32_t id = 0; id < all.idCount(); ++id) {
            const auto text = all.text(id);
            if (!text || all.find(*text) != id) continue;
            begins.push_back({*text, id});
            if (text->starts_with(options_.prefix))
                continuations.push_back({text->substr(options_.prefix.size()), id});
        }
        begins_.build(std::move(begins));
        continuations_.build(std::move(continuations));
    }
    std::int32_t unknown() const override { return unknown_; }

    Result<void> tokenize(std::string_view piece, Budget& budget,
                          std::vector<PieceToken>& out) override {
        const std::size_t before = out.size();
        const auto size = static_cast<std::uint32_t>(piece.size());
        bool known = size <= options_.mostLetters || countLetters(piece) <= options_.mostLetters;
        for (std::uint32_t at = 0; known && at < size;) {
            std::uint32_t longest = 0;
            std::int32_t id = -1;
            const Trie& trie = at == 0 ? begins_ : continuations_;
            const std::size_t read =
                trie.prefixes(piece, at, [&](std::size_t bytes, std::int32_t value) {
                    longest = static_cast<std::uint32_t>(bytes);
                    id = value;
                });
            known = longest > 0 && budget.spend(read);
            if (known) out.push_back({id, at, at + longest});
            at += longest;
        }
        if (known) return {};
        out.resize(before);
        if (unknown_ < 0) return noUnknown(options_.unknown);
        out.push_back({unknown_, 0, size});
        return {};
    }

private:
    WordPieceOptions options_;
    std::int32_t unknown_;
    Trie begins_;
    Trie continuations_;
};

class WordLevel : public WordModel {
public:
    WordLevel(Vocabulary vocabulary, std::string unknown)
        : WordModel(std::move(vocabulary)),
          name_(std::move(unknown)),
          unknown_(WordModel::vocabulary().find(name_)) {}
    std::int32_t unknown() const override { return unknown_; }
    Result<void> tokenize(std::string_view piece, Budget& budget,
                          std::vector<PieceToken>& out) override {
        budget.spend(piece.size());
        std::int32_t id = vocabulary().find(piece);
        if (id < 0) id = unknown_;
        if (id < 0) return noUnknown(name_);
        out.push_back({id, 0, static_cast<std::uint32_t>(piece.size())});
        return {};
    }

private:
    std::string name_;
    std::int32_t unknown_;
};

}  // namespace

WordModelPtr makeWordPiece(Vocabulary vocabulary, WordPieceOptions options) {
    return std::make_unique<WordPiece>(std::move(vocabulary), std::move(options));
}
WordModelPtr makeWordLevel(Vocabulary vocabulary, std::string unknown) {
    return std::make_unique<WordLevel>(std::move(vocabulary), std::move(unknown));
}

}  // namespace hw::model
