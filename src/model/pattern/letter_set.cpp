// SPDX-License-Identifier: MIT
#include "model/pattern/letter_set.h"

#include <algorithm>
#include <utility>

#include "model/unicode/code_points.h"

namespace hw::model {

bool LetterSet::find(char32_t c) const {
    const auto holds = [&] {
        if (std::ranges::any_of(ranges_,
                                [&](const Range& r) { return c >= r.first && c <= r.last; }))
            return true;
        if (categories_ != 0 || flags_ != 0) {
            const CodePoint about = aboutCodePoint(c);
            if ((categories_ >> std::to_underlying(about.category()) & 1) != 0) return true;
            if ((flags_ & (about.isSpace() ? space : notSpace)) != 0) return true;
            if ((flags_ & (about.isPatternWord() ? word : notWord)) != 0) return true;
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
    for (char32_t c = 0; c < 128; ++c) {
        if (find(c)) ascii_[c / 64] |= std::uint64_t{1} << (c % 64);
    }
}

}  // namespace hw::model
