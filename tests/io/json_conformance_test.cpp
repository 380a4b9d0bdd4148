// SPDX-License-Identifier: MIT
// What a JSON parser must accept and must refuse, after RFC 8259 and the well-known lists of cases
// (y_ and n_ of "Parsing JSON is a minefield"), written anew. NaN and Infinity are this parser's extension.
#include <catch2/catch_test_macros.hpp>

#include "io/support.h"

namespace hw::test {

using namespace std::string_view_literals;

namespace {

// Whole, and cut at every byte: the outcome must be the same.
bool accepts(std::string_view text) {
    const bool whole = parse(text).has_value();
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
        io::JsonParser parser;
        const bool fed = parser.push(text.substr(0, cut)) && parser.push(text.substr(cut));
        if ((fed && parser.finish()) != whole) {
            FAIL_CHECK("cut at " << cut << " changes the outcome of " << text);
        }
    }
    io::JsonParser bytewise;
    bool fed = true;
    for (const char& byte : text) fed = fed && bytewise.push({&byte, 1});
    if ((fed && bytewise.finish()) != whole)
        FAIL_CHECK("byte by byte changes the outcome of " << text);
    return whole;
}

}  // namespace

TEST_CASE("Valid JSON is accepted, wherever it is cut", "[json]") {
    const std::string_view valid[] = {
        "[[]   ]", "[\"\"]", "[]", "[\"a\"]", "[false]", "[null, 1, \"1\", {}]", "[null]", "[1\n]",
        " [1]", "[1,null,null,null,2]", "[2] ", "[123e65]", "[0e+1]", "[0e1]", "[ 4]",
        "[-0.000000000000000000001]", "[20e1]", "[-0]", "[-123]", "[-1]", "[1E22]", "[1E-2]",
        "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]", "[1e+2]", "[123]", "[123.456789]",
        "{\"asd\":\"sdf\", \"dfg\":\"fgh\"}", "{\"asd\":\"sdf\"}", "{\"a\":\"b\",\"a\":\"c\"}",
        "{\"a\":\"b\",\"a\":\"b\"}", "{}", "{\"\":0}", "{\"foo\\u0000bar\": 42}",
        "{ \"min\": -1.0e+28, \"max\": 1.0e+28 }", "{\"x\":[{\"id\": \"xx\"}], \"id\": \"xx\"}",
        "{\"a\":[]}", "{\"title\":\"\\u041f\\u043e\" }", "{\n\"a\": \"b\"\n}",
        "[\"\\u0060\\u012a\\u12AB\"]", "[\"\\uD801\\udc37\"]", "[\"\\ud83d\\ude39\\ud83d\\udc8d\"]",
        "[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"]", "[\"\\\\u0000\"]", "[\"\\\"\"]", "[\"a/*b*/c/*d//e\"]",
        "[\"\\\\a\"]", "[\"\\\\n\"]", "[\"\\u0012\"]", "[\"\\uFFFF\"]", "[\"asd\"]", "[ \"asd\"]",
        "[\"\\uDBFF\\uDFFF\"]", "[\"new\\u00A0line\"]", "[\"\xF4\x8F\xBF\xBF\"]",
        "[\"\xEF\xBF\xBF\"]", "[\"\\u0000\"]", "[\"\\u002c\"]", "[\"\xCF\x80\"]",
        "[\"\xF0\x9B\xBF\xBF\"]", "[\"asd \"]", "\" \"", "[\"\\u0821\"]", "[\"\\u0123\"]",
        "[\"\xE2\x80\xA8\"]", "[\"\xE2\x80\xA9\"]", "[\"\\u0061\\u30af\\u30EA\\u30b9\"]",
        "[\"new\\u000Aline\"]", "[\"\x7f\"]", "[\"\\uA66D\"]", "[\"\\u005C\"]",
        "[\"\xE2\x8D\x82\xE3\x88\xB4\"]", "[\"\\uDBFF\\uDFFE\"]", "[\"\\u200B\"]", "[\"\\u2064\"]",
        "[\"\\uFDD0\"]", "[\"\\uFFFE\"]", "[\"\\u0022\"]", "[\"a\x7f\"]", "false", "42", "-0.1",
        "null", "\"asd\"", "true", "\"\"", "[\"a\"]\n", "[true]", " [] ", "[NaN]",
        "[Infinity, -Infinity]", "{\"0\":1,\"1\":2}", "{\"0\":1,\"x\":2}", "{\"0\":[1]}",
        "[1,[2],3]", "[[1,2],[3,4],5]", "[1,2,\"x\"]", "[[1],[1,2]]", "[[1],null]", "[[1],{}]",
        "[{},[1]]", "[true,1]", "[0.000000000000000000000000000000000000000000001,1]",
        "[1.7976931348623157e999]",
        // Numbers in the middle of a longer row reach the loop over rows.
        "[0.5,0.25,0.125,0.0625,1,0,1e-5,1E-05,0.123456789012345678901234567890,-0.5,0.5,0.5,0.5,0."
        "5,0.5]"};
    for (const std::string_view text : valid) {
        INFO(text);
        CHECK(accepts(text));
    }
}

TEST_CASE("Invalid JSON is refused, wherever it is cut", "[json]") {
    const std::string_view invalid[] = {
        "[1 true]",
        "[a\xe5]",
        "[\"\": 1]",
        "[\"\"],",
        "[,1]",
        "[1,,2]",
        "[\"x\",,]",
        "[\"x\"]]",
        "[\"\",]",
        "[\"x\"",
        "[x",
        "[3[4]]",
        "[\xff]",
        "[1:2]",
        "[,]",
        "[-]",
        "[   , \"\"]",
        "[\"a\",\n4\n,1,",
        "[1,]",
        "[1,,]",
        "[*]",
        "[\"\"",
        "[1,",
        "[1,\n1\n,1",
        "[{}",
        "[fals]",
        "[nul]",
        "[tru]",
        "123\0"sv,
        "[++1234]",
        "[+1]",
        "[+Inf]",
        "[-01]",
        "[-1.0.]",
        "[-2.]",
        "[-NaN]",
        "[.-1]",
        "[.2e-3]",
        "[0.1.2]",
        "[0.3e+]",
        "[0.3e]",
        "[0.e1]",
        "[0E+]",
        "[0E]",
        "[0e+]",
        "[0e]",
        "[1.0e+]",
        "[1.0e-]",
        "[1.0e]",
        "[1 000.0]",
        "[1eE2]",
        "[2.e+3]",
        "[2.e-3]",
        "[2.e3]",
        "[9.e+]",
        "[Inf]",
        "[1+2]",
        "[0x1]",
        "[0x42]",
        "[-foo]",
        "[- 1]",
        "[-012]",
        "[-.123]",
        "[-1x]",
        "[1ea]",
        "[1e\xe5]",
        "[1.]",
        "[.123]",
        "[1.2a-3]",
        "[1.8011670033376514H-308]",
        "[012]",
        "[\"x\", truth]",
        "{[: \"x\"}\n",
        "{\"x\", null}",
        "{\"x\"::\"b\"}",
        "{\xF0\x9F\x87\xA8\xF0\x9F\x87\xAD}",
        "{\"a\":\"a\" 123}",
        "{key: 'value'}",
        "{\"a\" b}",
        "{:\"b\"}",
        "{\"a\" \"b\"}",
        "{\"a\":",
        "{\"a\"",
        "{1:1}",
        "{9999E9999:1}",
        "{null:null,null:null}",
        "{\"id\":0,,,,,}",
        "{'a':0}",
        "{\"id\":0,}",
        "{\"a\":\"b\"}/**/",
        "{\"a\":\"b\"}#",
        "{\"a\":/*comment*/\"b\"}",
        "{\"a\":\"b\",,\"c\":\"d\"}",
        "{a: \"b\"}",
        "{\"a\":\"a",
        "{ \"foo\" : \"bar\", \"a\" }",
        "{\"a\":\"b\"}#{}",
        " ",
        "[\"\\uD800\\\"]",
        "[\"\\uD800\\u\"]",
        "[\"\\uD800\\u1\"]",
        "[\"\\uD800\\u1x\"]",
        "[\xC3\xA9]",
        "[\"\\\0\"]"sv,
        "[\"\\x00\"]",
        "[\"\\\\\\\"]",
        "[\"\\\t\"]",
        "[\"\\\xF0\x9F\x8C\x80\"]",
        "[\"\\\"]",
        "[\"\\u00A\"]",
        "[\"\\uD834\\uDd\"]",
        "[\"\\a\"]",
        "[\"\\uqqqq\"]",
        "[\\u0020\"asd\"]",
        "[\\n]",
        "\"",
        "['single quote']",
        "abc",
        "[\"a\0a\"]"sv,
        "[\"new\nline\"]",
        "[\"\t\"]",
        "\"\\UA66D\"",
        "\"\"x",
        "[\xE2\x81\xA0]",
        "\xEF\xBB\xBF",
        "<.>",
        "[<null>]",
        "[1]x",
        "[1]]",
        "[\"asd]",
        "a\xC3\xA5",
        "[True]",
        "1]",
        "{\"x\": true,",
        "[][]",
        "]",
        "\xEF\xBB{}",
        "\xe5",
        "[",
        "{",
        "{\"a\":1}}",
        "[\"a",
        "[1",
        "{\"a\":\"b\"",
        "*",
        "{\"a\":\"b\"}#{",
        "[\\u000A\"\"]",
        "[1",
        "[ false, nul",
        "[ true, fals",
        "{\"asd\":\"asd\"",
        "\xC2\xA0[]",
        "[undefined]",
        "[nan]",
        "[-inf]",
        "{\"0\":1,}",
        "{\"0\":1,\"1\"}",
        "[0.5,0.25,0.125,0.0625,01,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1]",
        "[0.5,0.25,0.125,0.0625,1.,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
        "1,1,1]",
        "[0.5 "
        "0.25,0.125,0.0625,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
        "1]",
        "[0.5,,0.125,0.0625,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
        "1,1]",
        "[0.5,0.125e,0.0625,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
        "1,1]",
        "[0.5,0.1.25,0.0625,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
        "1,1]"};
    for (const std::string_view text : invalid) {
        INFO(text);
        CHECK_FALSE(accepts(text));
    }
}

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
    // What JSON.stringify makes of a list of Float32Arrays.
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
