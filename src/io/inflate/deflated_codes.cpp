// SPDX-License-Identifier: MIT
// What stands at the beginning of a block: the kind of it, and its codes.
#include <algorithm>

#include "io/inflate/deflated.h"

namespace hw::io {
namespace {

using Entry = PrefixEntry;

constexpr unsigned codeLengthSymbols = 19;
constexpr unsigned endOfBlock = 256;

struct Meanings {
    std::array<std::uint32_t, 288> literals;
    std::array<std::uint32_t, 32> distances;
    std::array<std::uint32_t, codeLengthSymbols> codeLengths;
};

// RFC 1951, section 3.2.5: from one symbol to the next, the base grows by what its extra bits can say.
Meanings makeMeanings() {
    Meanings made{};
    for (unsigned symbol = 0; symbol < endOfBlock; ++symbol)
        made.literals[symbol] = Entry::make(symbol, 0, 0, Entry::literal);
    made.literals[endOfBlock] = Entry::make(0, 0, 0, Entry::end);
    unsigned base = 3;
    for (unsigned symbol = 257; symbol < 285; ++symbol) {
        const unsigned extra = symbol < 265 ? 0 : (symbol - 261) / 4;
        made.literals[symbol] = Entry::make(base, 0, extra);
        base += 1U << extra;
    }
    made.literals[285] = Entry::make(258, 0, 0);
    made.literals[286] = made.literals[287] = Entry::make(0, 0, 0, Entry::invalid);
    base = 1;
    for (unsigned symbol = 0; symbol < 30; ++symbol) {
        const unsigned extra = symbol < 4 ? 0 : (symbol - 2) / 2;
        made.distances[symbol] = Entry::make(base, 0, extra);
        base += 1U << extra;
    }
    made.distances[30] = made.distances[31] = Entry::make(0, 0, 0, Entry::invalid);
    for (unsigned symbol = 0; symbol < codeLengthSymbols; ++symbol)
        made.codeLengths[symbol] = Entry::make(symbol, 0, 0);
    return made;
}

const Meanings& meanings() {
    static const Meanings made = makeMeanings();
    return made;
}

}  // namespace

Deflated::Part Deflated::header() {
    isLast_ = take(1) != 0;
    switch (take(2)) {
        case 0: take(held_ % 8); return Part::storedSize;
        case 1: {
            for (std::size_t symbol = 0; symbol < 288; ++symbol)
                lengths_[symbol] = symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8;
            literalCode_.build(std::span(lengths_).first(288), meanings().literals.data(), false);
            std::fill_n(lengths_.begin(), 32, std::uint8_t{5});
            distanceCode_.build(std::span(lengths_).first(32), meanings().distances.data(), false);
            return Part::symbols;
        }
        case 2: return Part::counts;
        default: return Part::broken;
    }
}

Deflated::Part Deflated::counts() {
    literals_ = take(5) + 257;
    distances_ = take(5) + 1;
    lengthCodes_ = take(4) + 4;
    known_ = 0;
    lengths_.fill(0);
    return literals_ > 286 || distances_ > 30 ? Part::broken : Part::codeLengths;
}

bool Deflated::readCodeLengths() {
    constexpr std::array<std::uint8_t, codeLengthSymbols> order{16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                                                11, 4,  12, 3, 13, 2, 14, 1, 15};
    for (; known_ < lengthCodes_; ++known_) {
        if (wants(3)) return false;
        lengths_[order[known_]] = static_cast<std::uint8_t>(take(3));
    }
    const bool good = lengthCode_.build(std::span(lengths_).first(codeLengthSymbols),
                                        meanings().codeLengths.data(), false);
    lengths_.fill(0);
    known_ = 0;
    part_ = good ? Part::lengths : Part::broken;
    return true;
}

bool Deflated::readLengths() {
    while (known_ < literals_ + distances_) {
        wants(0);
        const std::uint32_t entry = lengthCode_.find(bits_);
        const unsigned symbol = Entry::value(entry);
        const unsigned extra = symbol < 16 ? 0 : symbol == 16 ? 2 : symbol == 17 ? 3 : 7;
        if (held_ < Entry::bits(entry) + extra) return false;
        take(Entry::bits(entry));
        if (symbol < 16) {
            lengths_[known_++] = static_cast<std::uint8_t>(symbol);
            continue;
        }
        const unsigned times = take(extra) + (symbol == 18 ? 11 : 3);
        if ((symbol == 16 && known_ == 0) || known_ + times > literals_ + distances_) {
            part_ = Part::broken;
            return true;
        }
        std::fill_n(lengths_.begin() + known_, times,
                    symbol == 16 ? lengths_[known_ - 1] : std::uint8_t{0});
        known_ += times;
    }
    part_ = makeCodes();
    return true;
}

Deflated::Part Deflated::makeCodes() {
    const std::span all(lengths_);
    const bool good =
        lengths_[endOfBlock] != 0 &&
        literalCode_.build(all.first(literals_), meanings().literals.data(), true) &&
        distanceCode_.build(all.subspan(literals_, distances_), meanings().distances.data(), true);
    return good ? Part::symbols : Part::broken;
}

}  // namespace hw::io
