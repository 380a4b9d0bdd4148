// SPDX-License-Identifier: MIT
// The meaning of attention's axes. Tests the readings and the evidence for each, and that no array is skipped without
// being named.
#include <catch2/catch_test_macros.hpp>

#include <algorithm>
#include <random>

#include "io/axes/shaped.h"
#include "io/tree/axes.h"

namespace hw::test {
namespace {

std::vector<int> shapeOf(const Example& example) {
    const AttentionTensor& a = example.attentions;
    return {a.layers, a.heads, a.queries, a.keys};
}

std::string choicesOf(const Document& document) {
    for (const Problem& warning : document.warnings) {
        if (warning.offer != Offer::axes) continue;
        std::string all;
        for (const Choice& one : warning.choices) all += (all.empty() ? "" : " ") + one.value;
        return all;
    }
    return "";
}

}  // namespace

TEST_CASE("Axes are named as a list, each but inputs once", "[axes]") {
    CHECK(axesFrom("inputs,layers,inputs,heads") ==
          Axes{AxisKind::inputs, AxisKind::layers, AxisKind::inputs, AxisKind::heads});
    for (const char* wrong :
         {"", "rows", "layers,layers", "layers,", "heads,steps,heads", "Layers"})
        CHECK_FALSE(axesFrom(wrong));
    CHECK(axesText({AxisKind::steps, AxisKind::heads}) == "steps,heads");
}

TEST_CASE("A batch may come first, and the lists of tokens say so", "[axes]") {
    Numbers numbers;
    const std::string one = numbers.block({1, 6, 4, 5, 5});
    const Document first = read(file(one, {tokens(5)}));
    CHECK(shapeOf(first.examples[0]) == std::vector{6, 4, 5, 5});
    CHECK(first.examples.size() == 1);
    CHECK(choicesOf(first) == "layers,inputs,heads");
    // The same file with a list for each item of a batch is one layer.
    std::vector<std::string> six(6, tokens(5));
    const Document batch = read(file(one, six));
    CHECK(batch.examples.size() == 6);
    CHECK(shapeOf(batch.examples[0]) == std::vector{1, 4, 5, 5});
    const std::string two = numbers.block({2, 4, 3, 5, 5});
    CHECK(read(file(two, {tokens(5), tokens(5)})).examples.size() == 2);
    CHECK(read(file(two, {tokens(5), tokens(5), tokens(5), tokens(5)})).examples.size() == 4);
    // Nothing indicates the order. Layers come first, as most tools write them, and the other reading is offered.
    const Document unknown = read(file(two, {}));
    CHECK(unknown.examples.size() == 4);
    CHECK(choicesOf(unknown).starts_with("inputs,layers,heads"));
    const Document chosen = read(file(two, {}), {.axes = "inputs,layers,heads"});
    REQUIRE(chosen.examples.size() == 2);
    CHECK(shapeOf(chosen.examples[0]) == std::vector{4, 3, 5, 5});
    CHECK(chosen.examples[1].attentions.values[0] == numbers.first(two, 4 * 3 * 25));
}

TEST_CASE("Usual shapes are not doubted", "[axes]") {
    Numbers numbers;
    for (const std::vector<int>& sizes :
         {std::vector{4, 1, 3, 5, 5}, std::vector{4, 3, 5, 5}, std::vector{5, 5}}) {
        const Document document = read(file(numbers.block(sizes), {tokens(5)}));
        CHECK(choicesOf(document).empty());
        CHECK(document.examples.size() == 1);
    }
    // One matrix per layer is doubtful. The other readings are a click away.
    CHECK(choicesOf(read(file(numbers.block({4, 5, 5}), {tokens(5)}))) == "heads inputs");
}

TEST_CASE("Chunks of a long text are examples, each with its own attention and tokens", "[axes]") {
    Numbers numbers;
    const std::string chunks = numbers.block({3, 2, 1, 2, 4, 4});
    const std::string all = R"(["a","b","c","d","e","f","g","h","i","j","k","l"])";
    for (const std::vector<std::string>& lists :
         {std::vector<std::string>{R"(["a","b","c","d"])", R"(["e","f","g","h"])",
                                   R"(["i","j","k","l"])"},
          {all}}) {
        const Document document = read(file(chunks, lists));
        REQUIRE(document.examples.size() == 3);
        CHECK(shapeOf(document.examples[2]) == std::vector{2, 2, 4, 4});
        CHECK(document.examples[1].tokens == std::vector<std::string>{"e", "f", "g", "h"});
        CHECK(document.examples[2].attentions.values[0] == numbers.first(chunks, 2 * 2 * 2 * 16));
    }
}

TEST_CASE("Sentences of different length are examples, however their lengths run", "[axes]") {
    Numbers numbers;
    const std::vector<std::vector<int>> runs{{5, 7, 9}, {9, 7, 5}, {5, 6, 7}, {4, 9, 4}};
    for (const std::vector<int>& lengths : runs) {
        for (const bool withTokens : {true, false}) {
            std::string list;
            std::vector<std::string> lists;
            for (const int n : lengths) {
                list += (list.empty() ? "" : ",") + numbers.block({3, 1, 2, n, n});
                if (withTokens) lists.push_back(tokens(n));
            }
            const Document document = read(file("[" + list + "]", lists));
            REQUIRE(document.examples.size() == lengths.size());
            for (std::size_t i = 0; i < lengths.size(); ++i) {
                CHECK(shapeOf(document.examples[i]) == std::vector{3, 2, lengths[i], lengths[i]});
                CHECK(document.examples[i].tokens.size() == static_cast<std::size_t>(lengths[i]));
            }
            CHECK(document.examples[1].title == "item 2 of 3");
        }
    }
    const auto second =
        open("[" + numbers.block({3, 1, 2, 5, 5}) + "," + numbers.block({3, 1, 2, 7, 7}) + "]",
             {.batchItem = 1});
    REQUIRE(second.has_value());
    REQUIRE(second->examples.size() == 1);
    CHECK(shapeOf(second->examples[0]) == std::vector{3, 2, 7, 7});
}

TEST_CASE("Of XLNet's pairs the content stream is shown and the other named", "[axes]") {
    Numbers numbers;
    // The query stream never attends to its own token.
    const std::string pairs = numbers.block({4, 2, 1, 3, 5, 5}, [](const std::vector<int>& at) {
        return at[1] == 1 && at[4] == at[5];
    });
    for (const auto& lists : {std::vector<std::string>{}, {tokens(5)}}) {
        const Document document = read(file(pairs, lists));
        REQUIRE(document.examples.size() == 1);
        CHECK(shapeOf(document.examples[0]) == std::vector{4, 3, 5, 5});
        CHECK(said(document).find("Only the first of two matrices per layer is shown (XLNet’s "
                                  "content stream).") != std::string::npos);
        CHECK(document.examples[0].attentions.values[3 * 25] == numbers.first(pairs, 2 * 3 * 25));
        CHECK(choicesOf(document) == "inputs,layers,inputs,heads");
    }
    // Fewer rows in the query stream.
    std::string layers;
    for (int i = 0; i < 3; ++i) {
        layers += (i > 0 ? ",[" : "[") + numbers.block({1, 2, 5, 5}) + "," +
                  numbers.block({1, 2, 2, 5}) + "]";
    }
    const Document fewer = read(file("[" + layers + "]", {tokens(5)}));
    CHECK(shapeOf(fewer.examples[0]) == std::vector{3, 2, 5, 5});
    CHECK(said(fewer).find("(XLNet’s content stream). The query stream covers only the predicted "
                           "tokens.") != std::string::npos);
}

TEST_CASE("Layers without attention are named by their numbers", "[axes]") {
    Numbers numbers;
    const std::string one = numbers.block({1, 2, 5, 5});
    const Document document = read(file("[null,null," + one + ",null," + one + "]", {tokens(5)}));
    CHECK(shapeOf(document.examples[0]) == std::vector{2, 2, 5, 5});
    CHECK(said(document).find("2 of 5 layers have attention (3, 5). The others (1, 2, 4) are "
                              "null.") != std::string::npos);
    const auto none = open(R"({"attentions":[null,null]})");
    REQUIRE_FALSE(none.has_value());
    CHECK(none.error().code == Code::noWeights);
}

TEST_CASE("Keys that are numbers are a list in the order of the numbers", "[axes]") {
    Numbers numbers;
    std::string object;
    for (const int key : {10, 2, 1, 0}) {
        object += (object.empty() ? "\"" : ",\"") + std::to_string(key) +
                  "\":" + numbers.block({1, 2, 3, 3});
    }
    const Document document = read(file("{" + object + "}", {tokens(3)}));
    CHECK(shapeOf(document.examples[0]) == std::vector{4, 2, 3, 3});
    CHECK(document.examples[0].attentions.values[0] == numbers.first("{" + object + "}", 3 * 18));
}

TEST_CASE("Axes that the user names have to fit", "[axes]") {
    Numbers numbers;
    const auto refused =
        open(file(numbers.block({2, 3, 4, 4}), {}), {.axes = "layers,inputs,heads"});
    REQUIRE_FALSE(refused.has_value());
    CHECK(refused.error().code == Code::badArgument);
    Numbers others;
    const Document turned = read(file(others.block({2, 3, 4, 4}), {}), {.axes = "heads,layers"});
    CHECK(shapeOf(turned.examples[0]) == std::vector{3, 2, 4, 4});
    CHECK(turned.examples[0].attentions.values[16] == static_cast<float>(3 * 16 + 1) / 4096);
}

// Every number of the file is in some example, or the file reports that something is skipped.
TEST_CASE("Of random arrays of every rank nothing is left out without being named", "[axes]") {
    std::mt19937 random(7);
    const auto between = [&](int low, int high) {
        return std::uniform_int_distribution(low, high)(random);
    };
    int opened = 0;
    for (int trial = 0; trial < 400; ++trial) {
        const int rank = 2 + trial % 5;
        const int n = between(2, 4);
        std::vector<int> sizes;
        for (int axis = 0; axis < rank - 2; ++axis) sizes.push_back(between(1, 3));
        sizes.insert(sizes.end(), {n, n});
        Numbers numbers;
        const std::string block = numbers.block(sizes);
        std::vector<std::string> lists(between(0, 3), tokens(n));
        const auto document = open(file(block, lists));
        INFO(block.substr(0, 300) << " with lists of tokens: " << lists.size());
        REQUIRE(document.has_value());
        ++opened;
        std::vector<float> found;
        for (const Example& example : document->examples) {
            found.insert(found.end(), example.attentions.values.begin(),
                         example.attentions.values.end());
        }
        std::ranges::sort(found);
        const bool named =
            said(*document).find("Only the first of two matrices") != std::string::npos;
        if (found.size() == numbers.values.size()) {
            CHECK(found == numbers.values);  // in the order in which they were made
        } else {
            CHECK(named);
            CHECK(found.size() * 2 == numbers.values.size());
        }
    }
    CHECK(opened == 400);
}

TEST_CASE("Of lists of arrays of random sizes nothing is left out without being named", "[axes]") {
    std::mt19937 random(11);
    const auto between = [&](int low, int high) {
        return std::uniform_int_distribution(low, high)(random);
    };
    for (int trial = 0; trial < 300; ++trial) {
        const int rank = 2 + trial % 4;
        std::vector<int> outer;
        for (int axis = 0; axis < rank - 2; ++axis) outer.push_back(between(1, 3));
        const int entries = between(2, 4);
        const bool withTokens = between(0, 1) == 1;
        Numbers numbers;
        std::string list;
        std::vector<std::string> lists;
        for (int i = 0; i < entries; ++i) {
            const int n = between(1, 5);
            std::vector<int> sizes = outer;
            sizes.insert(sizes.end(), {n, n});
            list += (i > 0 ? "," : "") + numbers.block(sizes);
            if (withTokens) lists.push_back(tokens(n));
        }
        const auto document = open(file("[" + list + "]", lists));
        INFO(list.substr(0, 400));
        if (!document) {
            CHECK(document.error().code == Code::badShape);  // merged tokens
            CHECK(document.error().offer == Offer::axes);
            continue;
        }
        std::vector<float> found;
        for (const Example& example : document->examples) {
            found.insert(found.end(), example.attentions.values.begin(),
                         example.attentions.values.end());
        }
        std::ranges::sort(found);
        CHECK((found == numbers.values ||
               said(*document).find("Only the first of two matrices") != std::string::npos));
    }
}

}  // namespace hw::test
