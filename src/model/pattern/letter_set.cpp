// SPDX-License-Identifier: MIT
#include "model/pattern/letter_set.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "model/unicode/code_points.h"

namespace hw::model {

bool LetterSet::addSet(LetterSet set) {
    if (set.negated_) {
        inner_.push_back(std::move(set));
        return inner_.size() <= mostInner;
    }
    ranges_.insert(ranges_.end(), set.ranges_.begin(), set.ranges_.end());
    categories_ |= set.categories_;
    flags_ |= set.flags_;
    for (LetterSet& inner : set.inner_) inner_.push_back(std::move(inner));
    return inner_.size() <= mostInner;
}

bool LetterSet::find(char32_t c) const {
    const auto holds = [&] {
        const auto after = std::ranges::upper_bound(ranges_, c, {}, &Range::first);
        if (after != ranges_.begin() && c <= std::prev(after)->last) return true;
        if (categories_ != 0 || flags_ != 0) {
            const CodePoint about = aboutCodePoint(c);
            if ((categories_ >> std::to_underlying(about.category()) & 1) != 0) return true;
            if ((flags_ & (about.isSpace() ? space : notSpace)) != 0) return true;
            const bool isWord = about.isPatternWord();
            if ((flags_ & (isWord ? word : notWord)) != 0) return true;
            const bool isOther = (c >= 0xBC && c <= 0xBE) || c == 0xB2 || c == 0xB3 || c == 0xB9;
            if ((flags_ & (isWord && !isOther ? classWord : notClassWord)) != 0) return true;
            if ((flags_ & (about.isHan() ? han : notHan)) != 0) return true;
        }
        return std::ranges::any_of(inner_, [&](const LetterSet& set) { return set.find(c); });
    };
    return holds() != negated_;
}

bool LetterSet::dependsOnCase() const {
    constexpr std::uint32_t cased = 1U << std::to_underlying(Category::Lu) |
                                    1U << std::to_underlying(Category::Ll) |
                                    1U << std::to_underlying(Category::Lt);
    const std::uint32_t among = categories_ & cased;
    return (among != 0 && among != cased) ||
           std::ranges::any_of(ranges_, [](const Range& range) { return range.last >= 128; }) ||
           std::ranges::any_of(inner_, &LetterSet::dependsOnCase);
}

void LetterSet::ignoreCase() {
    for (LetterSet& set : inner_) set.ignoreCase();
    const std::vector<Range> before = ranges_;
    for (const Range& range : before) {
        for (char32_t small = U'a'; small <= U'z'; ++small) {
            const char32_t capital = small - 32;
            const auto has = [&](char32_t c) { return c >= range.first && c <= range.last; };
            if (!has(small) && !has(capital)) continue;
            add(small, small);
            add(capital, capital);
            if (small == U's') add(0x17F, 0x17F);    // long s
            if (small == U'k') add(0x212A, 0x212A);  // Kelvin
        }
    }
}

void LetterSet::finish() {
    for (LetterSet& set : inner_) set.finish();
    std::ranges::sort(ranges_, {}, &Range::first);
    std::vector<Range> apart;
    for (const Range& range : ranges_) {
        if (!apart.empty() && range.first <= apart.back().last) {
            apart.back().last = std::max(apart.back().last, range.last);
        } else {
            apart.push_back(range);
        }
    }
    ranges_ = std::move(apart);
    for (char32_t c = 0; c < 128; ++c) {
        if (find(c)) ascii_[c / 64] |= std::uint64_t{1} << (c % 64);
    }
}

}  // namespace hw::model
