// SPDX-License-Identifier: MIT
// Properties of code points in the Hugging Face library, from its own lists, which tools/lib/unicode_tables.py read.
#pragma once

#include <cstdint>

namespace hw::model {

/// General categories in Oniguruma's patterns.
enum class Category : std::uint8_t {
    Cn,
    Lu,
    Ll,
    Lt,
    Lm,
    Lo,
    Mn,
    Mc,
    Me,
    Nd,
    Nl,
    No,
    Pc,
    Pd,
    Ps,
    Pe,
    Pi,
    Pf,
    Po,
    Sm,
    Sc,
    Sk,
    So,
    Zs,
    Zl,
    Zp,
    Cc,
    Cf,
    Co
};
inline constexpr int categoryCount = 29;

/// Classes of UAX 29 for grapheme clusters.
enum class Break : std::uint8_t {
    other,
    cr,
    lf,
    control,
    extend,
    joiner,
    regional,
    prepend,
    spacing,
    l,
    v,
    t,
    lv,
    lvt,
    pictograph
};

class CodePoint {
public:
    constexpr explicit CodePoint(std::uint32_t bits) : bits_(bits) {}
    constexpr Category category() const { return static_cast<Category>(bits_ & 31); }
    constexpr Break breaks() const { return static_cast<Break>(bits_ >> 5 & 15); }
    constexpr bool isSpace() const { return has(0); }    ///< White_Space
    constexpr bool isNumeric() const { return has(1); }  ///< the pre-tokenizer Digits splits here
    constexpr bool isPunctuation() const { return has(2); }  ///< for Punctuation and BERT
    constexpr bool isControl() const { return has(3); }      ///< BERT's cleaning removes it
    constexpr bool isAccent() const { return has(4); }       ///< BERT's strip_accents removes it
    constexpr bool isMark() const { return has(5); }         ///< StripAccents removes it
    constexpr bool isWord() const { return has(6); }         ///< \w for Whitespace and single_word
    constexpr bool isPatternWord() const { return has(7); }  ///< \w in patterns
    constexpr bool isHan() const { return has(8); }

private:
    constexpr bool has(int flag) const { return (bits_ >> (9 + flag) & 1) != 0; }
    std::uint32_t bits_;
};

/// Code points beyond U+10FFFF are unassigned. O(1).
CodePoint aboutCodePoint(char32_t c);
/// The small letter, or `c`. U+0130 gives i, and its dot U+0307 follows as a separate code point (hasSmallDot). O(1)
/// below 128, else O(log runs).
char32_t smallLetter(char32_t c);
constexpr bool hasSmallDot(char32_t c) { return c == 0x130; }
/// With the numbers of the pre-tokenizer UnicodeScripts, Hiragana and Katakana as Han; 0 for any script. O(log ranges).
int scriptOf(char32_t c);

}  // namespace hw::model
