// SPDX-License-Identifier: MIT
#include "io/inflate/deflated.h"

#include <algorithm>
#include <bit>
#include <cstring>

// Else lambdas that are named twice are left calls; in WebAssembly what they refer to then lives in memory.
#define HW_INLINE __attribute__((always_inline))

namespace hw::io {
namespace {

using Entry = PrefixEntry;

constexpr std::uint64_t lowest(unsigned bits) { return (std::uint64_t{1} << bits) - 1; }

/// What an entry says beyond its base.
unsigned amount(std::uint32_t entry, std::uint64_t bits) {
    return Entry::value(entry) +
           static_cast<unsigned>((bits & lowest(Entry::bits(entry))) >> Entry::codeBits(entry));
}

/// A match; writes up to 16 bytes beyond it, as most are short.
void copyMatch(char* to, std::size_t distance, std::size_t length) {
    const char* from = to - distance;
    if (distance >= 8) {
        char* const end = to + length;
        std::memcpy(to, from, 8);
        std::memcpy(to + 8, from + 8, 8);
        for (to += 16, from += 16; to < end; to += 8, from += 8) std::memcpy(to, from, 8);
    } else if (distance == 1) {
        std::memset(to, *from, length);
    } else {
        for (std::size_t i = 0; i < length; ++i) to[i] = from[i];
    }
}

}  // namespace

static_assert(std::endian::native == std::endian::little);

Deflated::Deflated() : window_(std::make_unique_for_overwrite<char[]>(history + piece + slack)) {}

void Deflated::restart() {
    bits_ = held_ = 0;
    part_ = Part::header;
    begin_ = out_ = taken_ = 0;
}

void Deflated::taken() {
    taken_ = out_;
    if (out_ < history + piece) return;
    const std::size_t kept = std::min(history, out_ - begin_);
    std::memmove(window_.get(), window_.get() + out_ - kept, kept);
    begin_ = 0;
    out_ = taken_ = kept;
}

// Bytes into the buffer of bits while there is room; whether so many are there.
bool Deflated::wants(unsigned bits) {
    while (held_ <= 56 && next_ != end_) {
        bits_ |= std::uint64_t{*next_++} << held_;
        held_ += 8;
    }
    return held_ < bits;
}

unsigned Deflated::take(unsigned bits) {
    const auto value = static_cast<unsigned>(bits_ & lowest(bits));
    bits_ >>= bits;
    held_ -= bits;
    return value;
}

// Whole bytes that were read ahead: all of them of the present piece, as what the last one left open uses all of its bits.
void Deflated::giveBack() {
    next_ -= std::min<std::ptrdiff_t>(held_ / 8, next_ - first_);
    bits_ = held_ = 0;
}

Deflated::State Deflated::run(const char*& next, const char* end) {
    first_ = next_ = reinterpret_cast<const unsigned char*>(next);
    end_ = reinterpret_cast<const unsigned char*>(end);
    State state = State::wantsInput;
    for (bool goesOn = true; goesOn;) {
        if (out_ >= history + piece) {
            state = State::wantsRoom;
            break;
        }
        switch (part_) {
            case Part::header:
                if ((goesOn = !wants(3))) part_ = header();
                break;
            case Part::storedSize:
                if ((goesOn = !wants(32))) part_ = storedSize();
                break;
            case Part::stored: goesOn = copyStored(); break;
            case Part::counts:
                if ((goesOn = !wants(14))) part_ = counts();
                break;
            case Part::codeLengths: goesOn = readCodeLengths(); break;
            case Part::lengths: goesOn = readLengths(); break;
            case Part::symbols:
                fast();
                if (part_ == Part::symbols) goesOn = symbol();
                break;
            case Part::ended:
                giveBack();
                state = State::done;
                goesOn = false;
                break;
            case Part::broken:
                state = State::damaged;
                goesOn = false;
                break;
        }
    }
    next = reinterpret_cast<const char*>(next_);
    return state;
}

Deflated::Part Deflated::storedSize() {
    left_ = take(16);
    return take(16) == (left_ ^ 0xFFFF) ? Part::stored : Part::broken;
}

bool Deflated::copyStored() {
    giveBack();
    const std::size_t count =
        std::min({left_, history + piece - out_, static_cast<std::size_t>(end_ - next_)});
    if (count > 0) std::memcpy(window_.get() + out_, next_, count);
    next_ += count;
    out_ += count;
    left_ -= count;
    if (left_ > 0) return count > 0;
    part_ = isLast_ ? Part::ended : Part::header;
    return true;
}

// One literal, match or end of a block, near the end of a piece: whole, or not at all. False: its bits are not all there.
bool Deflated::symbol() {
    wants(0);
    std::uint64_t bits = bits_;
    std::uint32_t entry = literalCode_.find(bits);
    unsigned used = Entry::bits(entry);
    if (held_ < used) return false;
    if ((entry & Entry::invalid) != 0) {
        part_ = Part::broken;
    } else if ((entry & Entry::literal) != 0) {
        window_[out_++] = static_cast<char>(Entry::value(entry));
    } else if ((entry & Entry::end) != 0) {
        part_ = isLast_ ? Part::ended : Part::header;
    } else {
        const std::size_t length = amount(entry, bits);
        bits >>= used;
        entry = distanceCode_.find(bits);
        used += Entry::bits(entry);
        if (held_ < used) return false;
        const std::size_t distance = amount(entry, bits);
        if ((entry & Entry::invalid) != 0 || distance > out_ - begin_) {
            part_ = Part::broken;
        } else {
            copyMatch(window_.get() + out_, distance, length);
            out_ += length;
        }
    }
    bits_ >>= used;
    held_ -= used;
    return true;
}

// The same while so many bytes and room are left, in registers. Each refill brings 56 bits or more, of which three literals of
// the first table and the code of what follows them take 48 at most, a match 48; the entry of what is next is looked up before it
// is needed.
void Deflated::fast() {
    constexpr std::ptrdiff_t read = 24;  // by three refills
    if (end_ - next_ < read) return;
    const unsigned char* next = next_;
    const unsigned char* const lastNext = end_ - read;
    char* out = window_.get() + out_;
    char* const lastOut = window_.get() + history + piece;
    const char* const begin = window_.get() + begin_;
    const std::uint32_t* const table = literalCode_.table();
    const std::uint64_t mask = literalCode_.rootMask();
    std::uint64_t bits = bits_;
    unsigned held = held_;
    const auto refill = [&] HW_INLINE {
        std::uint64_t more;
        std::memcpy(&more, next, 8);
        bits |= more << held;
        next += (63 - held) >> 3;
        held |= 56;
    };
    const auto drop = [&](std::uint32_t entry) HW_INLINE {
        bits >>= Entry::bits(entry);
        held -= Entry::bits(entry);
    };
    const auto literal = [&](std::uint32_t entry) HW_INLINE {
        drop(entry);
        *out++ = static_cast<char>(entry >> 16);
        return table[bits & mask];
    };
    refill();
    std::uint32_t entry = table[bits & mask];
    while (next <= lastNext && out < lastOut) {
        if ((entry & Entry::literal) != 0) {
            entry = literal(entry);
            if ((entry & Entry::literal) != 0) {
                entry = literal(entry);
                if ((entry & Entry::literal) != 0) {
                    entry = literal(entry);
                    refill();
                    continue;
                }
            }
            refill();
        }
        if ((entry & Entry::special) != 0) {
            entry = literalCode_.find(bits);
            if ((entry & Entry::literal) != 0) {
                drop(entry);
                *out++ = static_cast<char>(entry >> 16);
                refill();
                entry = table[bits & mask];
                continue;
            }
            if ((entry & Entry::special) != 0) {
                drop(entry);
                part_ = (entry & Entry::invalid) != 0 ? Part::broken
                        : isLast_                     ? Part::ended
                                                      : Part::header;
                break;
            }
        }
        const std::size_t length = amount(entry, bits);
        drop(entry);
        entry = distanceCode_.find(bits);
        const std::size_t distance = amount(entry, bits);
        drop(entry);
        if ((entry & Entry::invalid) != 0 || distance > static_cast<std::size_t>(out - begin)) {
            part_ = Part::broken;
            break;
        }
        refill();
        entry = table[bits & mask];
        copyMatch(out, distance, length);
        out += length;
    }
    out_ = static_cast<std::size_t>(out - window_.get());
    next_ = next;
    held_ = held;
    bits_ = bits & lowest(held);
}

}  // namespace hw::io
