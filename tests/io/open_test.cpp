// SPDX-License-Identifier: MIT
#include <catch2/catch_test_macros.hpp>

#include "io/support.h"

namespace hw::test {
namespace {

const std::string square = "[[0.75,0.25],[0.5,0.5]]";

// [layers][heads] of the same square.
std::string nested(int layers, int heads) {
    std::string text = "[";
    for (int layer = 0; layer < layers; ++layer) {
        text += layer > 0 ? ",[" : "[";
        for (int head = 0; head < heads; ++head) text += (head > 0 ? "," : "") + square;
        text += "]";
    }
    return text + "]";
}

}  // namespace

TEST_CASE("Attention and tokens are read in any order of keys", "[open]") {
    for (const std::string& text :
         {R"({"tokens":["a","b"],"attentions":)" + nested(3, 2) + "}",
          R"({"attentions":)" + nested(3, 2) + R"(,"tokens":["a","b"]})"}) {
        const auto document = open(text);
        REQUIRE(document.has_value());
        REQUIRE(document->examples.size() == 1);
        const Example& example = document->examples[0];
        std::vector<float> room;
        CHECK(example.attentions.layers == 3);
        CHECK(example.attentions.heads == 2);
        CHECK(example.attentions.queries == 2);
        CHECK(example.attentions.keys == 2);
        CHECK(example.attentions.values.size() == 24);
        CHECK(example.attentions.matrix(2, 1, room)(0, 1) == 0.25F);
        CHECK(example.tokens == std::vector<std::string>{"a", "b"});
        CHECK(document->warnings.empty());
    }
}

TEST_CASE("What lies beside decoder and cross is the encoder's, where none is named", "[open]") {
    const auto document = open(
        R"({"tokens": ["a", "b"], "attentions": [[[[1, 0], [0.5, 0.5]]]],
            "decoder": {"tokens": ["c"], "attentions": [[[[1]]]]},
            "cross": {"attentions": [[[[0.25, 0.75]]]]}})");
    REQUIRE(document.has_value());
    CHECK(document->warnings.empty());
    const Example& example = document->examples.front();
    CHECK(example.tokens == std::vector<std::string>{"a", "b"});
    CHECK(example.attentions.queries == 2);
    CHECK(example.attentions.values == std::vector<float>{1, 0, 0.5F, 0.5F});
    REQUIRE(example.decoder.has_value());
    CHECK(example.decoder->cross.values == std::vector<float>{0.25F, 0.75F});

    const auto ragged = open(
        R"({"tokens": ["a"], "attentions": [[[[1, 0], [0.5]]]],
            "decoder": {"attentions": [[[[1]]]]}, "cross": {"attentions": [[[[1]]]]}})");
    REQUIRE(!ragged);
    CHECK(ragged.error().place.starts_with("attentions"));
}

TEST_CASE("The shapes of Hugging Face dumps mean what they mean there", "[open]") {
    const auto shape = [](const std::string& text) {
        const auto document = open(text);
        REQUIRE(document.has_value());
        const AttentionTensor& a = document->examples[0].attentions;
        return std::vector<int>{a.layers, a.heads, a.queries, a.keys,
                                static_cast<int>(document->examples.size())};
    };
    CHECK(shape(nested(3, 2)) == std::vector<int>{3, 2, 2, 2, 1});
    CHECK(shape("[[" + nested(1, 2).substr(1, nested(1, 2).size() - 2) + "],[" +
                nested(1, 2).substr(1, nested(1, 2).size() - 2) + "]]") ==
          std::vector<int>{2, 2, 2, 2, 1});
    CHECK(shape("[" + square + "," + square + "," + square + "]") ==
          std::vector<int>{3, 1, 2, 2, 1});
    CHECK(shape(square) == std::vector<int>{1, 1, 2, 2, 1});
    CHECK(shape("[" + nested(2, 3) + "," + nested(2, 3) + "]") == std::vector<int>{2, 3, 2, 2, 2});
}

TEST_CASE("A batch becomes examples, or the one item that is asked for", "[open]") {
    const std::string text =
        R"({"tokens":[["a","b"],["c","d"]],"attentions":[[[[[1,0],[0,1]]],[[[0.5,0.5],[0.25,0.75]]]]]})";
    const auto all = open(text);
    REQUIRE(all.has_value());
    REQUIRE(all->examples.size() == 2);
    CHECK(all->examples[0].attentions.values == std::vector<float>{1, 0, 0, 1});
    CHECK(all->examples[1].attentions.values == std::vector<float>{0.5F, 0.5F, 0.25F, 0.75F});
    CHECK(all->examples[1].tokens[0] == "c");
    const auto one = open(text, {.batchItem = 1});
    REQUIRE(one.has_value());
    REQUIRE(one->examples.size() == 1);
    CHECK(one->examples[0].tokens[0] == "c");
    CHECK(open(text, {.batchItem = 2}).error().code == Code::badArgument);
}

TEST_CASE("A large array is held once, with little to spare, and moved out without a copy",
          "[open]") {
    std::string text = "[";
    for (int i = 0; i < 1000; ++i) {
        text += i == 0 ? "[" : ",[";
        for (int j = 0; j < 500; ++j)
            text += (j == 0 ? "0." : ",0.") + std::to_string(100'000 + 7919 * i % 100 + j);
        text += "]";
    }
    text += "]";
    io::JsonParser parser({.totalBytes = text.size()});
    for (std::size_t at = 0; at < text.size(); at += 65'536)
        REQUIRE(parser.push(std::string_view(text).substr(at, 65'536)));
    CHECK(parser.memoryUsed() < 500'000 * sizeof(float) * 11 / 10);
    auto tree = parser.finish();
    REQUIRE(tree.has_value());
    const io::Slice whole = tree->block(io::Tree::root).slice;
    const float* const where = tree->pools[whole.pool].data();
    const std::vector<float> taken = tree->take({&whole, 1});
    CHECK(taken.data() == where);
    CHECK(taken.size() == 500'000);
    CHECK(taken.capacity() < 500'000 * 11 / 10);
}

TEST_CASE("Importance scores keep all digits of a double", "[open]") {
    const auto document = open(
        R"({"attentions":)" + nested(1, 2) +
        R"(,"tokens":["a","b"],"importance":{"blankout":[0.67241000000000004,1e-300],"method":"x"}})");
    REQUIRE(document.has_value());
    const auto& importance = document->examples[0].importance;
    REQUIRE(importance.size() == 1);
    CHECK(importance[0].name == "blankout");
    CHECK(importance[0].values == std::vector<double>{0.67241000000000004, 1e-300});
}

TEST_CASE("One of several examples can be asked for", "[open]") {
    const std::string text =
        R"({"format":"headwaters/1","examples":[{"tokens":["a","b"],"source":1,"attentions":)" +
        nested(1, 1) + R"(},{"tokens":["c","d"],"attentions":)" + nested(2, 1) + "}]}";
    REQUIRE(open(text).has_value());
    CHECK(open(text)->examples.size() == 2);
    CHECK(open(text)->examples[0].outputToken == 1);
    const auto all =
        open(R"({"format":"headwaters/1","tokens":["a","b"],"outputToken":"mean","attentions":)" +
             nested(1, 1) + "}");
    REQUIRE(all.has_value());
    CHECK(all->examples[0].outputToken == meanOfTokens);
    const auto second = open(text, {.example = 1});
    REQUIRE(second.has_value());
    CHECK(second->examples.size() == 1);
    CHECK(second->examples[0].tokens[0] == "c");
    CHECK(open(text, {.example = 2}).error().code == Code::badArgument);
}

TEST_CASE("A file too large for the limit is refused with the numbers before it is read",
          "[open]") {
    std::string text = "[[";
    for (int i = 0; i < 300; ++i) {
        text += i == 0 ? "[" : ",[";
        for (int j = 0; j < 300; ++j) text += j == 0 ? "0.5" : ",0.5";
        text += "]";
    }
    text += "]]";
    const auto document = open(text, {}, {.memoryBytes = 200'000});
    REQUIRE_FALSE(document.has_value());
    CHECK(document.error().code == Code::tooLarge);
    CHECK(document.error().finding.find("200 KB") != std::string::npos);
    CHECK(open(text, {}, {.memoryBytes = 2'000'000}).has_value());
}

TEST_CASE("Empty chunks change nothing", "[open]") {
    Opening opening;
    opening.begin("sample");
    for (const std::string_view part : {"", "[[1,", "", "0],[0,1]]", ""}) {
        CHECK(opening.push(bytesOf(part)).has_value());
        CHECK(opening.push({}).has_value());
    }
    CHECK(opening.finish().has_value());
    io::JsonParser parser;
    CHECK(parser.push("[1]").has_value());
    CHECK(parser.push({}).has_value());
    CHECK(parser.finish().has_value());
}

TEST_CASE("A newer version of the form is refused by name", "[open]") {
    const auto document = open(R"({"format":"headwaters/2","attentions":)" + nested(1, 1) + "}");
    REQUIRE_FALSE(document.has_value());
    CHECK(document.error().finding.find("headwaters/2") != std::string::npos);
}

}  // namespace hw::test
