// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace hw::model {

/// A set of code points, as a class of a pattern describes it: [^\s\p{L}a-z].
class LetterSet {
public:
    enum Flag : std::uint8_t {
        space = 1,
        notSpace = 2,
        word = 4,
        notWord = 8,
        classWord = 16,  ///< \w in a class: without ² ³ ¹ ¼ ½ ¾
        notClassWord = 32,
        han = 64,
        notHan = 128
    };

    void add(char32_t first, char32_t last) { ranges_.push_back({first, last}); }
    void addCategories(std::uint32_t mask) { categories_ |= mask; }
    void addFlag(Flag flag) { flags_ |= flag; }
    /// Everything in `set`. False if that were more negated sets than has() can ask one after the other.
    bool addSet(LetterSet set);
    void negate() { negated_ = !negated_; }
    /// Both cases of the ASCII letters in it, and the two letters beyond that fold to them.
    void ignoreCase();
    /// To be called once it is complete.
    void finish();
    /// O(log ranges).
    bool has(char32_t c) const { return c < 128 ? (ascii_[c / 64] >> (c % 64) & 1) != 0 : find(c); }
    /// Has some of the letters that ignoreCase does not know the other case of.
    bool dependsOnCase() const;

private:
    static constexpr std::size_t mostInner = 32;
    struct Range {
        char32_t first;
        char32_t last;
    };
    bool find(char32_t c) const;

    std::array<std::uint64_t, 2> ascii_{};
    std::vector<Range> ranges_;  ///< once finished: in order, and apart
    std::uint32_t categories_ = 0;
    std::uint8_t flags_ = 0;
    bool negated_ = false;
    std::vector<LetterSet> inner_;  ///< negated ones
};

}  // namespace hw::model
