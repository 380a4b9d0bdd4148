// SPDX-License-Identifier: MIT
#include "io/inflate/prefix_code.h"

#include <algorithm>
#include <array>

namespace hw::io {
namespace {

constexpr unsigned longest = 15;

}  // namespace

bool PrefixCode::build(std::span<const std::uint8_t> lengths, const std::uint32_t* meanings,
                       bool mayBeSparse) {
    std::array<int, longest + 1> counts{};
    for (const std::uint8_t length : lengths) ++counts[length];
    unsigned most = longest;
    while (most > 0 && counts[most] == 0) --most;
    // Codes left of each length; less than none: over-subscribed.
    int left = 1;
    for (unsigned length = 1; length <= longest; ++length) {
        left = 2 * left - counts[length];
        if (left < 0) return false;
    }
    if (left > 0 && !(mayBeSparse && most <= 1)) return false;

    std::array<std::uint16_t, longest + 2> first{};
    for (unsigned length = 1; length <= longest; ++length)
        first[length + 1] = static_cast<std::uint16_t>(first[length] + counts[length]);
    std::array<std::uint16_t, 288> sorted;  // symbols by the length of their codes
    for (std::size_t symbol = 0; symbol < lengths.size(); ++symbol) {
        if (lengths[symbol] != 0)
            sorted[first[lengths[symbol]]++] = static_cast<std::uint16_t>(symbol);
    }

    const std::size_t root = std::size_t{1} << rootBits_;
    table_.assign(root, PrefixEntry::make(0, 1, 0, PrefixEntry::invalid));
    std::size_t prefix = root;  // no first bits yet that lead to a second table
    std::size_t start = 0;
    unsigned width = 0;
    std::size_t code = 0;  // the first bit of the stream is its lowest
    std::size_t index = 0;
    for (unsigned length = 1; length <= most; ++length) {
        for (int of = counts[length]; of > 0; --of) {
            const std::uint32_t meaning = meanings[sorted[index++]];
            if (length <= rootBits_) {
                const std::uint32_t entry = meaning + (length << 8) + length;
                for (std::size_t at = code; at < root; at += std::size_t{1} << length)
                    table_[at] = entry;
            } else {
                if ((code & (root - 1)) != prefix) {
                    prefix = code & (root - 1);
                    start = table_.size();
                    // As wide as the codes with these first bits need.
                    width = length - rootBits_;
                    int room = (1 << width) - of;
                    while (room > 0 && width + rootBits_ < most) {
                        ++width;
                        room = 2 * room - counts[width + rootBits_];
                    }
                    table_.resize(start + (std::size_t{1} << width));
                    table_[prefix] = PrefixEntry::below | static_cast<std::uint32_t>(start) << 16 |
                                     width << 8 | rootBits_;
                }
                const unsigned rest = length - rootBits_;
                const std::uint32_t entry = meaning + (rest << 8) + rest;
                for (std::size_t at = code >> rootBits_; at < std::size_t{1} << width;
                     at += std::size_t{1} << rest)
                    table_[start + at] = entry;
            }
            // The next code: one more, counted from its last bit.
            std::size_t bit = std::size_t{1} << (length - 1);
            while ((code & bit) != 0) bit >>= 1;
            code = bit == 0 ? 0 : (code & (bit - 1)) + bit;
        }
    }
    return true;
}

}  // namespace hw::io
