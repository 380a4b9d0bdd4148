// SPDX-License-Identifier: MIT
// Files made to take all memory. Each is refused in words, in every container.
#include <catch2/catch_test_macros.hpp>

#include "io/support.h"

namespace hw::test {
namespace {

const std::string weights = R"("attentions":[[[[1]]]])";

std::string refusal(const std::string& bytes, Limits limits = {}) {
    const auto document = openBytes(bytesOf(bytes), "trap.json", limits);
    REQUIRE_FALSE(document.has_value());
    CHECK_FALSE(document.error().remedy.empty());
    return sentence(document.error());
}

bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("A token that is no token is refused with its place", "[limits]") {
    const std::string giant(20'000, 'a');
    CHECK(has(refusal("{\"tokens\":[\"" + giant + "\"]," + weights + "}"),
              "tokens › 1 (counting from 1): This token is longer than 10 000 bytes"));
    CHECK(has(refusal("{\"tokens\":[{\"text\":\"" + giant + "\"}]," + weights + "}"),
              "This token is longer"));
    const std::string fits(10'000, 'a');
    CHECK(open("{\"tokens\":[\"" + fits + "\"]," + weights + "}").has_value());
}

TEST_CASE("A key that is no name is refused while it is read", "[limits]") {
    CHECK(has(refusal("{\"" + std::string(20'000, 'k') + "\":1," + weights + "}"),
              "This key is longer than 10 000 bytes"));
}

TEST_CASE("A text, a list of texts and empty lists respect the memory limit", "[limits]") {
    Limits limits;
    limits.memoryBytes = 40'000'000;
    CHECK(has(refusal("{\"x\":\"" + std::string(30'000'000, 'a') + "\"," + weights + "}", limits),
              "This file needs about"));
    std::string escapes = "{\"x\":\"";
    for (int i = 0; i < 6'000'000; ++i) escapes += "\\u20ac";
    CHECK(has(refusal(escapes + "\"," + weights + "}", limits), "This file needs about"));
    std::string many = "{\"tokens\":[\"a\"";
    for (int i = 0; i < 1'000'000; ++i) many += ",\"a\"";
    CHECK(has(refusal(many + "]," + weights + "}", limits), "This file needs about"));
    std::string lists = "[[]";
    for (int i = 0; i < 1'500'000; ++i) lists += ",[]";
    CHECK(has(refusal(lists + "]", limits), "This file needs about"));
}

TEST_CASE("A title that nobody can read is shortened", "[limits]") {
    std::string title;
    for (int i = 0; i < 5'000; ++i) title += "ä";
    const auto document = open("{\"title\":\"" + title + "\"," + weights + "}");
    REQUIRE(document.has_value());
    CHECK(document->examples[0].title.size() < 2'010);
    CHECK(document->examples[0].title.ends_with("ä…"));
}

}  // namespace hw::test
