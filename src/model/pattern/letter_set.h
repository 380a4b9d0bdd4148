// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace hw::model {

/// A set of code points, for a class of a pattern: [^\s\p{L}a-z].
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
    /// Adds everything in `set`. Returns false if that makes too many negated sets for has() to check.
    bool addSet(LetterSet set);
    void negate() { negated_ = !negated_; }
    /// Adds both cases of its ASCII letters, and the two other letters that fold to them.
    void ignoreCase();
    /// Call it once the set is complete.
    void finish();
    /// O(log ranges).
    bool has(char32_t c) const { return c < 128 ? (ascii_[c / 64] >> (c % 64) & 1) != 0 : find(c); }
    /// Whether it has letters whose other case ignoreCase does not know.
    bool dependsOnCase() const;

private:
    static constexpr std::size_t mostInner = 32;
    struct Range {
        char32_t first;
        char32_t last;
    };
    bool find(char32_t c) const;

    std::array<std::uint64_t, 2> ascii_{};
    std::vector<Range> ranges_;  ///< sorted and disjoint once finished
    std::uint32_t categories_ = 0;
    std::uint8_t flags_ = 0;
    bool negated_ = false;
    std::vector<LetterSet> inner_;  ///< negated sets
};

}  // namespace hw::model
