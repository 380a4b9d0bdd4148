// SPDX-License-Identifier: MIT
// Numbers of binary arrays in every type and byte order, cut anywhere, and the types of safetensors.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <cstring>

#include "io/readers/elements.h"
#include "io/support.h"

namespace hw::test {
namespace {

using Coding = io::ElementType::Coding;

template <class T>
std::string stored(const std::vector<T>& values, bool bigEndian) {
    std::string bytes;
    for (const T& value : values) {
        char raw[sizeof(T)];
        std::memcpy(raw, &value, sizeof raw);
        if (bigEndian) std::reverse(std::begin(raw), std::end(raw));
        bytes.append(raw, sizeof raw);
    }
    return bytes;
}

// In pieces of `step` bytes.
std::vector<float> read(io::ElementType type, std::string_view bytes, std::size_t step,
                        std::uint64_t most) {
    io::ElementStream stream(type);
    io::ArrayStore store;
    for (std::size_t at = 0; at < bytes.size(); at += step)
        stream.push(bytes.substr(at, step), most, store);
    CHECK(store.count() == std::min<std::uint64_t>(most, bytes.size() / type.width));
    return store.floats();
}

template <class T>
void checkType(Coding coding, const std::vector<T>& values, const std::vector<float>& expected) {
    // More than a block of them, so that blocks are combined too.
    std::vector<T> many;
    std::vector<float> wanted;
    while (many.size() < 1100) {
        many.insert(many.end(), values.begin(), values.end());
        wanted.insert(wanted.end(), expected.begin(), expected.end());
    }
    for (const bool bigEndian : {false, true}) {
        const std::string bytes = stored(many, bigEndian);
        const io::ElementType type{coding, sizeof(T), bigEndian};
        INFO("width " << sizeof(T) << ", big endian " << bigEndian);
        for (const std::size_t step : {1, 3, 7, 8, 100, 4099, 1 << 20})
            CHECK(read(type, bytes, step, many.size()) == wanted);
        const std::vector<float> first(wanted.begin(), wanted.begin() + 5);
        CHECK(read(type, bytes, 11, 5) == first);
    }
}

// A file of one matrix in the type.
std::string safetensors(const std::string& name, const std::string& type, const std::string& data) {
    const std::string header = "{\"" + name + "\":{\"dtype\":\"" + type +
                               "\",\"shape\":[2,2],\"data_offsets\":[0," +
                               std::to_string(data.size()) + "]}}";
    const std::uint64_t length = header.size();
    return stored(std::vector<std::uint64_t>{length}, false) + header + data;
}

}  // namespace

TEST_CASE("Numbers of every type become float32, cut anywhere, in both byte orders", "[elements]") {
    checkType<float>(Coding::floating, {0.1F, -2, 0}, {0.1F, -2, 0});
    checkType<double>(Coding::floating, {0.1, 1e-3, -1.0 / 3}, {0.1F, 1e-3F, -1.0F / 3});
    checkType<std::uint16_t>(Coding::floating, {0x3C00, 0xB800, 0x0001}, {1, -0.5F, 0x1p-24F});
    checkType<std::uint16_t>(Coding::bfloat, {0x3F80, 0xBF00, 0x3E80}, {1, -0.5F, 0.25F});
    checkType<std::int8_t>(Coding::signedWhole, {1, -128, 127}, {1, -128, 127});
    checkType<std::int16_t>(Coding::signedWhole, {1, -3, 300}, {1, -3, 300});
    checkType<std::int32_t>(Coding::signedWhole, {1, -70000, 5}, {1, -70000, 5});
    checkType<std::int64_t>(Coding::signedWhole, {1, -(1LL << 40), 5}, {1, -0x1p40F, 5});
    checkType<std::uint8_t>(Coding::unsignedWhole, {1, 255, 0}, {1, 255, 0});
    checkType<std::uint16_t>(Coding::unsignedWhole, {1, 65535, 0}, {1, 65535, 0});
    checkType<std::uint32_t>(Coding::unsignedWhole, {1, 1U << 31, 0}, {1, 0x1p31F, 0});
    checkType<std::uint64_t>(Coding::unsignedWhole, {1, 1ULL << 63, 0}, {1, 0x1p63F, 0});
}

TEST_CASE("safetensors open in the types that hold attention", "[elements]") {
    const std::vector<float> unit{1, 0, 0, 1};
    const auto values = [](const Result<Document>& document) {
        REQUIRE(document.has_value());
        return document->examples[0].attentions.values;
    };
    CHECK(values(open(safetensors("attentions", "F64",
                                  stored(std::vector<double>{1, 0, 0, 1}, false)))) == unit);
    CHECK(values(open(safetensors(
              "attentions", "F16",
              stored(std::vector<std::uint16_t>{0x3C00, 0, 0, 0x3C00}, false)))) == unit);
    CHECK(values(open(safetensors("attentions", "F8_E4M3", std::string("\x38\0\0\x38", 4)))) ==
          unit);
    CHECK(values(open(safetensors("attentions", "F8_E5M2", std::string("\x3C\0\0\x3C", 4)))) ==
          unit);
    CHECK(values(open(safetensors("attentions", "F8_E4M3FNUZ", std::string("\x40\0\0\x40", 4)))) ==
          unit);
    CHECK(values(open(safetensors("attentions", "F8_E5M2FNUZ", std::string("\x40\0\0\x40", 4)))) ==
          unit);
    CHECK(values(open(safetensors("attentions", "BOOL", std::string("\1\0\0\1", 4)))) == unit);
}

TEST_CASE("A type of safetensors that is not read is named, where it matters", "[elements]") {
    const auto refused = open(safetensors("attentions", "F8_E8M0", "1234"));
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == Code::badNumber);
    CHECK(refused.error().place == "attentions");
    CHECK(refused.error().finding.find("F8_E8M0") != std::string::npos);
    CHECK(refused.error().remedy.find("tensor.float()") != std::string::npos);
    // With attention in the file it does no harm.
    const std::string header =
        R"({"attentions":{"dtype":"U8","shape":[2,2],"data_offsets":[0,4]},)"
        R"("other":{"dtype":"F8_E8M0","shape":[2000000000,2000000000],"data_offsets":[4,6]}})";
    const auto opened = open(stored(std::vector<std::uint64_t>{header.size()}, false) + header +
                             std::string("\1\0\0\1xx", 6));
    REQUIRE(opened.has_value());
    CHECK(opened->examples[0].attentions.values == std::vector<float>{1, 0, 0, 1});
}

TEST_CASE("Empty texts by the billion are refused before they take memory", "[elements]") {
    const std::string header =
        "{'descr': '<U0', 'fortran_order': False, 'shape': (2000000000,), }\n";
    const std::string file =
        std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(header.size()) + '\0' + header;
    const auto refused = open(file);
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == Code::tooLarge);
}

}  // namespace hw::test
