// SPDX-License-Identifier: MIT
// Templates of pairs: every combination of words, and templates that are refused.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>
#include <vector>

#include "model/checkpoint.h"
#include "model/circuit/report/read_pairs.h"

namespace hw::circuit {

TEST_CASE("a template gives a pair for each combination of words") {
    const auto session =
        model::Session::open(test::partsOf(HW_TEST_DATA "/../../web/models/agreement"));
    REQUIRE(session);
    const auto texts = [&](const std::string& list) {
        const auto pairs = readPairs(*session, list);
        INFO((pairs ? "" : sentence(pairs.error())));
        REQUIRE(pairs);
        std::vector<std::string> found;
        for (const NamedPair& pair : *pairs) {
            found.push_back(pair.clean + " | " + pair.corrupt);
            CHECK(pair.pair.question.answer == std::vector<int>{*session->outputNamed("are")});
            CHECK(pair.pair.question.against == std::vector<int>{*session->outputNamed("is")});
        }
        return found;
    };
    const std::string blanks =
        R"("noun": [["keys", "key"], ["books", "book"]], "room": ["cabinet", "house"])";
    const std::vector<std::string> wanted{
        "the keys to the cabinet [MASK] | the key to the cabinet [MASK]",
        "the keys to the house [MASK] | the key to the house [MASK]",
        "the books to the cabinet [MASK] | the book to the cabinet [MASK]",
        "the books to the house [MASK] | the book to the house [MASK]"};
    CHECK(
        texts(
            R"({"template": "the {noun} to the {room} [MASK]", "answer": "are", "against": "is", )" +
            blanks + "}") == wanted);
    // Answers have blanks, too, and a blank may come twice.
    CHECK(
        texts(
            R"([{"template": "the {noun} {verb} and the {noun} [MASK]", "answer": "{verb}", "against": "{verb}",
                     "noun": [["keys", "key"]], "verb": [["are", "is"]]}])") ==
        std::vector<std::string>{
            "the keys are and the keys [MASK] | the key is and the key [MASK]"});
    std::string many = R"({"template": ")";
    for (int i = 0; i < 17; ++i) many += "{" + std::to_string(i) + "}";
    std::string product = R"({"template": "{a}{b}{c}")";
    for (const char* name : {"a", "b", "c"}) {
        product += R"(, ")" + std::string(name) + R"(": [["x", "y"])";
        for (int i = 0; i < 99; ++i) product += R"(, "x")";
        product += "]";
    }
    const std::string longWord(700'000, 'x');
    const std::pair<std::string, std::string> refused[] = {
        {R"({"template": "the {noun [MASK]", )" + blanks + "}", "brace"},
        {R"({"template": "the {place} [MASK]", )" + blanks + "}", "place"},
        {R"({"template": "the {room} [MASK]", )" + blanks + "}", "always the same"},
        {R"({"template": "the {noun} [MASK]", "noun": [["a", "b", "c"]]})",
         "clean and the corrupt"},
        {R"({"template": "the {noun} [MASK]", "noun": [1]})", "has no words"},
        {R"({"template": 1})", "text"},
        {many + R"("})", "16 blanks"},
        {product + "}", "100000 pairs"},
        {R"({"template": "{a}{a}{a}{a}{a}{a}{a}{a}{a}{a}{b}", "a": [[")" + longWord +
             R"(", "y"]], "b": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]})",
         "64 MB"},
    };
    for (const auto& [text, part] : refused) {
        INFO(text.substr(0, 200));
        const auto pairs = readPairs(*session, text);
        REQUIRE_FALSE(pairs);
        CHECK(pairs.error().place.starts_with("pairs[0]"));
        INFO(sentence(pairs.error()));
        CHECK(sentence(pairs.error()).find(part) != std::string::npos);
    }
}

}  // namespace hw::circuit
