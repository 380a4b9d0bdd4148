// SPDX-License-Identifier: MIT
// Prefix codes of deflate (RFC 1951, section 3.2) as tables that give a symbol for the next bits at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hw::io {

/// What the next bits mean, in one number, so that the decoder's longest chain is a look-up and a shift.
struct PrefixEntry {
    static constexpr std::uint32_t literal = 1U << 31;
    static constexpr std::uint32_t end = 1U << 15;  ///< of the block
    static constexpr std::uint32_t below =
        1U << 14;  ///< a table for the bits behind these stands at value(); codeBits(): how many
    static constexpr std::uint32_t invalid = 1U << 13;
    static constexpr std::uint32_t special = end | below | invalid;

    /// Bits to take away, with extra bits behind the code; below 64.
    static unsigned bits(std::uint32_t entry) { return entry & 63; }
    /// Those of them that are the code.
    static unsigned codeBits(std::uint32_t entry) { return entry >> 8 & 31; }
    static unsigned value(std::uint32_t entry) { return entry >> 16 & 0x7FFF; }
    static std::uint32_t make(unsigned value, unsigned codeBits, unsigned extraBits,
                              std::uint32_t flags = 0) {
        return flags | value << 16 | codeBits << 8 | (codeBits + extraBits);
    }
};

class PrefixCode {
public:
    /// `rootBits`: of the first table; longer codes go on in a second one.
    explicit PrefixCode(unsigned rootBits) : rootBits_(rootBits) {}

    /// `lengths`: of each symbol's code in bits, at most 15, 0 for none. `meanings`: of as many symbols, PrefixEntry::make(value, 0,
    /// extra bits). False if these lengths are no prefix code. A code may leave bits unused only if it has no symbol or one of
    /// one bit, and only where `mayBeSparse`: what is unused is `invalid`. O(symbols + table).
    bool build(std::span<const std::uint8_t> lengths, const std::uint32_t* meanings,
               bool mayBeSparse);

    const std::uint32_t* table() const { return table_.data(); }
    std::uint32_t rootMask() const { return (1U << rootBits_) - 1; }
    unsigned rootBits() const { return rootBits_; }
    /// The entry of these bits, of both tables: bits() counts all of them. Bits that are not there may be anything.
    std::uint32_t find(std::uint64_t bits) const {
        const std::uint32_t entry = table_[bits & rootMask()];
        if ((entry & PrefixEntry::below) == 0) return entry;
        const std::uint64_t index = bits >> rootBits_ & ((1U << PrefixEntry::codeBits(entry)) - 1);
        const std::uint32_t second = table_[PrefixEntry::value(entry) + index];
        return second + (rootBits_ << 8) + rootBits_;
    }

private:
    unsigned rootBits_;
    std::vector<std::uint32_t> table_;
};

}  // namespace hw::io
