// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "model/files/safetensors_header.h"
#include "model/support.h"

using namespace hw;
using namespace hw::model;

namespace {

Result<SafetensorsHeader> headerOf(const std::string& bytes) {
    const auto source = inMemory(test::bytesOf(bytes));
    return readSafetensorsHeader(*source, "model.safetensors");
}

/// The code of the problem with these bytes.
Code codeOf(const std::string& bytes) {
    const auto header = headerOf(bytes);
    REQUIRE_FALSE(header);
    CHECK_FALSE(header.error().finding.empty());
    CHECK_FALSE(header.error().remedy.empty());
    return header.error().code;
}

Code headerProblem(std::string_view header, std::size_t dataBytes = 8) {
    return codeOf(test::safetensors(header, std::string(dataBytes, '\0')));
}

}  // namespace

TEST_CASE("a safetensors header gives names, types, shapes and places") {
    const std::string text =
        R"({"__metadata__":{"format":"pt"},"b":{"dtype":"F16","shape":[2,1],"data_offsets":[8,12]},)"
        R"( "a":{"data_offsets":[0,8],"shape":[2],"dtype":"F32"},"s":{"dtype":"I64","shape":[],"data_offsets":[12,20]},)"
        R"("none":{"dtype":"BF16","shape":[3,0],"data_offsets":[20,20]}}   )";
    const auto header = headerOf(test::safetensors(text, std::string(20, '\1')));
    REQUIRE(header);
    REQUIRE(header->tensors.size() == 4);
    const StoredTensor& a = header->tensors[0];
    CHECK(a.name == "a");
    CHECK(a.type == TensorType::f32);
    CHECK(a.shape == std::vector<std::int64_t>{2});
    CHECK(a.offset == 8 + text.size());
    CHECK(a.bytes == 8);
    const StoredTensor& b = header->tensors[1];
    CHECK(b.type == TensorType::f16);
    CHECK(b.shape == std::vector<std::int64_t>{2, 1});
    CHECK(b.offset == 16 + text.size());
    CHECK(header->tensors[2].type == TensorType::other);
    CHECK(header->tensors[2].typeName == "I64");
    CHECK(header->tensors[2].count() == 1);
    CHECK(header->tensors[3].count() == 0);
    REQUIRE(header->metadata.size() == 1);
    CHECK(header->metadata[0] == std::pair<std::string, std::string>{"format", "pt"});
}

TEST_CASE("a safetensors header that lies is refused") {
    CHECK(codeOf("") == Code::truncated);
    CHECK(codeOf("\1\0\0\0") == Code::truncated);
    CHECK(codeOf(test::rawBytes(std::vector<std::uint64_t>{~std::uint64_t{0}})) == Code::syntax);
    CHECK(codeOf(test::rawBytes(std::vector<std::uint64_t>{1000}) + "{}") == Code::truncated);
    CHECK(headerProblem("", 0) == Code::syntax);
    CHECK(headerProblem(" {}", 0) == Code::syntax);
    CHECK(headerProblem("[]", 0) == Code::syntax);
    CHECK(headerProblem(std::string("{}\0", 3), 0) == Code::syntax);
    CHECK(headerProblem("{}", 1) == Code::syntax);  // bytes of no tensor
    const auto tensor = [](const char* shape, const char* ends, const char* type = "\"F32\"") {
        return std::string("{\"a\":{\"dtype\":") + type + ",\"shape\":" + shape +
               ",\"data_offsets\":" + ends + "}}";
    };
    CHECK(headerOf(test::safetensors(tensor("[2]", "[0,8]"), std::string(8, '\0'))));
    CHECK(headerProblem(tensor("[3]", "[0,8]")) == Code::syntax);
    CHECK(headerProblem(tensor("[2]", "[8,0]")) == Code::syntax);
    CHECK(headerProblem(tensor("[1]", "[4,8]")) == Code::syntax);  // a hole in front
    CHECK(headerProblem(tensor("[4]", "[0,16]")) == Code::truncated);
    CHECK(headerProblem(tensor("[4294967296,4294967296]", "[0,8]")) == Code::syntax);
    CHECK(headerProblem(tensor("[18446744073709551615,18446744073709551615]", "[0,8]")) ==
          Code::syntax);
    CHECK(headerProblem(tensor("[99999999999999999999999999]", "[0,8]")) == Code::syntax);
    CHECK(headerProblem(tensor("[-2]", "[0,8]")) == Code::syntax);
    CHECK(headerProblem(tensor("[2.0]", "[0,8]")) == Code::syntax);
    CHECK(headerProblem(tensor("[[2]]", "[0,8]")) == Code::syntax);
    CHECK(headerProblem(tensor("{\"0\":2}", "[0,8]")) == Code::syntax);
    CHECK(headerProblem(tensor("2", "[0,8]")) == Code::syntax);
    CHECK(headerProblem(tensor("[2]", "[0,8,9]")) == Code::syntax);
    CHECK(headerProblem(tensor("[2]", "[0,8]", "\"F33\"")) == Code::badNumber);
    CHECK(headerProblem(tensor("[2]", "[0,8]", "4")) == Code::syntax);
    CHECK(headerProblem(R"({"a":{"dtype":"F32","shape":[2]}})") == Code::syntax);
    CHECK(headerProblem(R"({"a":7})") == Code::syntax);
    CHECK(headerProblem(R"({"__metadata__":{"a":1}})", 0) == Code::syntax);
    CHECK(headerProblem(R"({"__metadata__":[]})", 0) == Code::syntax);
    const std::string one = R"("a":{"dtype":"F32","shape":[1],"data_offsets":[0,4]})";
    CHECK(headerProblem("{" + one + "," + one + "}", 4) == Code::syntax);  // a name twice
    const std::string other = R"("b":{"dtype":"F32","shape":[2],"data_offsets":[2,10]})";
    CHECK(headerProblem("{" + one + "," + other + "}", 10) == Code::syntax);  // overlap
    std::string deep = "{\"a\":";
    for (int i = 0; i < 5000; ++i) deep += "[";
    CHECK(headerProblem(deep) == Code::tooDeep);
}
