// SPDX-License-Identifier: MIT
// Deflate undone as zlib undoes it: every stream gives the same bytes, and what zlib refuses is refused, however it is cut.
#include <zlib.h>
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "io/inflate/crc32.h"
#include "io/inflate/inflater.h"

namespace hw::test {
namespace {

using namespace hw::io;
using Wrapping = Inflater::Wrapping;

enum class Verdict { whole, cutOff, damaged };

struct Outcome {
    Verdict verdict = Verdict::whole;
    std::string bytes;     // of a whole stream
    std::size_t used = 0;  // by a whole stream
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome byZlib(std::string packed, Wrapping wrapping) {
    z_stream stream{};
    inflateInit2_(&stream, wrapping == Wrapping::gzip ? 31 : -15, ZLIB_VERSION,
                  static_cast<int>(sizeof stream));
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    std::string bytes, part(1 << 16, '\0');
    int code = Z_OK;
    while (code == Z_OK) {
        stream.next_out = reinterpret_cast<Bytef*>(part.data());
        stream.avail_out = static_cast<uInt>(part.size());
        code = inflate(&stream, Z_NO_FLUSH);
        bytes.append(part, 0, part.size() - stream.avail_out);
    }
    const std::size_t used = packed.size() - stream.avail_in;
    inflateEnd(&stream);
    if (code == Z_STREAM_END) return {Verdict::whole, bytes, used};
    return {code == Z_BUF_ERROR ? Verdict::cutOff : Verdict::damaged, "", 0};
}

Outcome byOurs(std::string_view packed, Wrapping wrapping, std::size_t pieces) {
    Inflater inflater(wrapping, 1 << 20);
    std::string bytes;
    std::size_t used = 0;
    for (std::size_t at = 0; at < packed.size() && !inflater.done(); at += pieces) {
        // A copy, so that a reader of what lies behind the piece is found out.
        const std::string piece(packed.substr(at, pieces));
        std::string_view left = piece;
        const auto fine = inflater.push(left, [&](std::string_view part) -> Result<void> {
            bytes += part;
            return {};
        });
        if (!fine) return {Verdict::damaged, "", 0};
        used += piece.size() - left.size();
    }
    if (!inflater.done()) return {Verdict::cutOff, "", 0};
    return {Verdict::whole, bytes, used};
}

/// Bits of a stream, the first one lowest.
class Bits {
public:
    void put(std::uint32_t value, unsigned count) {
        for (; count > 0; --count, value >>= 1, ++count_) {
            if (count_ % 8 == 0) bytes += '\0';
            bytes.back() = static_cast<char>(bytes.back() | (value & 1) << count_ % 8);
        }
    }
    void code(std::uint32_t value, unsigned count) {  // its highest bit first
        while (count-- > 0) put(value >> count & 1, 1);
    }
    void align() { count_ = bytes.size() * 8; }
    std::string bytes;

private:
    std::size_t count_ = 0;
};

using Lengths = std::vector<unsigned>;

/// A complete code for some of the symbols, `must` among them, by splitting bits by chance.
Lengths someCode(std::mt19937& random, std::size_t symbols, std::size_t must, std::size_t used) {
    Lengths depths{0};
    while (depths.size() < used) {
        const std::size_t at = random() % depths.size();
        if (depths[at] == 15) continue;
        depths.push_back(++depths[at]);
    }
    if (depths.size() == 1) depths[0] = 1;
    std::vector<std::size_t> order(symbols);
    for (std::size_t i = 0; i < symbols; ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random);
    std::swap(*std::find(order.begin(), order.end(), must), order[0]);
    Lengths lengths(symbols, 0);
    for (std::size_t i = 0; i < depths.size(); ++i) lengths[order[i]] = depths[i];
    return lengths;
}

std::vector<std::uint32_t> codesOf(const Lengths& lengths) {
    std::vector<std::uint32_t> codes(lengths.size());
    std::uint32_t code = 0;
    for (unsigned length = 1; length <= 15; ++length, code <<= 1) {
        for (std::size_t i = 0; i < lengths.size(); ++i) {
            if (lengths[i] == length) codes[i] = code++;
        }
    }
    return codes;
}

/// One block of codes and symbols that nobody would choose.
void someBlock(Bits& bits, std::mt19937& random, bool isLast, std::size_t symbols) {
    bits.put(isLast ? 1 : 0, 1);
    bits.put(2, 2);
    const Lengths literals = someCode(random, 286, 256, 2 + random() % 284);
    const Lengths distances = someCode(random, 30, random() % 30, 1 + random() % 30);
    bits.put(286 - 257, 5);
    bits.put(30 - 1, 5);
    bits.put(19 - 4, 4);
    // Lengths themselves: 16 symbols of 4 bits, without repeats.
    for (const unsigned symbol :
         {16U, 17U, 18U, 0U, 8U, 7U, 9U, 6U, 10U, 5U, 11U, 4U, 12U, 3U, 13U, 2U, 14U, 1U, 15U})
        bits.put(symbol < 16 ? 4 : 0, 3);
    for (const Lengths* lengths : {&literals, &distances}) {
        for (const unsigned length : *lengths) bits.code(length, 4);
    }
    const auto literalCodes = codesOf(literals);
    const auto distanceCodes = codesOf(distances);
    for (std::size_t i = 0; i < symbols; ++i) {
        const std::size_t symbol = random() % 8 == 0 ? 257 + random() % 29 : random() % 256;
        if (literals[symbol] == 0) continue;
        const std::size_t distance = random() % 30;
        if (symbol > 256 && distances[distance] == 0) continue;
        bits.code(literalCodes[symbol], literals[symbol]);
        if (symbol < 257) continue;
        if (symbol >= 265 && symbol < 285)
            bits.put(static_cast<std::uint32_t>(random()), static_cast<unsigned>(symbol - 261) / 4);
        bits.code(distanceCodes[distance], distances[distance]);
        if (distance >= 4)
            bits.put(static_cast<std::uint32_t>(random()), static_cast<unsigned>(distance - 2) / 2);
    }
    bits.code(literalCodes[256], literals[256]);
}

void storedBlock(Bits& bits, std::mt19937& random, bool isLast, std::size_t size) {
    bits.put(isLast ? 1 : 0, 3);
    bits.align();
    bits.put(static_cast<std::uint32_t>(size), 16);
    bits.put(~static_cast<std::uint32_t>(size) & 0xFFFF, 16);
    for (std::size_t i = 0; i < size; ++i) bits.bytes += static_cast<char>(random());
    bits.align();
}

/// Its first block is stored and long, so that matches of any distance have something to name.
std::string someStream(std::mt19937& random) {
    Bits bits;
    if (random() % 4 != 0) storedBlock(bits, random, false, 33'000 + random() % 30'000);
    for (std::size_t blocks = random() % 4; blocks > 0; --blocks) {
        if (random() % 4 == 0) {
            storedBlock(bits, random, false, random() % 300);
        } else {
            someBlock(bits, random, false, random() % 3000);
        }
    }
    someBlock(bits, random, true, random() % 20'000);
    return bits.bytes;
}

std::string gzipped(std::mt19937& random, const std::string& stream, std::string_view content) {
    const unsigned flags = random() % 32;
    std::string head("\x1f\x8b\x08\0\1\2\3\4\0\3", 10);
    head[3] = static_cast<char>(flags);
    if ((flags & 4) != 0) head += std::string("\3\0abc", 5);
    if ((flags & 8) != 0) head += std::string("name\0", 5);
    if ((flags & 16) != 0) head += std::string("\0", 1);
    Bits sums;
    if ((flags & 2) != 0) {
        sums.put(crc32Of(0, head) & 0xFFFF, 16);
        head += sums.bytes;
    }
    Bits tail;
    tail.put(crc32Of(0, content), 32);
    tail.put(static_cast<std::uint32_t>(content.size()), 32);
    return head + stream + tail.bytes;
}

void compare(const std::string& packed, Wrapping wrapping, std::size_t pieces) {
    const Outcome theirs = byZlib(packed, wrapping);
    for (const std::size_t size : {packed.size() + 1, pieces}) {
        const Outcome ours = byOurs(packed, wrapping, size);
        // Lengths without any code of their own cannot become codes: zlib reads them first.
        if (theirs.verdict == Verdict::cutOff && ours.verdict == Verdict::damaged) continue;
        REQUIRE(ours == theirs);
    }
}

TEST_CASE("Streams of any codes are unpacked as by zlib", "[inflate]") {
    std::mt19937 random(1);
    int whole = 0;
    for (int round = 0; round < 150; ++round) {
        const std::string stream = someStream(random) + "behind";
        const Outcome outcome = byZlib(stream, Wrapping::raw);
        whole += outcome.verdict == Verdict::whole ? 1 : 0;
        compare(stream, Wrapping::raw, 1 + random() % 40);
        if (outcome.verdict == Verdict::whole)
            compare(gzipped(random, stream.substr(0, outcome.used), outcome.bytes) + "behind",
                    Wrapping::gzip, 1 + random() % 40);
    }
    CHECK(whole > 100);
}

TEST_CASE("Damaged streams are refused where zlib refuses them", "[inflate]") {
    std::mt19937 random(2);
    int counts[3] = {};
    for (int round = 0; round < 600; ++round) {
        std::string stream = someStream(random);
        if (round % 3 == 0) {
            const Outcome outcome = byZlib(stream, Wrapping::raw);
            if (outcome.verdict == Verdict::whole) stream = gzipped(random, stream, outcome.bytes);
        }
        const Wrapping wrapping = round % 3 == 0 ? Wrapping::gzip : Wrapping::raw;
        if (random() % 4 == 0) stream.resize(random() % stream.size());
        for (std::size_t flips = random() % 3; flips > 0 && !stream.empty(); --flips) {
            // Mostly where codes are: behind the stored block, or near an end.
            const std::size_t from =
                random() % 2 == 0 ? stream.size() - std::min<std::size_t>(stream.size(), 400) : 0;
            const std::size_t at = from + random() % (stream.size() - from);
            stream[at] = static_cast<char>(stream[at] ^ 1 << random() % 8);
        }
        ++counts[static_cast<int>(byZlib(stream, wrapping).verdict)];
        compare(stream, wrapping, 1 + random() % 4000);
    }
    for (const int count : counts) CHECK(count > 30);
}

TEST_CASE("Any bytes are a stream, or none, as for zlib", "[inflate]") {
    std::mt19937 random(3);
    for (int round = 0; round < 20'000; ++round) {
        std::string bytes(1 + random() % 120, '\0');
        for (char& byte : bytes) byte = static_cast<char>(random());
        // Most kinds of blocks are damaged at once: rather those that have codes.
        bytes[0] = static_cast<char>((bytes[0] & ~6) | (random() % 2 == 0 ? 2 : 4));
        compare(bytes, Wrapping::raw, 1 + random() % 7);
    }
}

// Codes of which bits are left unused or used twice, and one that has nothing to end a block with.
TEST_CASE("Codes are held against what zlib holds them against", "[inflate]") {
    std::mt19937 random(4);
    for (int round = 0; round < 3000; ++round) {
        Bits bits;
        bits.put(5, 3);
        const std::size_t literals = 257 + random() % 32, distances = 1 + random() % 32;
        bits.put(static_cast<std::uint32_t>(literals - 257), 5);
        bits.put(static_cast<std::uint32_t>(distances - 1), 5);
        bits.put(15, 4);
        for (const unsigned symbol :
             {16U, 17U, 18U, 0U, 8U, 7U, 9U, 6U, 10U, 5U, 11U, 4U, 12U, 3U, 13U, 2U, 14U, 1U, 15U})
            bits.put(symbol < 16 ? 4 : 0, 3);
        Lengths all(literals + distances, 0);
        for (std::size_t set = random() % 4; set > 0; --set)
            all[random() % literals] = 1 + random() % 2;
        if (random() % 8 != 0) all[256] = 1 + random() % 2;
        for (std::size_t set = random() % 4; set > 0; --set)
            all[literals + random() % distances] = 1 + random() % 2;
        for (const unsigned length : all) bits.code(length, 4);
        for (int i = 0; i < 20; ++i) bits.put(static_cast<std::uint32_t>(random()), 8);
        compare(bits.bytes, Wrapping::raw, 1 + random() % 9);
    }
}

}  // namespace
}  // namespace hw::test
