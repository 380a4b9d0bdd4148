// SPDX-License-Identifier: MIT
// Files whose steps multiply. Each is refused with the step's name, in little time and memory, or its cost is
// proportional to its text.
#include <catch2/catch_test_macros.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::model {
namespace {

const std::string letters =
    R"({"type":"BPE","unk_token":"?","vocab":{"?":0,"a":1,"b":2," ":3},"merges":[]})";

std::string withParts(const std::string& rest, const std::string& model = letters) {
    return R"({"model":)" + model + "," + rest + "}";
}

std::string repeated(const std::string& part, int times) {
    std::string list;
    for (int i = 0; i < times; ++i) list += (i == 0 ? "" : ",") + part;
    return list;
}

std::string normalizers(const std::string& step, int times) {
    return R"("normalizer":{"type":"Sequence","normalizers":[)" + repeated(step, times) + "]}";
}

/// The finding of the file or of the text, empty if there is none.
std::string refusal(const std::string& file, const std::string& text) {
    const auto begin = std::chrono::steady_clock::now();
    std::string finding;
    const auto tokenizer = readTokenizerJson(file);
    if (!tokenizer) {
        finding = tokenizer.error().finding;
    } else if (const auto encoding = tokenizer->encode(text); !encoding) {
        finding = encoding.error().finding;
        CHECK(!encoding.error().place.empty());
    }
    // A second on a free machine. This one may be shared, or slowed by sanitizers.
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
    return finding;
}

const std::string doubles = R"({"type":"Replace","pattern":{"String":"a"},"content":"aa"})";

}  // namespace

TEST_CASE("steps that make a text longer again and again are refused by name") {
    CHECK(refusal(withParts(normalizers(doubles, 30)), "a") == "Replace makes the text too long.");
    CHECK(refusal(withParts(normalizers(R"({"type":"ByteLevel"})", 40)), "é") ==
          "ByteLevel makes the text too long.");
    CHECK(refusal(withParts(normalizers(
                      R"({"type":"Prepend","prepend":")" + std::string(9000, 'a') + "\"}", 40)),
                  "a") == "Prepend makes the text too long.");
    CHECK(refusal(withParts(R"("pre_tokenizer":{"type":"Sequence","pretokenizers":[)" +
                            repeated(R"({"type":"ByteLevel","use_regex":false})", 40) + "]}"),
                  "é") == "ByteLevel makes the text too long.");
    // Cost in proportion to ordinary texts is no fault.
    CHECK(refusal(withParts(normalizers(doubles, 4)), std::string(10'000, 'a')).empty());
}

TEST_CASE("the place of the step is in the refusal") {
    const auto tokenizer = readTokenizerJson(withParts(normalizers(doubles, 30)));
    REQUIRE(tokenizer.has_value());
    const auto encoding = tokenizer->encode("a");
    REQUIRE(!encoding.has_value());
    CHECK(encoding.error().code == Code::tooLarge);
    CHECK(encoding.error().place.starts_with("tokenizer.json, normalizer.normalizers["));
    CHECK(!encoding.error().remedy.empty());
}

TEST_CASE("thousands of steps share one budget of work") {
    const std::string text(100'000, 'a');
    CHECK(refusal(withParts(normalizers(R"({"type":"Lowercase"})", 5000)), text) ==
          "Lowercase needs too many operations for this text.");
    CHECK(
        refusal(withParts(
                    R"("pre_tokenizer":{"type":"Sequence","pretokenizers":[)" +
                    repeated(
                        R"({"type":"Split","pattern":{"Regex":"(?:a|a)+b"},"behavior":"Isolated"})",
                        3000) +
                    "]}"),
                text) == "Split needs too many operations for this text.");
    // Normalizers also run on added tokens, while the file is read.
    std::string added;
    for (int i = 0; i < 4000; ++i)
        added += std::string(i == 0 ? "" : ",") + R"({"content":"token)" + std::to_string(i) +
                 R"(","normalized":true})";
    CHECK(!refusal(withParts(normalizers(R"({"type":"Lowercase"})", 4000) + R"(,"added_tokens":[)" +
                             added + "]"),
                   "a")
               .empty());
}

TEST_CASE("templates that copy a text or add thousands of tokens are refused") {
    const std::string copies = repeated(R"({"Sequence":{"id":"A","type_id":0}})", 400);
    const std::string processor = R"("post_processor":{"type":"TemplateProcessing","single":[)";
    CHECK(!refusal(withParts(processor + copies + R"(],"pair":[],"special_tokens":{}})"),
                   std::string(10'000, 'a'))
               .empty());
    CHECK(
        !refusal(
             withParts(
                 processor +
                 R"({"SpecialToken":{"id":"x","type_id":0}}],"pair":[],"special_tokens":{"x":{"id":"x","ids":[)" +
                 repeated("0", 10'000) + R"(],"tokens":["?"]}}})"),
             "a")
             .empty());
    const std::string twice =
        R"({"type":"TemplateProcessing","single":[{"Sequence":{"id":"A","type_id":0}},{"Sequence":{"id":"A","type_id":0}}],"pair":[],"special_tokens":{}})";
    CHECK(!refusal(withParts(R"("post_processor":{"type":"Sequence","processors":[)" +
                             repeated(twice, 40) + "]}"),
                   "a")
               .empty());
    CHECK(!refusal(withParts(R"("post_processor":{"type":"Sequence","processors":[)" +
                             repeated(R"({"type":"BertProcessing","sep":["?",0],"cls":["?",0]})",
                                      20'000) +
                             "]}"),
                   "a")
               .empty());
}

TEST_CASE("decoders that make tokens longer again and again are refused") {
    const std::string decoder =
        R"("decoder":{"type":"Sequence","decoders":[)" + repeated(doubles, 30) + "]}";
    CHECK(refusal(withParts(decoder), "a") == "The decoders make tokens too long.");
}

TEST_CASE("a long token that stands for every letter does not fill the memory") {
    const std::string name(9000, 'x');
    const std::string model = R"({"type":"BPE","unk_token":")" + name + R"(","vocab":{")" + name +
                              R"(":0,"a":1},"merges":[]})";
    CHECK(!refusal(withParts(R"("decoder":null)", model), std::string(10'000, 'z')).empty());
    CHECK(refusal(withParts(R"("decoder":null)", model), "za").empty());
    // Nor do prefixes, nor tokens longer than any text.
    CHECK(!refusal(withParts(R"("decoder":null)",
                             R"({"type":"BPE","continuing_subword_prefix":")" + name +
                                 R"(","byte_fallback":true,"vocab":{"a":0},"merges":[]})"),
                   "a")
               .empty());
    CHECK(refusal(
              withParts(R"("decoder":null)", R"({"type":"Unigram","unk_id":0,"vocab":[["?",0],[")" +
                                                 std::string(20'000, 'b') + R"(",1]]})"),
              "a") == "A token exceeds 10,000 bytes.");
}

TEST_CASE("added tokens in a run of white space take time in proportion to it") {
    const std::string blanks(100'000, ' ');
    for (const char* const flags :
         {R"("lstrip":true)", R"("rstrip":true)", R"("lstrip":true,"rstrip":true)"}) {
        INFO(flags);
        const auto tokenizer = readTokenizerJson(withParts(
            R"("added_tokens":[{"content":" ","normalized":false,)" + std::string(flags) + "}]"));
        REQUIRE(tokenizer.has_value());
        const auto begin = std::chrono::steady_clock::now();
        (void)tokenizer->encode(blanks);
        (void)tokenizer->encode("a" + blanks + "a");
        CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
    }
}

TEST_CASE("bytes for unknown letters are put in their place in one pass") {
    std::string vocabulary = R"(["<unk>",0],["a",-1])";
    constexpr char digits[] = "0123456789ABCDEF";
    for (int byte = 0; byte < 256; ++byte)
        vocabulary +=
            std::string(R"(,["<0x)") + digits[byte / 16] + digits[byte % 16] + R"(>",-9])";
    const auto tokenizer = readTokenizerJson(
        R"({"model":{"type":"Unigram","unk_id":0,"byte_fallback":true,"vocab":[)" + vocabulary +
        "]}}");
    REQUIRE(tokenizer.has_value());
    std::string text;
    for (int i = 0; i < 100'000; ++i) text += "aé";
    const auto begin = std::chrono::steady_clock::now();
    const auto encoding = tokenizer->encode(text);
    CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(20));
    REQUIRE(encoding.has_value());
    CHECK(encoding->ids.size() == 300'000);
    CHECK(encoding->offsets[2] == TextSpan{1, 2});
}

TEST_CASE("long tokens that nearly match at every letter are refused in time") {
    const std::string near(9999, 'a');
    const std::string text(100'000, 'a');
    for (
        const std::string& model :
        {R"({"type":"Unigram","unk_id":0,"vocab":[["?",0],["a",-1],[")" + near + R"(b",-1]]})",
         R"({"type":"WordPiece","unk_token":"?","continuing_subword_prefix":"","max_input_chars_per_word":1000000,"vocab":{"?":0,"a":1,")" +
             near + R"(b":2}})"}) {
        CHECK(refusal(withParts(R"("decoder":null)", model), text) ==
              "The tokenizer exceeds its limits on this text.");
    }
}

TEST_CASE("an empty text is replaced between all letters, as in the library") {
    const auto tokenizer = readTokenizerJson(
        withParts(R"("normalizer":{"type":"Replace","pattern":{"String":""},"content":"b"})"));
    REQUIRE(tokenizer.has_value());
    const auto encoding = tokenizer->encode("aa");
    REQUIRE(encoding.has_value());
    CHECK(encoding->ids == std::vector<std::int32_t>{2, 1, 2, 1, 2});
    CHECK(encoding->offsets == std::vector<TextSpan>{{0, 0}, {0, 1}, {0, 1}, {1, 2}, {1, 2}});
}

}  // namespace hw::model
