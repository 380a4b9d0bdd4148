// SPDX-License-Identifier: MIT
// Faulty tokenizer files of every known kind. Each is refused with a place and a reason.
#include <catch2/catch_test_macros.hpp>
#include <string>
#include <vector>

#include "model/tokenizer/read/tokenizer_json.h"

namespace hw::model {
namespace {

std::string withModel(const std::string& model, const std::string& rest = "") {
    return R"({"model":)" + model + rest + "}";
}
const std::string good = R"({"type":"BPE","vocab":{"a":0,"b":1,"ab":2},"merges":["a b"]})";

std::string sequences(int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += R"({"type":"Sequence","normalizers":[)";
    text += R"({"type":"NFC"})";
    for (int i = 0; i < depth; ++i) text += "]}";
    return text;
}

}  // namespace

TEST_CASE("a wrong tokenizer.json is refused with a place and a reason") {
    const std::vector<std::string> files = {
        "",
        "[]",
        "7",
        "{",
        R"({"model":null})",
        R"({"model":[]})",
        withModel(R"({"type":"Unheard"})"),
        withModel(R"({"type":"BPE","vocab":{"a":-1},"merges":[]})"),
        withModel(R"({"type":"BPE","vocab":{"a":1.5},"merges":[]})"),
        withModel(R"({"type":"BPE","vocab":{"a":1e9},"merges":[]})"),
        withModel(R"({"type":"BPE","vocab":{"a":99999999999999999999},"merges":[]})"),
        withModel(R"({"type":"BPE","vocab":{"a":NaN},"merges":[]})"),
        withModel(R"({"type":"BPE","vocab":{"a":"b"},"merges":[]})"),
        withModel(R"({"type":"BPE","vocab":["a"],"merges":[]})"),
        withModel(R"({"type":"BPE","vocab":{"a":0}})"),
        withModel(R"({"type":"BPE","vocab":{"a":0},"merges":["a"]})"),
        withModel(R"({"type":"BPE","vocab":{"a":0},"merges":["a a a"]})"),
        withModel(R"({"type":"BPE","vocab":{"a":0},"merges":["a a"]})"),
        withModel(R"({"type":"BPE","vocab":{"a":0},"merges":[["a"]]})"),
        withModel(R"({"type":"BPE","vocab":{"a":0},"merges":[[1,2]]})"),
        withModel(R"({"type":"BPE","vocab":{"a":0},"merges":[],"dropout":0.5})"),
        withModel(
            R"({"type":"BPE","vocab":{"a":0,"b":1,"ab":2},"merges":["a b"],"continuing_subword_prefix":"long"})"),
        withModel(R"({"type":"Unigram","vocab":[["a",NaN]]})"),
        withModel(R"({"type":"Unigram","vocab":[["a",Infinity]]})"),
        withModel(R"({"type":"Unigram","vocab":[["a"]]})"),
        withModel(R"({"type":"Unigram","vocab":[["a",0]],"unk_id":1})"),
        withModel(R"({"type":"Unigram","vocab":[["a",0]],"unk_id":-2})"),
        withModel(R"({"type":"Unigram","vocab":[[1,2]]})"),
        withModel(R"({"type":"WordPiece","vocab":{"a":0},"max_input_chars_per_word":-1})"),
        withModel(good, R"(,"normalizer":{"type":"Unheard"})"),
        withModel(good, R"(,"normalizer":{})"),
        withModel(good, R"(,"normalizer":{"type":"Precompiled","precompiled_charsmap":"!!"})"),
        withModel(good, R"(,"normalizer":)" + sequences(100)),
        withModel(good, R"(,"normalizer":{"type":"Sequence","normalizers":7})"),
        withModel(good, R"(,"normalizer":{"type":"Replace","pattern":{"Regex":"("},"content":""})"),
        withModel(good, R"(,"pre_tokenizer":{"type":"Unheard"})"),
        withModel(good, R"(,"pre_tokenizer":{"type":"FixedLength","length":0})"),
        withModel(good, R"(,"pre_tokenizer":{"type":"Metaspace","replacement":"ab"})"),
        withModel(good, R"(,"pre_tokenizer":{"type":"Metaspace","replacement":""})"),
        withModel(
            good,
            R"(,"pre_tokenizer":{"type":"Metaspace","replacement":"_","prepend_scheme":"sometimes"})"),
        withModel(
            good,
            R"(,"pre_tokenizer":{"type":"Split","pattern":{"String":"a"},"behavior":"Sideways"})"),
        withModel(good, R"(,"pre_tokenizer":{"type":"Split","pattern":{},"behavior":"Isolated"})"),
        withModel(good, R"(,"post_processor":{"type":"Unheard"})"),
        withModel(good,
                  R"(,"post_processor":{"type":"BertProcessing","sep":["x",-1],"cls":["y",0]})"),
        withModel(
            good,
            R"(,"post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"x","type_id":0}}],"pair":[],"special_tokens":{}})"),
        withModel(
            good,
            R"(,"post_processor":{"type":"TemplateProcessing","single":[{"Sequence":{"id":"B","type_id":0}}],"pair":[],"special_tokens":{}})"),
        withModel(
            good,
            R"(,"post_processor":{"type":"TemplateProcessing","single":[{"SpecialToken":{"id":"x","type_id":0}}],"pair":[],"special_tokens":{"x":{"ids":[99999999]}}})"),
        withModel(good, R"(,"decoder":{"type":"Unheard"})"),
        withModel(good, R"(,"decoder":{"type":"Strip","content":" "})"),
        withModel(good, R"(,"added_tokens":{})"),
        withModel(good, R"(,"added_tokens":[{"id":1}])"),
        withModel(good, R"(,"added_tokens":[{"content":"x","lstrip":1}])"),
        withModel(good, R"(,"added_tokens":[{"content":")" + std::string(20'000, 'x') + R"("}])"),
    };
    for (const std::string& file : files) {
        INFO(file.substr(0, 200));
        const auto tokenizer = readTokenizerJson(file);
        REQUIRE(!tokenizer.has_value());
        CHECK(!tokenizer.error().finding.empty());
        CHECK(!tokenizer.error().remedy.empty());
    }
    CHECK(readTokenizerJson(withModel(good)).has_value());
    CHECK(readTokenizerJson(withModel(good, R"(,"normalizer":)" + sequences(10))).has_value());
}

TEST_CASE("a name that is not known is in the message") {
    const auto tokenizer = readTokenizerJson(withModel(
        good,
        R"(,"normalizer":{"type":"Sequence","normalizers":[{"type":"NFC"},{"type":"Unheard"}]})"));
    REQUIRE(!tokenizer.has_value());
    CHECK(tokenizer.error().code == Code::notRecognised);
    CHECK(tokenizer.error().finding.find("Unheard") != std::string::npos);
    CHECK(tokenizer.error().place == "tokenizer.json, normalizer.normalizers[1]");
}

TEST_CASE("odd texts and vocabularies give tokens or a problem, never anything else") {
    // Merges that look circular, ids far apart, a vocabulary whose keys are numbers.
    const auto circles = readTokenizerJson(withModel(
        R"({"type":"BPE","vocab":{"a":0,"aa":1,"aaa":2,"aaaa":16000000},"merges":["a a","aa a","a aa","aa aa","aaa a","a aaa"]})"));
    REQUIRE(circles.has_value());
    for (const std::size_t length : {1UL, 2UL, 7UL, 39UL, 40UL, 41UL, 5000UL}) {
        const auto encoding = circles->encode(std::string(length, 'a'));
        REQUIRE(encoding.has_value());
        CHECK(encoding->offsets.back().end == length);
    }
    const auto numbers = readTokenizerJson(
        withModel(R"({"type":"WordLevel","vocab":{"0":0,"1":1},"unk_token":"?"})"));
    REQUIRE(numbers.has_value());
    CHECK(numbers->encode("1")->ids == std::vector<std::int32_t>{1});
    CHECK(numbers->encode("x").error().code == Code::badArgument);
    CHECK(numbers->encode("")->ids.empty());
    // Invalid UTF-8 in the file and in a text.
    const auto broken = readTokenizerJson(
        withModel("{\"type\":\"BPE\",\"vocab\":{\"\xFF\":0,\"\xEF\xBF\xBD\":1},\"merges\":[]}"));
    REQUIRE(broken.has_value());
    CHECK(broken->encode("\xC3").value().ids == std::vector<std::int32_t>{1});
    CHECK(broken->encode(std::string("a\xE2\x82z\0", 5)).has_value());
}

TEST_CASE("a long word is split as a short one would be") {
    // Two ways to the same result, a heap from 40 parts on, a search below.
    const auto tokenizer = readTokenizerJson(withModel(
        R"({"type":"BPE","vocab":{"a":0,"b":1,"c":2,"ab":3,"bc":4,"abc":5,"ca":6},"merges":["b c","a bc","a b","c a"]})"));
    REQUIRE(tokenizer.has_value());
    std::string text;
    for (int i = 0; i < 13; ++i) text += "abcabbca"[i % 8];
    std::string many;
    std::vector<std::int32_t> expected;
    for (int i = 0; i < 20; ++i) {
        many += text + "x";  // an unknown character without a token is dropped, and splits nothing
        const auto one = tokenizer->encode(text + "x");
        expected.insert(expected.end(), one->ids.begin(), one->ids.end());
    }
    const auto all = tokenizer->encode(many);
    REQUIRE(all.has_value());
    CHECK(all->ids.size() <= expected.size());
    CHECK(tokenizer->decode(all->ids).size() > 0);
}

}  // namespace hw::model
