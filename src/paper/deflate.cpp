// SPDX-License-Identifier: MIT
#include "paper/deflate.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace hw::paper {
namespace {

constexpr int window = 32768;
constexpr int shortest = 3;
constexpr int longest = 258;
constexpr int mostTries = 48;  ///< earlier places compared for one match
constexpr unsigned hashBits = 15;

/// RFC 1951, section 3.2.5.
constexpr std::array<int, 29> lengthBase{3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                         15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                         67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::array<int, 29> lengthBits{0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                         2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::array<int, 30> distanceBase{
    1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
    193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};

class Bits {
public:
    explicit Bits(std::string& out) : out_(out) {}
    /// Writes the lowest bits first.
    void put(std::uint32_t bits, int count) {
        held_ |= static_cast<std::uint64_t>(bits) << static_cast<unsigned>(count_);
        count_ += count;
        while (count_ >= 8) {
            out_ += static_cast<char>(held_ & 0xFFU);
            held_ >>= 8U;
            count_ -= 8;
        }
    }
    /// Writes a Huffman code, its highest bit first.
    void code(std::uint32_t bits, int count) {
        std::uint32_t turned = 0;
        for (int i = 0; i < count; ++i)
            turned |= ((bits >> static_cast<unsigned>(i)) & 1U)
                      << static_cast<unsigned>(count - 1 - i);
        put(turned, count);
    }
    void end() {
        if (count_ > 0) put(0, 8 - count_);
    }

private:
    std::string& out_;
    std::uint64_t held_ = 0;
    int count_ = 0;
};

/// Writes a literal, the end (256) or a length by its fixed code.
void putSymbol(Bits& bits, int symbol) {
    const auto value = static_cast<std::uint32_t>(symbol);
    if (symbol < 144)
        bits.code(0x30U + value, 8);
    else if (symbol < 256)
        bits.code(0x190U + value - 144, 9);
    else if (symbol < 280)
        bits.code(value - 256, 7);
    else
        bits.code(0xC0U + value - 280, 8);
}

template <std::size_t count>
int placeOf(const std::array<int, count>& bases, int value) {
    return static_cast<int>(std::ranges::upper_bound(bases, value) - bases.begin()) - 1;
}

void putMatch(Bits& bits, int length, int distance) {
    const int symbol = placeOf(lengthBase, length);
    putSymbol(bits, 257 + symbol);
    bits.put(static_cast<std::uint32_t>(length - lengthBase[symbol]), lengthBits[symbol]);
    const int far = placeOf(distanceBase, distance);
    bits.code(static_cast<std::uint32_t>(far), 5);
    bits.put(static_cast<std::uint32_t>(distance - distanceBase[far]), far < 4 ? 0 : far / 2 - 1);
}

struct Match {
    int length = 0;
    int distance = 0;
};

/// Earlier places with the same three bytes, the latest first.
class Chains {
public:
    explicit Chains(std::string_view bytes)
        : bytes_(bytes), heads_(std::size_t{1} << hashBits, -1), before_(window, -1) {}

    Match longestAt(int at) const {
        Match best;
        const int most = static_cast<int>(std::min<std::size_t>(longest, bytes_.size() - at));
        if (most < shortest) return best;
        int place = heads_[hashAt(at)];
        for (int tries = 0; place >= 0 && at - place <= window - 1 && tries < mostTries; ++tries) {
            int length = 0;
            while (length < most && bytes_[place + length] == bytes_[at + length]) ++length;
            if (length > best.length) best = {length, at - place};
            if (length == most) break;
            const int earlier = before_[place % window];
            if (earlier >= place) break;
            place = earlier;
        }
        return best.length < shortest ? Match{} : best;
    }
    void add(int at) {
        if (at + shortest > static_cast<int>(bytes_.size())) return;
        int& head = heads_[hashAt(at)];
        before_[at % window] = head;
        head = at;
    }

private:
    std::uint32_t hashAt(int at) const {
        const auto byte = [&](int i) {
            return static_cast<std::uint32_t>(static_cast<unsigned char>(bytes_[at + i]));
        };
        return ((byte(0) | byte(1) << 8U | byte(2) << 16U) * 0x9E3779B1U) >> (32U - hashBits);
    }
    std::string_view bytes_;
    std::vector<int> heads_;
    std::vector<int> before_;
};

std::uint32_t adler(std::string_view bytes) {
    std::uint32_t low = 1;
    std::uint32_t high = 0;
    while (!bytes.empty()) {
        // 5552 is the max number of bytes whose sums fit into 32 bits.
        for (const char c : bytes.substr(0, 5552)) {
            low += static_cast<unsigned char>(c);
            high += low;
        }
        low %= 65521U;
        high %= 65521U;
        bytes.remove_prefix(std::min<std::size_t>(bytes.size(), 5552));
    }
    return (high << 16U) | low;
}

}  // namespace

std::string zlibStream(std::string_view bytes) {
    std::string out("\x78\x9C", 2);
    Bits bits(out);
    bits.put(1, 1);  // the last block
    bits.put(1, 2);  // with fixed codes
    Chains chains(bytes);
    const int size = static_cast<int>(bytes.size());
    for (int at = 0; at < size;) {
        const Match match = chains.longestAt(at);
        if (match.length == 0)
            putSymbol(bits, static_cast<unsigned char>(bytes[at]));
        else
            putMatch(bits, match.length, match.distance);
        for (int i = std::max(match.length, 1); i > 0; --i) chains.add(at++);
    }
    putSymbol(bits, 256);
    bits.end();
    const std::uint32_t sum = adler(bytes);
    for (const unsigned shift : {24U, 16U, 8U, 0U})
        out += static_cast<char>((sum >> shift) & 0xFFU);
    return out;
}

}  // namespace hw::paper
