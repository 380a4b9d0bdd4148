// SPDX-License-Identifier: MIT
// The Hugging Face library's results for many texts, by tokenizers of every kind, as ids, tokens, offsets and decoded
// text. A part of them is in tests/data. All of them, and those of the checkpoints, are next to the checkout.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "model/support.h"
#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::model {
namespace {

namespace fs = std::filesystem;

std::string wholeFile(const std::string& path) {
    std::string text = test::readBytes(path);
    REQUIRE(!text.empty());
    return text;
}

io::Tree treeOf(const std::string& path) {
    auto tree = readJson(wholeFile(path), path);
    REQUIRE(tree.has_value());
    return std::move(*tree);
}

std::vector<int> numbersIn(const io::Tree& tree, io::NodeId node) {
    std::vector<int> out;
    if (node == io::none || !tree.is(node, io::Kind::numbers)) return out;
    for (const double value : tree.doubles(node)) out.push_back(static_cast<int>(value));
    return out;
}

std::vector<std::string> textsIn(const io::Tree& tree, io::NodeId node) {
    std::vector<std::string> out;
    for (const io::NodeId child : tree.children(node)) out.emplace_back(tree.string(child));
    return out;
}

/// A flat list of start, end, start, end.
std::vector<int> offsetsOf(const Encoding& encoding) {
    std::vector<int> out;
    for (const TextSpan& at : encoding.offsets) {
        out.push_back(static_cast<int>(at.begin));
        out.push_back(static_cast<int>(at.end));
    }
    return out;
}

template <class Values>
std::vector<int> asInts(const Values& values) {
    return {values.begin(), values.end()};
}

void compare(const Tokenizer& tokenizer, std::string_view text,
             std::optional<std::string_view> pair, const io::Tree& tree, io::NodeId row) {
    INFO("text: " << text << " pair: " << pair.value_or("-"));
    const auto encoding = tokenizer.encode(text, pair);
    REQUIRE(encoding.has_value());
    CHECK(asInts(encoding->ids) == numbersIn(tree, tree.find(row, "ids")));
    CHECK(encoding->tokens == textsIn(tree, tree.find(row, "tokens")));
    CHECK(offsetsOf(*encoding) == numbersIn(tree, tree.find(row, "offsets")));
    for (const auto& [key, values] : {std::pair{"type_ids", asInts(encoding->typeIds)},
                                      std::pair{"special", asInts(encoding->special)},
                                      std::pair{"sequence", asInts(encoding->sequence)}}) {
        if (const io::NodeId node = tree.find(row, key); node != io::none)
            CHECK(values == numbersIn(tree, node));
    }
    if (const io::NodeId node = tree.find(row, "text"); tree.is(node, io::Kind::string))
        if (!pair && tree.find(row, "target") == io::none)
            CHECK(tokenizer.decode(encoding->ids) == tree.string(node));
}

/// Checks every text and pair of a list, by the tokenizers of a folder. Returns their number.
int compareAll(const std::string& folder, const std::string& cases) {
    const io::Tree tree = treeOf(cases);
    const auto strings = textsIn(tree, tree.find(io::Tree::root, "strings"));
    const auto pairs = tree.children(tree.find(io::Tree::root, "pairs"));
    int count = 0;
    for (const io::NodeId type : tree.children(tree.find(io::Tree::root, "tokenizers"))) {
        INFO("tokenizer: " << tree.key(type));
        const auto tokenizer =
            readTokenizerJson(wholeFile(folder + '/' + std::string(tree.key(type)) + ".json"));
        REQUIRE(tokenizer.has_value());
        const auto rows = tree.children(tree.find(type, "strings"));
        REQUIRE(rows.size() == strings.size());
        for (std::size_t i = 0; i < rows.size(); ++i, ++count)
            compare(*tokenizer, strings[i], {}, tree, rows[i]);
        const auto pairRows = tree.children(tree.find(type, "pairs"));
        REQUIRE(pairRows.size() == pairs.size());
        for (std::size_t i = 0; i < pairs.size(); ++i, ++count) {
            const auto texts = textsIn(tree, pairs[i]);
            compare(*tokenizer, texts.at(0), texts.at(1), tree, pairRows[i]);
        }
    }
    return count;
}

}  // namespace

TEST_CASE("tokenizers give the library's ids, tokens, offsets and texts") {
    const std::string folder = std::string(HW_TEST_DATA) + "/tokenizers";
    CHECK(compareAll(folder, folder + "/cases.json") == 9 * (43 + 8));
}

TEST_CASE("tokenizers of every kind give the library's answer to every text") {
    const std::string models = std::string(HW_SHARED_DATA) + "/models";
    if (!fs::exists(models + "/tokenizers.json")) SKIP("no tokenizers beside the checkout");
    CHECK(compareAll(models + "/tokenizers", models + "/tokenizers.json") == 19 * (235 + 8));
}

TEST_CASE("checkpoints' tokenizers give the library's tokens") {
    const std::string models = std::string(HW_SHARED_DATA) + "/models";
    if (!fs::exists(models)) SKIP("no checkpoints beside the checkout");
    int count = 0;
    for (const auto& folder : fs::directory_iterator(models)) {
        const std::string path = folder.path().string();
        if (!fs::exists(path + "/tokenizer.json") || !fs::exists(path + "/expected.json")) continue;
        INFO("checkpoint: " << path);
        const auto tokenizer = readTokenizerJson(wholeFile(path + "/tokenizer.json"));
        REQUIRE(tokenizer.has_value());
        const io::Tree tree = treeOf(path + "/expected.json");
        for (const io::NodeId row : tree.children(tree.find(io::Tree::root, "cases"))) {
            const io::NodeId text = tree.find(row, "text");
            const io::NodeId pair = tree.find(row, "pair");
            // Cases of pictures have the ids of their processor, which puts patches between the words.
            const bool isWhole =
                tree.find(row, "tokens") != io::none && tree.find(row, "type_ids") != io::none;
            if (!tree.is(text, io::Kind::string) || !isWhole) continue;
            std::optional<std::string_view> second;
            if (tree.is(pair, io::Kind::string)) second = tree.string(pair);
            const auto encoding = tokenizer->encode(tree.string(text), second);
            REQUIRE(encoding.has_value());
            CHECK(asInts(encoding->ids) == numbersIn(tree, tree.find(row, "ids")));
            CHECK(encoding->tokens == textsIn(tree, tree.find(row, "tokens")));
            CHECK(offsetsOf(*encoding) == numbersIn(tree, tree.find(row, "offsets")));
            CHECK(asInts(encoding->special) == numbersIn(tree, tree.find(row, "special")));
            CHECK(asInts(encoding->typeIds) == numbersIn(tree, tree.find(row, "type_ids")));
            if (second)
                CHECK(asInts(encoding->sequence) == numbersIn(tree, tree.find(row, "sequence")));
            ++count;
        }
    }
    CHECK(count > 80);
}

}  // namespace hw::model
