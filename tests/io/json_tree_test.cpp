// SPDX-License-Identifier: MIT
// The JSON parser's result for accepted text: strings, blocks of numbers with their shape, nodes.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <utility>
#include <vector>

#include "io/support.h"

namespace hw::test {

TEST_CASE("Invalid UTF-8 and lone surrogates become U+FFFD and are counted", "[json]") {
    const auto text = [](std::string_view json) {
        const auto tree = parse(json);
        REQUIRE(tree.has_value());
        return std::pair(std::string(tree->string(tree->firstChild(io::Tree::root))),
                         tree->repairedText);
    };
    const std::string mark = "\xEF\xBF\xBD";
    CHECK(text("[\"a\xFFz\"]") == std::pair("a" + mark + "z", std::uint64_t{1}));
    CHECK(text("[\"\xC0\xAF\"]") == std::pair(mark + mark, std::uint64_t{2}));
    CHECK(text("[\"\xE2\x82\"]") == std::pair(mark, std::uint64_t{1}));
    CHECK(text("[\"\xF0\x9F\x98x\"]") == std::pair(mark + "x", std::uint64_t{1}));
    CHECK(text("[\"\xED\xA0\x80\"]") == std::pair(mark + mark + mark, std::uint64_t{3}));
    CHECK(text("[\"\\ud83d\"]") == std::pair(mark, std::uint64_t{1}));
    CHECK(text("[\"\\ud83dx\"]") == std::pair(mark + "x", std::uint64_t{1}));
    CHECK(text("[\"\\ude00\\ud83d\\n\"]") == std::pair(mark + mark + "\n", std::uint64_t{2}));
    CHECK(text("[\"\\ud83d\\ud83d\\ude00\"]") ==
          std::pair(mark + "\xF0\x9F\x98\x80", std::uint64_t{1}));
    CHECK(text("[\"\xF0\x9F\x98\x80\"]") ==
          std::pair(std::string("\xF0\x9F\x98\x80"), std::uint64_t{0}));
}

TEST_CASE("Objects one after the other are a list where JSON Lines are read", "[json]") {
    const std::string lines =
        "{\"a\":[[1,2],[3,4]],\"b\":[[1,2],[3]]}\n {\"a\":[[5,6],[7,8]]}\r\n{\"a b\":{},\"a "
        "b\":1}\n";
    io::JsonOptions options;
    options.lines = true;
    const auto parsed = [&](std::string_view text, std::size_t step) {
        io::JsonParser parser(options);
        for (std::size_t i = 0; i < text.size(); i += step) {
            const auto pushed = parser.push(text.substr(i, step));
            if (!pushed) return Result<io::Tree>(std::unexpected(pushed.error()));
        }
        return parser.finish();
    };
    for (const std::size_t step : {std::size_t{1}, std::size_t{7}, lines.size()}) {
        const auto tree = parsed(lines, step);
        REQUIRE(tree.has_value());
        const auto root = io::Tree::root;
        REQUIRE(tree->is(root, io::Kind::array));
        const auto children = tree->children(root);
        REQUIRE(children.size() == 3);
        CHECK(tree->size(root) == 3);
        CHECK(tree->values(tree->find(children[0], "a"))[3] == 4.0F);
        CHECK(tree->values(tree->find(children[1], "a"))[0] == 5.0F);
        const auto* uneven = tree->irregular(tree->find(children[0], "b"));
        REQUIRE(uneven != nullptr);
        CHECK(uneven->place == "[0].b[1]");
        CHECK(tree->irregular(tree->find(children[0], "a")) == nullptr);
        REQUIRE(tree->duplicates.size() == 1);
        CHECK(tree->duplicates[0].place == "[2][\"a b\"]");
    }
    const auto one = parsed("{\"a\":1}\n\n", 3);
    REQUIRE(one.has_value());
    CHECK(one->is(io::Tree::root, io::Kind::object));
    const auto findingOf = [&](std::string_view text) {
        const auto tree = parsed(text, 4);
        REQUIRE_FALSE(tree.has_value());
        return tree.error().finding;
    };
    CHECK(findingOf("{\"a\":1}\n[2]").starts_with("The data end here, but "));
    CHECK(findingOf("{\"a\":1}\n{\"a\":2},{\"a\":3}").starts_with("The data end here, but "));
    CHECK(findingOf("[1]\n{\"a\":1}").starts_with("The data end here, but "));
    CHECK(findingOf("{\"a\":1}\n{\"a\":") == "The file ends with 1 bracket open.");
    CHECK_FALSE(parse("{\"a\":1}\n{\"a\":2}").has_value());
}

TEST_CASE("Nested arrays of equal length are one block with a shape", "[json]") {
    const auto tree = parse(
        "{\"a\":[[[1,2,3],[4,5,6]]],\"b\":[[1,2],[3]],\"c\":[1,null,3],\"d\":[null,null],\"e\":{"
        "\"0\":7,\"1\":8}}");
    REQUIRE(tree.has_value());
    const auto root = io::Tree::root;
    const auto a = tree->find(root, "a");
    REQUIRE(tree->is(a, io::Kind::numbers));
    CHECK(tree->shape(a).rank == 3);
    CHECK(tree->shape(a)[0] == 1);
    CHECK(tree->shape(a)[1] == 2);
    CHECK(tree->shape(a)[2] == 3);
    CHECK(std::vector<float>(tree->values(a).begin(), tree->values(a).end()) ==
          std::vector<float>{1, 2, 3, 4, 5, 6});
    const auto b = tree->find(root, "b");
    CHECK(tree->is(b, io::Kind::array));
    REQUIRE(tree->irregular(b) != nullptr);
    CHECK(tree->irregular(b)->place == "b[1]");
    CHECK(tree->irregular(a) == nullptr);
    CHECK(tree->block(tree->find(root, "c")).nulls == 1);
    CHECK(tree->block(tree->find(root, "d")).nulls == 2);
    CHECK(tree->values(tree->find(root, "e"))[1] == 8.0F);
}

TEST_CASE("Rows written as objects with counted keys join their neighbours", "[json]") {
    // The output of JSON.stringify for a list of Float32Arrays.
    const auto tree = parse("[{\"0\":1,\"1\":2},[3,4],{\"0\":5,\"1\":6}]");
    REQUIRE(tree.has_value());
    REQUIRE(tree->is(io::Tree::root, io::Kind::numbers));
    CHECK(tree->shape(io::Tree::root)[0] == 3);
    const auto values = tree->values(io::Tree::root);
    CHECK(std::vector<float>(values.begin(), values.end()) == std::vector<float>{1, 2, 3, 4, 5, 6});
}

TEST_CASE("Numbers before something else in a list become nodes", "[json]") {
    const auto tree = parse("[1,null,2.5,\"x\"]");
    REQUIRE(tree.has_value());
    const auto children = tree->children(io::Tree::root);
    REQUIRE(children.size() == 4);
    CHECK(tree->number(children[0]) == 1.0);
    CHECK(tree->is(children[1], io::Kind::null));
    CHECK(tree->number(children[2]) == 2.5);
    CHECK(tree->string(children[3]) == "x");
    const auto object = parse("{\"0\":5,\"1\":{\"x\":1},\"k\":2}");
    REQUIRE(object.has_value());
    CHECK(object->number(object->find(io::Tree::root, "0")) == 5.0);
    CHECK(object->number(object->find(io::Tree::root, "1", "x")) == 1.0);
    CHECK(object->number(object->find(io::Tree::root, "k")) == 2.0);
}

TEST_CASE("Numbers that nothing reads are checked but not kept", "[json]") {
    const auto tree = parse("{\"hidden_states\":[[1,2],[3,4]],\"a\":[1]}");
    REQUIRE(tree.has_value());
    const auto dropped = tree->find(io::Tree::root, "hidden_states");
    CHECK(tree->block(dropped).dropped);
    CHECK(tree->shape(dropped).count() == 4);
    CHECK(tree->values(dropped).empty());
    CHECK_FALSE(parse("{\"hidden_states\":[[1,2],[3,04]]}").has_value());
}

}  // namespace hw::test
