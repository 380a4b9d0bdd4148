// SPDX-License-Identifier: MIT
// The data that binary files carry in addition to their arrays, written as JSON in a text: scores, a picture, words.
#include <catch2/catch_test_macros.hpp>

#include "io/support.h"

namespace hw::test {
namespace {

std::string little(std::uint64_t value, int bytes) {
    std::string text;
    for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> 8 * i & 0xFF);
    return text;
}

std::string inQuotes(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + '"';
}

/// One layer, one head, two tokens, and texts in the metadata.
std::string safetensors(const std::vector<std::pair<std::string, std::string>>& texts) {
    std::string header = R"({"__metadata__":{)";
    for (const auto& [key, text] : texts) {
        header += (header.back() == '{' ? "" : ",") + inQuotes(key) + ':' + inQuotes(text);
    }
    header += R"(},"attentions":{"dtype":"F32","shape":[1,1,2,2],"data_offsets":[0,16]}})";
    return little(header.size(), 8) + header +
           std::string("\0\0\0\x3F\0\0\0\x3F\0\0\0\0\0\0\x80\x3F", 16);
}

/// A NumPy text without dimensions.
std::string npyText(std::string_view text) {
    std::string header = "{'descr': '|S" + std::to_string(text.size()) +
                         "', 'fortran_order': False, 'shape': (), }\n";
    return "\x93NUMPY\x01" + std::string(1, '\0') + little(header.size(), 2) + header +
           std::string(text);
}

std::uint32_t crc(std::string_view bytes) {
    std::uint32_t sum = ~0U;
    for (const char c : bytes) {
        sum ^= static_cast<unsigned char>(c);
        for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ ((sum & 1U) != 0 ? 0xEDB88320U : 0U);
    }
    return ~sum;
}

std::string npz(const std::vector<std::pair<std::string, std::string>>& arrays) {
    std::string zip;
    for (const auto& [key, array] : arrays) {
        const std::string name = key + ".npy";
        zip += "PK\x03\x04" + little(20, 2) + little(0, 8) + little(crc(array), 4);
        zip += little(array.size(), 4) + little(array.size(), 4);
        zip += little(name.size(), 2) + little(0, 2) + name + array;
    }
    return zip + "PK\x05\x06" + std::string(18, '\0');
}

std::string npyMatrices() {
    const std::string header =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 1, 2, 2), }\n";
    return "\x93NUMPY\x01" + std::string(1, '\0') + little(header.size(), 2) + header +
           std::string("\0\0\0\x3F\0\0\0\x3F\0\0\0\0\0\0\x80\x3F", 16);
}

const std::vector<std::pair<std::string, std::string>> extras = {
    {"tokens", R"(["a", "[b"])"},
    {"title", "a title"},
    {"importance", R"({"blankout": [0.1, -0.30000000000000004], "method": "mine"})"},
    {"image", R"({"data": "data:image/png;base64,AAAA", "grid": [1, 2], "firstPatchToken": 0})"},
    {"words", "[null, 0]"},
    {"segments", "[0, 1]"},
    {"specialTokens", R"(["a"])"},
    {"fixedResidual", "[[0.25, 0.75]]"}};

void checkExtras(const Result<Document>& document) {
    REQUIRE(document);
    const Example& example = document->examples.at(0);
    CHECK(example.tokens == std::vector<std::string>{"a", "[b"});
    CHECK(example.title == "a title");
    REQUIRE(example.importance.size() == 1);
    CHECK(example.importance[0].name == "blankout");
    CHECK(example.importance[0].values == std::vector<double>{0.1, -0.30000000000000004});
    const ImageInfo image = example.image.value_or(ImageInfo{});
    CHECK(image.rows == 1);
    CHECK(image.cols == 2);
    CHECK(example.words == std::vector<int>{-1, 0});
    CHECK(example.segments == std::vector<int>{0, 1});
    CHECK(example.specialTokens == std::vector<std::string>{"a"});
    CHECK(example.fixedResidual == std::vector<float>{0.25F, 0.75F});
    CHECK(example.attentions.values == std::vector<float>{0.5F, 0.5F, 0, 1});
    REQUIRE(document->warnings.size() == 1);  // there is one layer only
    CHECK(document->warnings[0].finding == "With one layer, there is nothing to roll out.");
}

}  // namespace

TEST_CASE("safetensors carry what JSON carries, as texts", "[written]") {
    checkExtras(open(safetensors(extras)));
}

TEST_CASE("npz carries what JSON carries, as texts", "[written]") {
    std::vector<std::pair<std::string, std::string>> arrays = {{"attentions", npyMatrices()}};
    for (const auto& [key, text] : extras) arrays.emplace_back(key, npyText(text));
    checkExtras(open(npz(arrays)));
}

TEST_CASE("A text that only begins like JSON stays a text", "[written]") {
    const auto document = open(safetensors({{"tokens", R"(["a","b"])"}, {"title", "[sic"}}));
    REQUIRE(document);
    CHECK(document->examples.at(0).title == "[sic");
}

TEST_CASE("Many short lists in a text take no longer than they are long", "[written]") {
    std::string many = "[";
    for (int i = 0; i < 200'000; ++i) many += R"(["a"],)";
    many.back() = ']';
    const auto document = open(safetensors({{"tokens", R"(["a","b"])"}, {"words", many}}));
    REQUIRE(document);
    CHECK(document->examples.at(0).words.empty());
}

}  // namespace hw::test
