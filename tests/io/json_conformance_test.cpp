// SPDX-License-Identifier: MIT
// Texts that a JSON parser must accept and must refuse, after RFC 8259 and the well-known lists of cases (y_ and n_ of
// "Parsing JSON is a minefield"), written anew. NaN and Infinity are this parser's extension.
#include <catch2/catch_test_macros.hpp>

#include "io/support.h"

namespace hw::test {

using namespace std::string_view_literals;

namespace {

// Whole, and cut at every byte. The outcome must be the same.
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

}  // namespace hw::test
