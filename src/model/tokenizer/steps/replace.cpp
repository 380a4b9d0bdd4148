// SPDX-License-Identifier: MIT
// The normalisers that replace or prepend text.
#include <utility>

#include "model/tokenizer/steps/normalizers.h"
#include "model/tokenizer/steps/put_text.h"
#include "model/unicode/utf8.h"

namespace hw::model {

void putReplaced(const AlignedText& from, const Piece& piece, std::span<const PatternMatch> matches,
                 std::string_view content, AlignedText& to) {
    std::size_t last = piece.begin;
    for (const PatternMatch& match : matches) {
        const std::size_t end = piece.begin + match.end;
        to.append(from, last, piece.begin + match.begin);
        to.append(content,
                  end > piece.begin ? from.span(end - 1) : TextSpan{piece.origin, piece.origin});
        last = end;
    }
    to.append(from, last, piece.end);
}

void putPrepended(const AlignedText& from, const Piece& piece, std::string_view text,
                  AlignedText& to) {
    if (piece.begin == piece.end) return;
    if (text.empty()) {
        // As in the library: the first code point then has no origin.
        const std::size_t first = piece.begin + sizeOfLetter(from.bytes()[piece.begin]);
        to.append(from.bytes(piece.begin, first), {piece.origin, piece.origin});
        to.append(from, first, piece.end);
        return;
    }
    to.append(text, from.span(piece.begin));
    to.append(from, piece.begin, piece.end);
}

namespace {

class Replace : public Step {
public:
    Replace(Pattern pattern, std::string content)
        : pattern_(std::move(pattern)), content_(std::move(content)) {}
    void apply(Pieces& pieces) const override {
        std::vector<std::vector<PatternMatch>> matches(pieces.list.size());
        bool any = false;
        for (std::size_t i = 0; i < pieces.list.size(); ++i) {
            const Piece& piece = pieces.list[i];
            if (piece.token >= 0 || piece.begin == piece.end) continue;
            if (!pattern_.findAll(pieces.bytes(piece), pieces.budget, matches[i])) return;
            any = any || !matches[i].empty();
        }
        if (!any) return;
        const Piece* const first = pieces.list.data();
        rewrite(pieces, [&](const AlignedText& from, const Piece& piece, AlignedText& to) {
            putReplaced(from, piece, matches[&piece - first], content_, to);
        });
    }

    bool makesFromNothing() const override { return pattern_.canBeEmpty(); }

private:
    Pattern pattern_;
    std::string content_;
};

class Prepend : public Step {
public:
    explicit Prepend(std::string text) : text_(std::move(text)) {}
    void apply(Pieces& pieces) const override {
        rewrite(pieces, [&](const AlignedText& from, const Piece& piece, AlignedText& to) {
            putPrepended(from, piece, text_, to);
        });
    }

private:
    std::string text_;
};

}  // namespace

StepPtr makeReplace(Pattern pattern, std::string content) {
    return std::make_unique<Replace>(std::move(pattern), std::move(content));
}
StepPtr makePrepend(std::string text) { return std::make_unique<Prepend>(std::move(text)); }

}  // namespace hw::model
