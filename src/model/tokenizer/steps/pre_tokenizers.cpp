// SPDX-License-Identifier: MIT
#include "model/tokenizer/steps/pre_tokenizers.h"

#include <functional>
#include <string>
#include <utility>

#include "io/json/utf8.h"
#include "model/tokenizer/steps/put_text.h"
#include "model/unicode/code_points.h"
#include "model/unicode/utf8.h"

namespace hw::model {
namespace {

using IsOne = bool (*)(char32_t);

bool isSpaceLetter(char32_t c) { return aboutCodePoint(c).isSpace(); }
bool isPunctuationLetter(char32_t c) { return aboutCodePoint(c).isPunctuation(); }
bool isDigitLetter(char32_t c) { return aboutCodePoint(c).isNumeric(); }

template <class Holds>
void splitAtLetters(Pieces& pieces, Behaviour behaviour, Holds holds) {
    split(pieces, behaviour, false, [&](std::string_view text, Cuts& cuts) {
        forEachLetter(text, [&](char32_t c, std::size_t at, std::size_t size) {
            if (holds(c)) cuts.match(at, at + size);
        });
    });
}

/// Splits at single code points of a kind.
class SplitAt : public Step {
public:
    SplitAt(IsOne isOne, Behaviour behaviour) : isOne_(isOne), behaviour_(behaviour) {}
    void apply(Pieces& pieces) const override { splitAtLetters(pieces, behaviour_, isOne_); }

private:
    IsOne isOne_;
    Behaviour behaviour_;
};

class BertPreTokenizer : public Step {
public:
    void apply(Pieces& pieces) const override {
        splitAtLetters(pieces, Behaviour::removed, isSpaceLetter);
        splitAtLetters(pieces, Behaviour::isolated, isPunctuationLetter);
    }
};

class Delimiter : public Step {
public:
    explicit Delimiter(char32_t delimiter) : delimiter_(delimiter) {}
    void apply(Pieces& pieces) const override {
        splitAtLetters(pieces, Behaviour::removed, [&](char32_t c) { return c == delimiter_; });
    }

private:
    char32_t delimiter_;
};

class SplitPattern : public Step {
public:
    SplitPattern(Pattern pattern, Behaviour behaviour, bool inverted)
        : pattern_(std::move(pattern)), behaviour_(behaviour), inverted_(inverted) {}
    void apply(Pieces& pieces) const override {
        std::vector<PatternMatch> matches;
        split(pieces, behaviour_, inverted_, [&](std::string_view text, Cuts& cuts) {
            matches.clear();
            if (text.empty() || !pattern_.findAll(text, pieces.budget, matches)) return;
            for (const PatternMatch& match : matches) cuts.match(match.begin, match.end);
        });
    }

private:
    Pattern pattern_;
    Behaviour behaviour_;
    bool inverted_;
};

class ByteLevel : public Step {
public:
    ByteLevel(bool addPrefixSpace, StepPtr cuts)
        : addPrefixSpace_(addPrefixSpace), cuts_(std::move(cuts)) {}
    void apply(Pieces& pieces) const override {
        if (addPrefixSpace_) {
            rewrite(pieces, [](const AlignedText& from, const Piece& piece, AlignedText& to) {
                if (from.bytes(piece.begin, piece.end).starts_with(' ')) {
                    to.append(from, piece.begin, piece.end);
                } else {
                    putPrepended(from, piece, " ", to);
                }
            });
        }
        if (cuts_) cuts_->apply(pieces);
    }
    void setAddPrefixSpace(bool adds) override { addPrefixSpace_ = adds; }

private:
    bool addPrefixSpace_;
    StepPtr cuts_;
};

class Metaspace : public Step {
public:
    Metaspace(char32_t replacement, PrependScheme scheme, bool splits)
        : scheme_(scheme), splits_(splits) {
        io::appendUtf8(mark_, replacement);
    }
    void apply(Pieces& pieces) const override {
        rewrite(pieces, [&](const AlignedText& from, const Piece& piece, AlignedText& to) {
            if (prepends(from, piece)) to.append(mark_, from.span(piece.begin));
            for (std::size_t at = piece.begin; at < piece.end;) {
                std::size_t end = std::min<std::size_t>(from.bytes().find(' ', at), piece.end);
                to.append(from, at, end);
                if (end < piece.end) to.append(mark_, from.span(end++));
                at = end;
            }
        });
        if (!splits_) return;
        split(pieces, Behaviour::mergedWithNext, false, [&](std::string_view text, Cuts& cuts) {
            for (std::size_t at = text.find(mark_); at != std::string_view::npos;
                 at = text.find(mark_, at + mark_.size()))
                cuts.match(at, at + mark_.size());
        });
    }

private:
    bool prepends(const AlignedText& from, const Piece& piece) const {
        const std::string_view text = from.bytes(piece.begin, piece.end);
        if (text.empty() || text[0] == ' ' || text.starts_with(mark_)) return false;
        return scheme_ == PrependScheme::always ||
               (scheme_ == PrependScheme::first && from.span(piece.begin).begin == 0);
    }
    std::string mark_;
    PrependScheme scheme_;
    bool splits_;
};

class Whitespace : public Step {
public:
    void apply(Pieces& pieces) const override {
        split(pieces, Behaviour::removed, true, [](std::string_view text, Cuts& cuts) {
            int before = 0;  // 0: space, 1: part of a word, 2: anything else
            std::size_t begin = 0;
            forEachLetter(text, [&](char32_t c, std::size_t at, std::size_t) {
                const CodePoint about = aboutCodePoint(c);
                const int kind = about.isWord() ? 1 : about.isSpace() ? 0 : 2;
                if (kind == before) return;
                if (before != 0) cuts.match(begin, at);
                begin = at;
                before = kind;
            });
            if (before != 0) cuts.match(begin, text.size());
        });
    }
};

class FixedLength : public Step {
public:
    explicit FixedLength(int length) : length_(length) {}
    void apply(Pieces& pieces) const override {
        split(pieces, Behaviour::isolated, false, [&](std::string_view text, Cuts& cuts) {
            int count = 0;
            std::size_t begin = 0;
            forEachLetter(text, [&](char32_t, std::size_t at, std::size_t size) {
                if (++count < length_) return;
                cuts.match(begin, at + size);
                begin = at + size;
                count = 0;
            });
        });
    }

private:
    int length_;
};

/// Splits before each change of script. Characters of any script belong to the part before them, and are dropped at the
/// start.
class UnicodeScripts : public Step {
public:
    void apply(Pieces& pieces) const override {
        std::vector<Piece> out;
        for (const Piece& piece : pieces.list) {
            if (piece.token >= 0) {
                out.push_back(piece);
                continue;
            }
            std::vector<std::size_t> begins;
            int last = -1;
            forEachLetter(pieces.bytes(piece), [&](char32_t c, std::size_t at, std::size_t) {
                const int script = scriptOf(c);
                if (script == 0) return;
                if (script != last) begins.push_back(at);
                last = script;
            });
            begins.push_back(piece.end - piece.begin);
            std::vector<Cut> cuts;
            for (std::size_t i = 0; i + 1 < begins.size(); ++i)
                cuts.push_back({static_cast<std::uint32_t>(begins[i]),
                                static_cast<std::uint32_t>(begins[i + 1]), false});
            cutPiece(pieces.text, piece, cuts, Behaviour::isolated, out);
        }
        pieces.list = std::move(out);
    }
};

}  // namespace

StepPtr makeBertPreTokenizer() { return std::make_unique<BertPreTokenizer>(); }
StepPtr makeMetaspace(char32_t replacement, PrependScheme scheme, bool splits) {
    return std::make_unique<Metaspace>(replacement, scheme, splits);
}
StepPtr makeSplit(Pattern pattern, Behaviour behaviour, bool inverted) {
    return std::make_unique<SplitPattern>(std::move(pattern), behaviour, inverted);
}
StepPtr makeByteLevel(bool addPrefixSpace, bool useRegex) {
    StepPtr cuts;
    if (useRegex) {
        auto pattern = Pattern::compile(
            R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)");
        if (pattern) cuts = makeSplit(std::move(*pattern), Behaviour::isolated, false);
    }
    return std::make_unique<ByteLevel>(addPrefixSpace, std::move(cuts));
}
StepPtr makeWhitespace() { return std::make_unique<Whitespace>(); }
StepPtr makeWhitespaceSplit() {
    return std::make_unique<SplitAt>(isSpaceLetter, Behaviour::removed);
}
StepPtr makePunctuation(Behaviour behaviour) {
    return std::make_unique<SplitAt>(isPunctuationLetter, behaviour);
}
StepPtr makeDigits(bool individual) {
    return std::make_unique<SplitAt>(isDigitLetter,
                                     individual ? Behaviour::isolated : Behaviour::contiguous);
}
StepPtr makeUnicodeScripts() { return std::make_unique<UnicodeScripts>(); }
StepPtr makeFixedLength(int length) { return std::make_unique<FixedLength>(length); }
StepPtr makeDelimiter(char32_t delimiter) { return std::make_unique<Delimiter>(delimiter); }

}  // namespace hw::model
