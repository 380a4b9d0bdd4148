// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace hw::model {

/// A set of code points, as a class of a pattern describes it: [^\s\p{L}a-z].
class LetterSet {
public:
    enum Flag : std::uint8_t {
        space = 1,
        word = 2,
        notWord = 4,
        notSpace = 8,
        han = 16,
        notHan = 32
    };

    void add(char32_t first, char32_t last) { ranges_.push_back({first, last}); }
    void addCategories(std::uint32_t mask) { categories_ |= mask; }
    void addFlag(Flag flag) { flags_ |= flag; }
    void addSet(LetterSet set) { inner_.push_back(std::move(set)); }
    void negate() { negated_ = !negated_; }
    /// Both cases of the ASCII letters in it, and the two letters beyond that fold to them.
    void ignoreCase();
    /// To be called once it is complete.
    void finish();
    bool has(char32_t c) const { return c < 128 ? (ascii_[c / 64] >> (c % 64) & 1) != 0 : find(c); }
    /// Has some of the letters that ignoreCase does not know the other case of.
    bool dependsOnCase() const;

private:
    struct Range {
        char32_t first;
        char32_t last;
    };
    bool find(char32_t c) const;

    std::array<std::uint64_t, 2> ascii_{};
    std::vector<Range> ranges_;
    std::uint32_t categories_ = 0;
    std::uint8_t flags_ = 0;
    bool negated_ = false;
    std::vector<LetterSet> inner_;
};

}  // namespace hw::model
