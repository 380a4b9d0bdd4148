// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "model/files/gguf_header.h"
#include "model/gguf_bytes.h"
#include "model/support.h"

using namespace hw;
using namespace hw::model;
using test::GgufBytes;
using test::ggufText;
using test::littleEndian;

namespace {

Result<GgufHeader> ggufHeaderOf(const std::string& bytes) {
    const auto source = inMemory(test::bytesOf(bytes));
    return readGgufHeader(*source, "tiny.gguf");
}

Problem ggufProblem(const std::string& bytes) {
    const auto header = ggufHeaderOf(bytes);
    REQUIRE_FALSE(header);
    CHECK_FALSE(header.error().finding.empty());
    CHECK_FALSE(header.error().remedy.empty());
    return header.error();
}

Code ggufCode(const GgufBytes& file) { return ggufProblem(file.bytes()).code; }

std::string list(std::uint32_t type, std::uint64_t count, std::string_view items) {
    return (littleEndian(type) + littleEndian(count)).append(items);
}

/// A matrix [2][32] of Q8_0 and a vector [3] of F32.
GgufBytes sample() {
    GgufBytes file;
    file.entry("general.architecture", 8, ggufText("llama"))
        .entry("llama.block_count", 4, littleEndian(std::uint32_t{2}))
        .entry("llama.epsilon", 6, littleEndian(0.25F))
        .entry("llama.attention.causal", 7, std::string(1, '\1'))
        .entry("count", 10, littleEndian(std::uint64_t{1} << 40))
        .entry("tokens", 9, list(8, 3, ggufText("a") + ggufText("") + ggufText("bc")))
        .entry("scores", 9, list(6, 2, littleEndian(-1.5F) + littleEndian(2.0F)))
        .entry("nothing", 9, list(5, 0, ""));
    file.tensor("blk.0.w", {32, 2}, 8, 0).tensor("norm", {3}, 0, 96);
    file.data = std::string(96 + 12, '\0');
    return file;
}

}  // namespace

TEST_CASE("a GGUF header gives entries, types, shapes and places") {
    for (const std::uint32_t version : {2U, 3U}) {
        GgufBytes file = sample();
        file.version = version;
        const std::string bytes = file.bytes();
        const auto header = ggufHeaderOf(bytes);
        REQUIRE(header);
        const Metadata& data = header->metadata;
        CHECK(data.text("general.architecture") == "llama");
        CHECK(data.number("llama.block_count") == 2.0);
        CHECK(data.number("llama.epsilon") == 0.25);
        CHECK(data.truth("llama.attention.causal") == true);
        CHECK(data.number("count") == 1099511627776.0);
        CHECK_FALSE(data.number("general.architecture"));
        CHECK_FALSE(data.text("absent"));
        REQUIRE(data.texts("tokens"));
        CHECK(data.texts("tokens")->size() == 3);
        CHECK((*data.texts("tokens"))[0] == "a");
        CHECK((*data.texts("tokens"))[1].empty());
        CHECK((*data.texts("tokens"))[2] == "bc");
        REQUIRE(data.numbers("scores"));
        REQUIRE(data.numbers("scores")->size() == 2);
        CHECK((*data.numbers("scores"))[0] == -1.5);
        CHECK((*data.numbers("scores"))[1] == 2.0);
        REQUIRE(data.numbers("nothing"));
        CHECK(data.numbers("nothing")->empty());
        REQUIRE(header->tensors.size() == 2);
        const StoredTensor& w = header->tensors[0];
        CHECK(w.type == TensorType::q8_0);
        CHECK(w.typeName == "Q8_0");
        CHECK(w.shape == std::vector<std::int64_t>{2, 32});
        CHECK(w.bytes == 68);
        CHECK(w.offset == bytes.size() - file.data.size());
        CHECK(header->tensors[1].offset == w.offset + 96);
    }
}

TEST_CASE("a GGUF file that is cut off anywhere is refused") {
    const std::string whole = sample().bytes();
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CAPTURE(size);
        const auto header = ggufHeaderOf(whole.substr(0, size));
        REQUIRE_FALSE(header);
        CHECK((header.error().code == Code::truncated || header.error().code == Code::syntax));
    }
}

TEST_CASE("a GGUF header that lies is refused") {
    CHECK(ggufProblem("GGML\3\0\0\0").code == Code::syntax);
    GgufBytes file;
    for (const std::uint32_t version : {0U, 1U}) {
        file.version = version;
        CHECK(ggufCode(file) == Code::notRecognised);
    }
    file.version = 4;
    CHECK(ggufCode(file) == Code::notRecognised);
    file.version = 0x0300'0000;
    CHECK(ggufProblem(file.bytes()).finding.find("big-endian") != std::string::npos);
    file = {};
    file.entryCount = ~std::uint64_t{0};
    CHECK(ggufCode(file) == Code::syntax);
    file = {};
    file.tensorCount = std::uint64_t{1} << 60;
    CHECK(ggufCode(file) == Code::syntax);

    const auto entry = [](std::uint32_t type, std::string_view value) {
        GgufBytes one;
        one.entry("key", type, value);
        one.data = std::string(64, '\0');
        return ggufCode(one);
    };
    CHECK(entry(13, "") == Code::syntax);                                 // no such type
    CHECK(entry(9, list(13, 1, "")) == Code::syntax);                     // nor of a list
    CHECK(entry(9, list(9, 1, list(4, 1, "abcd"))) == Code::syntax);      // lists of lists
    CHECK(entry(9, list(0, ~std::uint64_t{0}, "")) == Code::syntax);      // too many
    CHECK(entry(8, littleEndian(~std::uint64_t{0})) == Code::truncated);  // too long
    CHECK(entry(9, list(8, 1, littleEndian(std::uint64_t{1} << 50))) == Code::truncated);
    file = sample();
    file.entry("count", 4, littleEndian(1));
    CHECK(ggufCode(file) == Code::syntax);  // a key twice
    file = sample();
    file.tensor("norm", {3}, 0, 96);
    CHECK(ggufCode(file) == Code::syntax);  // a tensor twice

    const auto tensor = [](const std::vector<std::uint64_t>& sizes, std::uint32_t type,
                           std::uint64_t offset) {
        GgufBytes one;
        one.tensor("w", sizes, type, offset);
        one.data = std::string(128, '\0');
        return ggufCode(one);
    };
    CHECK(tensor({1, 1, 1, 1, 1}, 0, 0) == Code::syntax);
    CHECK(tensor({std::uint64_t{1} << 40}, 0, 0) == Code::syntax);
    CHECK(tensor({2147483647, 2147483647, 2147483647}, 0, 0) == Code::syntax);
    CHECK(tensor({33}, 8, 0) == Code::syntax);      // no whole blocks
    CHECK(tensor({8}, 0, 16) == Code::syntax);      // not aligned
    CHECK(tensor({32}, 0, 32) == Code::truncated);  // beyond the end
    CHECK(tensor({8}, 0, 1 << 20) == Code::truncated);
    CHECK(tensor({8}, 0, ~std::uint64_t{31}) == Code::truncated);
    CHECK(tensor({8}, 99, 0) == Code::syntax);
    file = {};
    file.tensor("a", {16}, 0, 0).tensor("b", {8}, 0, 32);
    file.data = std::string(128, '\0');
    CHECK(ggufCode(file) == Code::syntax);  // overlap
    for (const std::uint32_t bad : {0U, 24U}) {
        file = sample();
        file.entry("general.alignment", 4, littleEndian(bad));
        CHECK(ggufCode(file) == Code::syntax);
    }
}

TEST_CASE("a list of a GGUF header takes the memory that it takes in the file") {
    GgufBytes file;
    file.entry("bytes", 9, list(0, 1'000'000, std::string(1'000'000, '\7')));
    const auto header = ggufHeaderOf(file.bytes());
    REQUIRE(header);
    const NumberList& numbers = *header->metadata.numbers("bytes");
    CHECK(numbers.size() == 1'000'000);
    CHECK(numbers[999'999] == 7);
    // In memory, entries and tensors take ten times their bytes, so their number is limited.
    file = {};
    for (int i = 0; i < 70'000; ++i) file.entry(std::to_string(i), 0, "x");
    CHECK(ggufCode(file) == Code::tooLarge);
    file = {};
    for (int i = 0; i < 270'000; ++i) file.tensor(std::to_string(i), {}, 0, 0);
    CHECK(ggufCode(file) == Code::tooLarge);
}

TEST_CASE("types of GGUF that are not read are refused by name") {
    GgufBytes file;
    file.tensor("blk.0.attn_q.weight", {256, 2}, 20, 0);
    file.data = std::string(1024, '\0');
    const Problem refused = ggufProblem(file.bytes());
    CHECK(refused.code == Code::badNumber);
    CHECK(refused.finding.find("IQ4_NL") != std::string::npos);
    CHECK(refused.finding.find("blk.0.attn_q.weight") != std::string::npos);
    file = {};
    file.tensor("positions", {8}, 26, 0);  // I32 is stored, but not as weights
    file.data = std::string(32, '\0');
    const auto header = ggufHeaderOf(file.bytes());
    REQUIRE(header);
    CHECK(header->tensors[0].type == TensorType::other);
    CHECK(header->tensors[0].bytes == 32);
}

TEST_CASE("the alignment that a GGUF file asks for") {
    GgufBytes file;
    file.entry("general.alignment", 4, littleEndian(std::uint32_t{4096}));
    file.tensor("a", {2}, 0, 0).tensor("b", {2}, 0, 4096);
    std::string bytes = file.bytes();
    bytes.resize(4096 + 4096 + 8, '\0');
    const auto header = ggufHeaderOf(bytes);
    REQUIRE(header);
    CHECK(header->tensors[0].offset == 4096);
    CHECK(header->tensors[1].offset == 8192);
}
