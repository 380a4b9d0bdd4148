// SPDX-License-Identifier: MIT
#include "model/tokenizer/steps/normalizers.h"

#include <algorithm>
#include <utility>

#include "model/tokenizer/steps/byte_letters.h"
#include "model/unicode/code_points.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

/// Calls change(code point, span, new text) for every code point of the pieces.
template <class PutLetter>
void mapLetters(Pieces& pieces, PutLetter put) {
    rewrite(pieces, [&](const AlignedText& from, const Piece& piece, AlignedText& to) {
        forEachLetter(from.bytes(piece.begin, piece.end),
                      [&](char32_t c, std::size_t at, std::size_t) {
                          put(c, from.span(piece.begin + at), to);
                      });
    });
}

template <class Holds>
bool anyLetter(const Pieces& pieces, Holds holds) {
    for (const Piece& piece : pieces.list) {
        if (piece.token >= 0) continue;
        bool any = false;
        forEachLetter(pieces.bytes(piece),
                      [&](char32_t c, std::size_t, std::size_t) { any = any || holds(c); });
        if (any) return true;
    }
    return false;
}

constexpr bool isChinese(char32_t c) {
    return (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x3400 && c <= 0x4DBF) ||
           (c >= 0x20000 && c <= 0x2A6DF) || (c >= 0x2A700 && c <= 0x2B73F) ||
           (c >= 0x2B740 && c <= 0x2B81F) || (c >= 0x2B920 && c <= 0x2CEAF) ||
           (c >= 0xF900 && c <= 0xFAFF) || (c >= 0x2F800 && c <= 0x2FA1F);
}

void toNormalForm(Pieces& pieces, NormalForm form) {
    if (std::ranges::all_of(pieces.list, [&](const Piece& piece) {
            return piece.token >= 0 || isNormal(pieces.bytes(piece), form);
        }))
        return;
    std::vector<Change> changes;
    rewrite(pieces, [&](const AlignedText& from, const Piece& piece, AlignedText& to) {
        changes.clear();
        normalise(from.bytes(piece.begin, piece.end), form, changes);
        applyChanges(from, piece, changes, to);
    });
}

void toLowercase(Pieces& pieces) {
    if (!anyLetter(pieces, [](char32_t c) { return smallLetter(c) != c; })) return;
    mapLetters(pieces, [](char32_t c, TextSpan span, AlignedText& to) {
        to.append(smallLetter(c), span);
        if (hasSmallDot(c)) to.append(0x307, span);
    });
}

template <class Keeps>
void filterLetters(Pieces& pieces, Keeps keeps) {
    if (!anyLetter(pieces, [&](char32_t c) { return !keeps(c); })) return;
    mapLetters(pieces, [&](char32_t c, TextSpan span, AlignedText& to) {
        if (keeps(c)) to.append(c, span);
    });
}

class BertNormalizer : public Step {
public:
    explicit BertNormalizer(const BertNormalizerOptions& options) : options_(options) {}
    void apply(Pieces& pieces) const override {
        if (options_.cleanText) clean(pieces);
        if (options_.handleChineseChars && anyLetter(pieces, isChinese)) {
            mapLetters(pieces, [](char32_t c, TextSpan span, AlignedText& to) {
                if (isChinese(c)) to.append(U' ', span);
                to.append(c, span);
                if (isChinese(c)) to.append(U' ', span);
            });
        }
        if (options_.stripAccents.value_or(options_.lowercase)) {
            toNormalForm(pieces, NormalForm::nfd);
            filterLetters(pieces,
                          [](char32_t c) { return c < 128 || !aboutCodePoint(c).isAccent(); });
        }
        if (options_.lowercase) toLowercase(pieces);
    }

private:
    static void clean(Pieces& pieces) {
        const auto isClean = [](char32_t c) {
            if (c < 128) return c >= 32 && c != 127;
            const CodePoint about = aboutCodePoint(c);
            return !about.isControl() && !about.isSpace();
        };
        if (!anyLetter(pieces, [&](char32_t c) { return !isClean(c); })) return;
        mapLetters(pieces, [&](char32_t c, TextSpan span, AlignedText& to) {
            const CodePoint about = aboutCodePoint(c);
            if (about.isControl()) return;
            to.append(about.isSpace() ? U' ' : c, span);
        });
    }
    BertNormalizerOptions options_;
};

class ToForm : public Step {
public:
    explicit ToForm(NormalForm form) : form_(form) {}
    void apply(Pieces& pieces) const override { toNormalForm(pieces, form_); }

private:
    NormalForm form_;
};

class Lowercase : public Step {
public:
    void apply(Pieces& pieces) const override { toLowercase(pieces); }
};

class Strip : public Step {
public:
    Strip(bool left, bool right) : left_(left), right_(right) {}
    void apply(Pieces& pieces) const override {
        const auto isSpaceAt = [](std::string_view text, std::size_t at) {
            return aboutCodePoint(letterAt(text, at)).isSpace();
        };
        for (Piece& piece : pieces.list) {
            if (piece.token >= 0) continue;
            const std::string_view text = pieces.bytes(piece);
            std::size_t begin = 0;
            std::size_t end = text.size();
            while (left_ && begin < end && isSpaceAt(text, begin))
                begin += sizeOfLetter(text[begin]);
            while (right_ && end > begin && isSpaceAt(text, letterBefore(text, end)))
                end = letterBefore(text, end);
            piece.end = piece.begin + static_cast<std::uint32_t>(end);
            piece.begin += static_cast<std::uint32_t>(begin);
        }
    }

private:
    bool left_;
    bool right_;
};

class StripAccents : public Step {
public:
    void apply(Pieces& pieces) const override {
        filterLetters(pieces, [](char32_t c) { return !aboutCodePoint(c).isMark(); });
    }
};

class Nmt : public Step {
public:
    void apply(Pieces& pieces) const override {
        mapLetters(pieces, [](char32_t c, TextSpan span, AlignedText& to) {
            if (isRemoved(c)) return;
            to.append(isSpace(c) ? U' ' : c, span);
        });
    }

private:
    static constexpr bool isRemoved(char32_t c) {
        return (c >= 1 && c <= 8) || c == 0xB || (c >= 0xE && c <= 0x1F) || c == 0x7F ||
               c == 0x8F || c == 0x9F;
    }
    static constexpr bool isSpace(char32_t c) {
        return c == 9 || c == 10 || c == 12 || c == 13 || c == 0x1680 ||
               (c >= 0x200B && c <= 0x200F) || c == 0x2028 || c == 0x2029 || c == 0x2581 ||
               c == 0xFEFF || c == 0xFFFD;
    }
};

class ByteLetters : public Step {
public:
    void apply(Pieces& pieces) const override {
        rewrite(pieces, [](const AlignedText& from, const Piece& piece, AlignedText& to) {
            for (std::size_t at = piece.begin; at < piece.end; ++at)
                to.append(byteLetters[static_cast<unsigned char>(from.bytes()[at])], from.span(at));
            // As in the library: text without an origin has nothing to replace, and stays.
            if (piece.begin < piece.end &&
                from.span(piece.begin).begin == from.span(piece.end - 1).end)
                to.append(from, piece.begin, piece.end);
        });
    }
};

}  // namespace

StepPtr makeBertNormalizer(const BertNormalizerOptions& options) {
    return std::make_unique<BertNormalizer>(options);
}
StepPtr makeNormalForm(NormalForm form) { return std::make_unique<ToForm>(form); }
StepPtr makeLowercase() { return std::make_unique<Lowercase>(); }
StepPtr makeStrip(bool left, bool right) { return std::make_unique<Strip>(left, right); }
StepPtr makeStripAccents() { return std::make_unique<StripAccents>(); }
StepPtr makeNmt() { return std::make_unique<Nmt>(); }
StepPtr makeByteLetters() { return std::make_unique<ByteLetters>(); }

}  // namespace hw::model
