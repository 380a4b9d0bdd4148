// SPDX-License-Identifier: MIT
// Text of tokens that arrive one by one.
#include <catch2/catch_test_macros.hpp>
#include <filesystem>
#include <string>
#include <vector>

#include "model/json_reference.h"
#include "model/support.h"
#include "model/tokenizer/read/tokenizer_json.h"
#include "model/unicode/utf8.h"
#include "model/write/token_text.h"

namespace hw::model {
namespace {

Tokenizer tokenizerAt(const std::string& path) {
    auto read = readTokenizerJson(test::readBytes(path));
    REQUIRE(read);
    return std::move(*read);
}

std::vector<std::int32_t> idsOf(const Tokenizer& tokenizer, const std::string& text) {
    auto encoding = tokenizer.encode(text);
    REQUIRE(encoding);
    return encoding->ids;
}

}  // namespace

TEST_CASE("a character of several tokens is given once it is whole", "[model][write]") {
    const Tokenizer tokenizer = tokenizerAt(HW_TEST_DATA "/model/gpt2_bare/tokenizer.json");
    const std::string text =
        "the \xF0\x9F\xA6\x8A ran \xE2\x82\xAC"
        "5";
    const auto ids = idsOf(tokenizer, text);
    TokenText pieces(tokenizer);
    std::string all;
    bool held = false;
    for (const std::int32_t id : ids) {
        const std::string piece = pieces.add(id);
        held = held || piece.empty();
        CHECK(piece.find("\xEF\xBF\xBD") == std::string::npos);
        all += piece;
    }
    CHECK(held);
    CHECK(pieces.pending() == 0);
    CHECK(pieces.rest().empty());
    CHECK(all == text);

    // Cut within the fox. The bytes are held back to the end, then reported as broken.
    TokenText cut(tokenizer);
    all.clear();
    const auto fox = idsOf(tokenizer, "a \xF0\x9F\xA6\x8A");
    REQUIRE(fox.size() > 2);
    for (std::size_t i = 0; i + 1 < fox.size(); ++i) all += cut.add(fox[i]);
    CHECK(cut.pending() > 0);
    CHECK(all.find("\xEF\xBF\xBD") == std::string::npos);
    CHECK(cut.rest().find("\xEF\xBF\xBD") != std::string::npos);

    const GeneratedText written = writtenText(tokenizer, ids);
    CHECK(written.text == text);
    REQUIRE(written.spans.size() == ids.size());
    std::uint32_t end = 0;
    for (const TextSpan& span : written.spans) {
        CHECK(span.end > span.begin);
        CHECK(span.begin <= end);
        end = std::max(end, span.end);
    }
    CHECK(end == countLetters(text));
}

TEST_CASE("pieces behind a text are what they add to it", "[model][write]") {
    const Tokenizer tokenizer = tokenizerAt(HW_TEST_DATA "/model/gpt2_bare/tokenizer.json");
    const auto ids = idsOf(tokenizer, "one two three four five six seven eight");
    REQUIRE(ids.size() > 8);
    TokenText pieces(tokenizer, std::span(ids).first(7));
    std::string all;
    for (std::size_t i = 7; i < ids.size(); ++i) all += pieces.add(ids[i]);
    CHECK(tokenizer.decode(std::span(ids).first(7), true) + all == tokenizer.decode(ids, true));
}

TEST_CASE("pieces of every kind of tokenizer make the text of all tokens",
          "[model][write][shared]") {
    const std::string folder = std::string(HW_SHARED_DATA) + "/models/";
    if (std::string_view(HW_SHARED_DATA).empty() ||
        !std::filesystem::exists(folder + "tokenizers.json"))
        SKIP("the shared tokenizers are not here");
    const io::Tree tree = test::JsonReference(folder + "tokenizers.json").json;
    int texts = 0;
    for (const std::string name :
         {"bytelevel_gpt2", "bytelevel_llama3", "bytelevel_qwen2", "bytelevel_smollm", "bpe_llama2",
          "bpe_metaspace", "bpe_gemma"}) {
        INFO(name);
        const Tokenizer tokenizer = tokenizerAt(folder + "tokenizers/" + name + ".json");
        for (const io::NodeId node : tree.children(tree.find(0, "strings"))) {
            auto encoding = tokenizer.encode(tree.string(node));
            REQUIRE(encoding);
            if (encoding->ids.empty()) continue;
            const std::string wanted = tokenizer.decode(encoding->ids, true);
            const GeneratedText written = writtenText(tokenizer, encoding->ids);
            CAPTURE(wanted, written.text);
            CHECK(written.text == wanted);
            ++texts;
        }
    }
    CHECK(texts > 1000);
}

}  // namespace hw::model
