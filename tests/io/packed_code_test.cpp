// SPDX-License-Identifier: MIT
// The code of a link that holds its data. Decoding returns the encoded data, and hostile links do no harm.
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <random>

#include "io/packed/content.h"
#include "io/packed/quantise.h"
#include "io/readers/inflater.h"

namespace hw::test {
namespace {

using namespace hw::io;

/// Rows assigned at random, as a few large parts and many small ones.
Grid someGrid(int layers, int heads, int queries, int keys, int whole, unsigned seed,
              bool causal = false) {
    Grid grid{.layers = layers, .heads = heads, .queries = queries, .keys = keys, .whole = whole};
    grid.causal = causal;
    std::mt19937 random(seed);
    for (int row = 0; row < layers * heads * queries; ++row) {
        const int end = causal ? row % queries + 1 : keys;
        int left = random() % 8 == 0
                       ? static_cast<int>(random() % (3U * static_cast<unsigned>(whole)))
                       : whole;
        for (int key = 0; key < keys; ++key) {
            int part = 0;
            if (key == end - 1) part = left;
            if (key < end - 1 && left > 0)
                part = static_cast<int>(random() % (static_cast<unsigned>(left) / 2 + 1));
            left -= part;
            grid.parts.push_back(part);
        }
    }
    return grid;
}

Content contentOf(Grid grid) {
    Content content;
    content.tokens.assign(grid.keys, "a");
    content.self = std::move(grid);
    return content;
}

Content decoded(const Content& content) {
    const auto read = decode(encode(content), {});
    REQUIRE(read.has_value());
    return *read;
}

/// Adds version and checksum to hostile data.
std::string sealed(const std::string& packed) {
    const std::uint32_t sum = crc32Of(0, packed);
    std::string bytes("\x01", 1);
    for (const unsigned shift : {16U, 8U, 0U}) bytes += static_cast<char>(sum >> shift & 0xFFU);
    return bytes + packed;
}

/// A link that declares a grid and contains no data.
std::string claim(int layers, int heads, int queries, int keys, int whole = 300) {
    BitCoder bits;
    FieldCoder fields(bits);
    fields.number(0, Field::leftOut);
    fields.number(0, Field::leftOut);
    fields.signedNumber(0, Field::bound);
    fields.flag(true, Field::flags);
    Grid grid{.layers = layers, .heads = heads, .queries = queries, .keys = keys, .whole = whole};
    codeShape(fields, grid);
    fields.flag(false, Field::flags);
    fields.flag(false, Field::flags);
    return sealed(bits.finish());
}

}  // namespace

TEST_CASE("packed: weights of every shape come out as they went in") {
    struct Shape {
        int layers, heads, queries, keys, whole;
        bool causal;
    };
    for (const Shape& s : {Shape{1, 1, 1, 1, 1, false},
                           {1, 1, 1, 1, 65536, true},
                           {2, 3, 5, 5, 300, false},
                           {3, 2, 17, 17, 411, true},
                           {2, 2, 4, 9, 257, false},
                           {1, 4, 40, 3, 65536, false},
                           {12, 12, 8, 8, 20, true},
                           {1, 1, 300, 300, 1000, false}}) {
        const Grid grid = someGrid(s.layers, s.heads, s.queries, s.keys, s.whole, 7, s.causal);
        Content content = contentOf(grid);
        if (s.queries != s.keys) {
            content.cross = std::move(content.self);
            content.self = {};
            content.decoderTokens.assign(s.queries, "b");
        }
        const Content read = decoded(content);
        CAPTURE(s.layers, s.heads, s.queries, s.keys);
        CHECK((s.queries == s.keys ? read.self : read.cross).parts == grid.parts);
        CHECK(read.tokens == content.tokens);
        CHECK(read.decoderTokens == content.decoderTokens);
    }
}

TEST_CASE("packed: gaps, negative weights, empty rows and sums far from 1 are kept") {
    std::mt19937 random(3);
    Grid grid = someGrid(2, 2, 9, 9, 300, 5);
    grid.gaps = grid.negative = true;
    for (std::int32_t& part : grid.parts) {
        if (random() % 5 == 0)
            part = Grid::gap;
        else if (random() % 3 == 0)
            part = -part;
    }
    for (std::size_t i = 0; i < 9; ++i) {
        grid.parts[9 + i] = Grid::gap;
        grid.parts[27 + i] = 0;
        grid.parts[45 + i] = 2'000;
    }
    CHECK(decoded(contentOf(grid)).self.parts == grid.parts);
}

TEST_CASE("packed: rows are rounded to parts that add up, each off by less than one") {
    AttentionTensor tensor{.layers = 2, .heads = 3, .queries = 40, .keys = 40};
    std::mt19937 random(11);
    std::vector<double> sums;
    for (int row = 0; row < 240; ++row) {
        std::vector<double> values;
        double sum = 0;
        for (int key = 0; key < 40; ++key) {
            values.push_back(std::pow(static_cast<double>(random() % 1000) / 1000, 6));
            sum += values.back();
        }
        for (const double value : values) tensor.values.push_back(static_cast<float>(value / sum));
    }
    const auto grid = quantise(tensor, 411);
    REQUIRE(grid.has_value());
    const std::vector<float> weights = weightsOf(*grid);
    for (std::size_t row = 0; row < 240; ++row) {
        int sum = 0;
        for (std::size_t at = row * 40; at < row * 40 + 40; ++at) {
            sum += grid->parts[at];
            CHECK(std::fabs(weights[at] - tensor.values[at]) < 1.0F / 411);
        }
        CHECK(sum == 411);
    }
    tensor.values[17] = 70;
    CHECK_FALSE(quantise(tensor, 411).has_value());
}

TEST_CASE("packed: texts, scores, words and the rest come out as they went in") {
    Content content = contentOf(someGrid(3, 2, 4, 4, 300, 1));
    content.tokens = {"", std::string("a\0b", 3), "\xF0\x9F\x98\x80\xE2\x80\x8D",
                      std::string(3000, 'x')};
    content.title = "Quotes \" and <tags> and \xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D";
    content.model = "m";
    content.source = "s";
    content.specialTokens = {"[CLS]", "[SEP]"};
    content.words = {-1, 0, 0, 1'000'000};
    content.segments = {0, 0, 1, 1};
    content.fixedResidual = {0, 4095, -1, 17, 1, 2, 3, 4, 4094, 5, 6, 7};
    content.outputToken = 3;
    content.bound = 1950;
    content.leftOut = withoutHeads | withoutScores;
    content.fusion = HeadFusion::max;
    content.scores = {{"blank out", -2.5F, 0.25F, {0, 5, 16'777'215, 3}}};
    content.more = {"note=3:a remark", "later=whatever"};
    content.picture = PackedPicture{.width = 5,
                                    .height = 3,
                                    .channels = 3,
                                    .levels = 16,
                                    .rows = 2,
                                    .cols = 2,
                                    .firstPatchToken = 1};
    for (int i = 0; i < 45; ++i)
        content.picture->pixels.push_back(static_cast<std::uint8_t>(i * 7 % 16));
    const Content read = decoded(content);
    CHECK(read.tokens == content.tokens);
    CHECK(read.title == content.title);
    CHECK(read.model == "m");
    CHECK(read.source == "s");
    CHECK(read.specialTokens == content.specialTokens);
    CHECK(read.words == content.words);
    CHECK(read.segments == content.segments);
    CHECK(read.fixedResidual == content.fixedResidual);
    CHECK(read.outputToken == 3);
    CHECK(read.bound == 1950);
    CHECK(read.leftOut == content.leftOut);
    CHECK(read.fusion == HeadFusion::max);
    REQUIRE(read.scores.size() == 1);
    CHECK(read.scores[0].name == "blank out");
    CHECK(read.scores[0].low == -2.5F);
    CHECK(read.scores[0].ranks == content.scores[0].ranks);
    CHECK(read.more == content.more);
    REQUIRE(read.picture.has_value());
    CHECK(read.picture->pixels == content.picture->pixels);
    CHECK(read.picture->firstPatchToken == 1);
}

TEST_CASE("packed: a link that claims more than it can hold is refused before memory is taken") {
    struct Claim {
        int layers, heads, queries, keys;
        Code code;
    };
    for (const Claim& c : {Claim{1, 1, 32768, 32768, Code::tooLarge},
                           {65536, 65536, 65536, 65536, Code::syntax},
                           {100, 100, 300, 300, Code::tooLarge},
                           {1, 1, 1 << 20, 1 << 20, Code::syntax},
                           {1, 1, 2000, 2000, Code::tooLarge},
                           {0, 1, 1, 1, Code::syntax}}) {
        const auto read = decode(claim(c.layers, c.heads, c.queries, c.keys),
                                 Limits{.memoryBytes = std::uint64_t{1} << 40});
        REQUIRE_FALSE(read.has_value());
        CHECK_FALSE(read.error().finding.empty());
        CHECK_FALSE(read.error().remedy.empty());
        CHECK((read.error().code == c.code || read.error().code == Code::tooLarge));
    }
    const auto small = decode(claim(1, 1, 30, 30), Limits{.memoryBytes = 1000});
    REQUIRE_FALSE(small.has_value());
    CHECK(small.error().code == Code::tooLarge);
    CHECK_FALSE(decode(claim(1, 1, 3, 3, 70'000), {}).has_value());
    CHECK_FALSE(decode(claim(1, 1, 3, 3, 0), {}).has_value());
}

TEST_CASE("packed: bytes that end in zeros read to their end") {
    const std::string zeros(40, '\0');
    BitCoder reader(zeros);
    BitCoder writer;
    std::vector<bool> bits;
    for (std::uint32_t i = 0; i < 300; ++i) {
        const std::uint32_t contexts[] = {i};
        bits.push_back(reader.bit(false, contexts, 0));
        writer.bit(bits.back(), contexts, 0);
    }
    const std::string bytes = writer.finish();
    BitCoder again(bytes);
    for (std::uint32_t i = 0; i < 300; ++i) {
        const std::uint32_t contexts[] = {i};
        CHECK(again.bit(false, contexts, 0) == bits[i]);
    }
    CHECK_FALSE(again.overrun());
}

TEST_CASE("packed: cut, changed and newer links are told from good ones") {
    const std::string bytes = encode(contentOf(someGrid(2, 2, 6, 6, 300, 9)));
    for (std::size_t size = 0; size < bytes.size(); ++size) {
        const auto read = decode(std::string_view(bytes).substr(0, size), {});
        REQUIRE_FALSE(read.has_value());
        CHECK_FALSE(read.error().remedy.empty());
    }
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        std::string changed = bytes;
        changed[at] = static_cast<char>(changed[at] ^ 0x10);
        CHECK_FALSE(decode(changed, {}).has_value());
    }
    std::string newer = bytes;
    newer[0] = 3;
    const auto read = decode(newer, {});
    REQUIRE_FALSE(read.has_value());
    CHECK(read.error().code == Code::notRecognised);
    CHECK(read.error().remedy == "Use a newer version of this program.");
}

TEST_CASE(
    "packed: random bytes behind a right checksum give a problem or an analysis within bounds") {
    std::mt19937 random(17);
    int analyses = 0;
    for (int round = 0; round < 400; ++round) {
        std::string packed;
        for (unsigned i = random() % 60; i-- > 0;) packed += static_cast<char>(random() & 0xFFU);
        const auto read = decode(sealed(packed), {});
        if (!read) {
            CHECK_FALSE(read.error().finding.empty());
            continue;
        }
        ++analyses;
        CHECK(read->self.parts.size() + read->cross.parts.size() + read->decoder.parts.size() <=
              4096 + 1024 * 64);
    }
    INFO(analyses);
}

// If the sum changes, links of version 1 would decode differently. Make a version 2 instead.
TEST_CASE("packed: the code of version 1 stays as it is") {
    Content content = contentOf(someGrid(4, 3, 12, 12, 377, 2));
    content.tokens = {"[CLS]",  "the", "keys", "to",  "the",   "cab",
                      "##inet", "are", "on",   "the", "table", "[SEP]"};
    content.title = "The keys";
    const std::string bytes = encode(content);
    CHECK(bytes.size() == 1285);
    CHECK(crc32Of(0, bytes) == 0x67E8'2DC6U);
}

}  // namespace hw::test
