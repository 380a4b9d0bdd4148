// SPDX-License-Identifier: MIT
// Blocks, compared with the results of llama.cpp's reader (tests/data/model/blocks.safetensors, with random blocks, and
// blocks of zeros, of ones, with the smallest and a large scale).
#include <bit>
#include <catch2/catch_test_macros.hpp>
#include <cmath>
#include <cstring>

#include "core/matrix/half.h"
#include "model/support.h"
#include "model/weights/decode.h"
#include "model/weights/dot.h"
#include "model/weights/weight.h"

using namespace hw;
using namespace hw::model;

namespace {

constexpr TensorType quantised[] = {
    TensorType::q8_0, TensorType::q4_0, TensorType::q4_1, TensorType::q5_0, TensorType::q5_1,
    TensorType::q2_k, TensorType::q3_k, TensorType::q4_k, TensorType::q5_k, TensorType::q6_k};

struct BlockSample {
    std::vector<std::byte> blocks;  // 12
    std::vector<float> values;
};

BlockSample sampleOf(TensorType type) {
    static const ModelFiles files = *readModelFiles(
        {test::part("config.json", "{}"), test::partOf(HW_TEST_DATA "/model/blocks.safetensors")});
    const std::string name(nameOf(type));
    const StoredTensor* blocks = files.find(name + ".blocks");
    const StoredTensor* values = files.find(name + ".values");
    REQUIRE(blocks);
    REQUIRE(values);
    const auto bytes = files.readTensor(*blocks);
    const auto floats = files.readTensor(*values);
    REQUIRE(bytes);
    REQUIRE(floats);
    BlockSample sample{{bytes->data(), bytes->data() + bytes->size()},
                       std::vector<float>(floats->size() / 4)};
    std::memcpy(sample.values.data(), floats->data(), floats->size());
    return sample;
}

}  // namespace

TEST_CASE("every type of blocks is decoded as llama.cpp does") {
    for (const TensorType type : quantised) {
        CAPTURE(nameOf(type));
        const BlockSample sample = sampleOf(type);
        REQUIRE(sample.values.size() == 12U * blocksOf(type).elements);
        REQUIRE(sample.blocks.size() == 12U * blocksOf(type).bytes);
        std::vector<float> out(sample.values.size(), 7.0F);
        decode(type, sample.blocks.data(), out.size(), out.data());
        for (std::size_t i = 0; i < out.size(); ++i) {
            const float expected = sample.values[i];
            CAPTURE(i, out[i], expected);
            CHECK(out[i] == expected);
        }
    }
}

TEST_CASE("any range of a row of blocks") {
    for (const TensorType type : quantised) {
        CAPTURE(nameOf(type));
        const BlockSample sample = sampleOf(type);
        const int columns = 6 * blocksOf(type).elements;
        auto bytes = Bytes::room(sample.blocks.size(), "");
        REQUIRE(bytes);
        std::memcpy(bytes->data(), sample.blocks.data(), sample.blocks.size());
        const Weight weight = Weight::ofBytes(type, 2, columns, std::move(*bytes));
        std::vector<float> all(2 * columns);
        decode(type, sample.blocks.data(), all.size(), all.data());
        for (const auto& [first, count] : {std::pair{0, columns},
                                           {1, columns - 1},
                                           {31, 2},
                                           {columns - 1, 1},
                                           {columns / 2 - 3, 77},
                                           {5, 0}}) {
            std::vector<float> part(count + 1, 7.0F);
            weight.unpackStored(1, first, count, part.data());
            CHECK(part.back() == 7.0F);
            for (int i = 0; i < count; ++i) CHECK(part[i] == all[columns + first + i]);
        }
    }
}

TEST_CASE("a row by groups of four, apart from one another, is the same row") {
    constexpr std::size_t apart = 16;
    std::vector<TensorType> types(std::begin(quantised), std::end(quantised));
    types.insert(types.end(), {TensorType::f16, TensorType::bf16, TensorType::i8});
    for (const TensorType type : types) {
        CAPTURE(nameOf(type));
        const bool isQuantised = blocksOf(type).elements > 1;
        const int columns = isQuantised ? 6 * blocksOf(type).elements : 28;  // no multiple of eight
        auto bytes = Bytes::room(*rowBytes(type, columns) * 2, "");
        REQUIRE(bytes);
        if (isQuantised) std::memcpy(bytes->data(), sampleOf(type).blocks.data(), bytes->size());
        for (std::size_t i = 0; !isQuantised && i < bytes->size(); ++i) {
            bytes->data()[i] = static_cast<std::byte>((i * 37 + 11) & 0x7B);  // no NaN
        }
        const Weight weight = Weight::ofBytes(type, 2, columns, std::move(*bytes));
        const int first = isQuantised ? blocksOf(type).elements : 4;
        const int count = columns - first;
        std::vector<float> row(count);
        weight.unpackStored(1, first, count, row.data());
        std::vector<float> groups(count / 4 * apart, 7.0F);
        REQUIRE(weight.unpackApart(1, first, count, groups.data(), apart));
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const std::size_t inside = i % apart;
            CHECK(groups[i] == (inside < 4 ? row[i / apart * 4 + inside] : 7.0F));
        }
        CHECK_FALSE(weight.unpackApart(1, first, count - 1, groups.data(), apart));
        if (isQuantised) CHECK_FALSE(weight.unpackApart(1, 1, count, groups.data(), apart));
    }
}

TEST_CASE("16-bit numbers of every value") {
    std::vector<std::uint16_t> bits;
    for (std::uint32_t i = 0; i < 0x10000; ++i) bits.push_back(static_cast<std::uint16_t>(i));
    std::vector<std::byte> bytes(1 + 2 * bits.size());
    std::memcpy(bytes.data() + 1, bits.data(), 2 * bits.size());  // at an odd address
    std::vector<float> out(bits.size());
    for (const TensorType type : {TensorType::f16, TensorType::bf16}) {
        decode(type, bytes.data() + 1, out.size(), out.data());
        for (std::size_t i = 0; i < out.size(); ++i) {
            const float expected =
                type == TensorType::f16 ? halfToFloat(bits[i]) : bfloatToFloat(bits[i]);
            if (std::isnan(expected)) {
                if (!std::isnan(out[i])) CHECK(std::isnan(out[i]));
            } else if (out[i] != expected || std::signbit(out[i]) != std::signbit(expected)) {
                CAPTURE(i, out[i], expected);
                CHECK(false);
            }
        }
    }
}

TEST_CASE("rows of 16 bits times a vector have the bits of each row on its own") {
    std::vector<std::uint16_t> finite;
    for (std::uint32_t i = 0; i < 0x10000; ++i)
        if ((i & 0x7C00U) != 0x7C00U && (i & 0x7F80U) != 0x7F80U)
            finite.push_back(static_cast<std::uint16_t>(i));
    for (const TensorType type : {TensorType::f16, TensorType::bf16})
        for (const std::size_t count : {3U, 4U, 8U, 13U, 260U, 2047U}) {
            CAPTURE(nameOf(type), count);
            const auto x = test::randomFloats(count, 5);
            const std::byte* from = reinterpret_cast<const std::byte*>(finite.data()) + 2;
            for (std::size_t at = 0; at + 4 * count < finite.size() - 1; at += 4 * count + 7) {
                float sums[rowsOfSixteenBits];
                dotSixteenBits(type, from + 2 * at, 2 * count, count, x.data(), sums);
                for (int row = 0; row < rowsOfSixteenBits; ++row) {
                    const float own =
                        dotDecoded(type, from + 2 * (at + row * count), count, x.data());
                    if (std::bit_cast<std::uint32_t>(own) !=
                        std::bit_cast<std::uint32_t>(sums[row]))
                        FAIL_CHECK(at << ": " << sums[row] << " for " << own);
                }
            }
        }
}

TEST_CASE("numbers that are not finite are found wherever they stand") {
    for (std::size_t count = 1; count < 40; ++count) {
        std::vector<float> values(count, -3.4e38F);
        CHECK(allFinite(values.data(), count));
        for (const float bad : {INFINITY, -INFINITY, NAN}) {
            for (std::size_t at = 0; at < count; ++at) {
                std::vector<float> spoilt = values;
                spoilt[at] = bad;
                CHECK_FALSE(allFinite(spoilt.data(), count));
            }
        }
    }
}
