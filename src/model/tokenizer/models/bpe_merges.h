// SPDX-License-Identifier: MIT
// Merges the parts of a word, the pair of the lowest rank first, the leftmost of equals.
#pragma once

#include <cstdint>
#include <vector>

#include "model/tokenizer/models/word_model.h"

namespace hw::model {

/// A part of a word; `bytes` is its length in the piece.
struct BpePart {
    std::int32_t id = 0;
    std::uint32_t bytes = 0;
};

class BpeMerges {
public:
    explicit BpeMerges(const std::vector<BpeMerge>& merges);
    /// Merges in place. O(n²) for short words, O(n log n) for long ones.
    void apply(std::vector<BpePart>& parts);

private:
    struct Slot {
        std::uint64_t pair = free;
        std::uint32_t rank = 0;
        std::int32_t merged = 0;
    };
    struct Place {
        std::uint32_t before;
        std::uint32_t after;
    };
    struct Candidate {
        std::uint32_t rank;
        std::uint32_t at;
        std::int32_t merged;
        bool operator>(const Candidate& other) const {
            return rank != other.rank ? rank > other.rank : at > other.at;
        }
    };
    static constexpr std::uint64_t free = ~std::uint64_t{0};
    static std::uint64_t pairOf(std::int32_t first, std::int32_t second) {
        return std::uint64_t{static_cast<std::uint32_t>(first)} << 32 |
               static_cast<std::uint32_t>(second);
    }
    std::size_t slotOf(std::uint64_t pair) const {
        return (pair * 0x9E37'79B9'7F4A'7C15ULL >> shift_);
    }
    const Slot* find(std::int32_t first, std::int32_t second) const {
        const std::uint64_t pair = pairOf(first, second);
        for (std::size_t at = slotOf(pair);; at = (at + 1) & (slots_.size() - 1)) {
            if (slots_[at].pair == pair) return &slots_[at];
            if (slots_[at].pair == free) return nullptr;
        }
    }
    void applyShort(std::vector<BpePart>& parts);
    void applyLong(std::vector<BpePart>& parts);
    void offer(const std::vector<BpePart>& parts, std::uint32_t at, std::uint32_t after);

    std::vector<Slot> slots_;
    int shift_ = 0;
    // A member to reuse its memory for the next word.
    std::vector<Place> places_;
    std::vector<Candidate> heap_;
};

}  // namespace hw::model
